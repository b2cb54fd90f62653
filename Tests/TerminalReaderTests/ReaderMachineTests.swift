import Curses
import Testing
import WeftKit

@testable import TerminalReader

/// Events in, actions out.
@Suite struct ReaderMachineTests {
  private func refresh(_ numbers: [Int], gap: Int? = nil) -> ReaderRefresh {
    var refresh = ReaderRefresh()
    refresh.entries = numbers.map { .item(Scene.item($0)) }
    if let gap { refresh.entries.append(.gap(gap, source: 0)) }
    return refresh
  }

  @Test func fetchingFollowsTheReading() {
    var scene = Scene()
    #expect(scene.taken() == [.scroll(to: 14)])
    scene.items(1...14)
    #expect(scene.taken() == [])
    scene.press(.pageDown)
    #expect(scene.taken() == [.scroll(to: 21)])
    // The same place again asks for nothing.
    scene.press(.pageUp, .pageDown, .home)
    #expect(scene.taken() == [])
  }

  @Test func whatIsNewWaits() {
    var scene = Scene()
    scene.items(1...30)
    for _ in 1...12 { scene.type("j") }
    let before = scene.text
    scene.type("R")
    #expect(scene.taken().last == .refresh)
    scene.send(.refreshed(refresh([-3, -2, -1], gap: 0)))
    // Only the head says so.
    #expect(scene.text.split(separator: "\n").first == " Weft  2 sources  ▲ 3 new: R shows them")
    #expect(scene.text.split(separator: "\n").dropFirst() == before.split(separator: "\n").dropFirst())
    scene.type("R")
    #expect(scene.machine.top == 0 && scene.machine.selected == 0)
    #expect(scene.numbers.prefix(5) == [-3, -2, -1, 1, 2])
    #expect(scene.text.contains("┄┄ items of blog may be missing here"))
    #expect(!scene.actions.contains(.refresh))
    // What is newer still comes above.
    scene.type("R")
    scene.send(.refreshed(refresh([-5, -4])))
    scene.press(.home)
    #expect(scene.numbers.prefix(6) == [-5, -4, -3, -2, -1, 1])
  }

  @Test func aGapIsFilledInItsPlace() {
    var scene = Scene()
    scene.items(1...30)
    scene.send(.refreshed(refresh([-9], gap: 4)))
    scene.type("Rj")
    _ = scene.taken()
    scene.press(.enter)
    #expect(scene.taken() == [.fill(gap: 4)])
    for _ in 1...12 { scene.type("j") }
    let before = scene.text.split(separator: "\n").dropLast()
    scene.send(.filled(gap: 4, refresh([-8, -7])))
    #expect(scene.numbers.prefix(4) == [-9, -8, -7, 1])
    #expect(scene.text.split(separator: "\n").dropLast() == before)
    // A second answer finds no gap.
    scene.send(.filled(gap: 4, refresh([-6])))
    #expect(scene.numbers.prefix(4) == [-9, -8, -7, 1])
  }

  @Test func failuresOfARefreshAreSaid() {
    var scene = Scene(columns: 100)
    var failed = refresh([])
    failed.failures = ["dead", "broken"]
    scene.type("R")
    scene.send(.refreshed(failed))
    #expect(scene.text.contains("0 new; no look at dead, broken"))
    scene.type("R")
    scene.send(.refreshed(refresh([])))
    #expect(scene.text.contains("nothing new"))
    #expect(scene.taken().count { $0 == .refresh } == 2)
  }

  @Test func oneRefreshAtATime() {
    var scene = Scene()
    scene.type("RRR")
    #expect(scene.taken().count { $0 == .refresh } == 1)
  }

  @Test func thePlaceIsFoundAgain() {
    var scene = Scene(
      restoring: ReaderMachine.Restoring(top: 18, selected: 20, limit: 60, isResumed: true))
    #expect(scene.taken() == [.scroll(to: 14)])
    scene.items(1...10)
    #expect(scene.machine.top == 0)
    #expect(scene.taken() == [.scroll(to: 24)])
    scene.items(11...40)
    #expect(scene.numbers[scene.machine.top - 1] == 18)
    #expect(scene.machine.chosen?.identity == 20)
    // What is new above is looked for, once.
    #expect(scene.taken() == [.refresh])
    scene.press(.home)
    #expect(scene.text.contains("┄┄ read before"))
    scene.press(.enter)
    #expect(scene.taken() == [.restart])
  }

  /// Where the screen is lower than it was, or rows stand between that were off, the chosen item is still found.
  @Test(arguments: [12, 21, 60]) func theChosenItemIsFoundFarBelow(_ selected: UInt64) {
    var scene = Scene(restoring: ReaderMachine.Restoring(top: 11, selected: selected, limit: 120, isResumed: false))
    scene.items(1...30)
    scene.items(31...100)
    #expect(scene.machine.restoring == nil)
    #expect(scene.machine.chosen?.identity == selected)
    let screen = scene.machine.top..<scene.machine.top + scene.machine.listHeight
    #expect(screen.contains(scene.machine.selected))
  }

  /// An item that is gone is looked for no further than it can be.
  @Test func aChosenItemThatIsGone() {
    var scene = Scene(restoring: ReaderMachine.Restoring(top: 11, selected: 9_999, limit: 600, isResumed: false))
    scene.items(1...220)
    #expect(scene.machine.restoring == nil)
    #expect(scene.machine.chosen?.identity == 11)
  }

  @Test func whoMovesIsNotTakenElsewhere() {
    var scene = Scene(restoring: ReaderMachine.Restoring(top: 18, selected: 20, limit: 60, isResumed: true))
    scene.items(1...10)
    scene.type("j")
    scene.items(11...40)
    #expect(scene.machine.top == 0 && scene.machine.selected == 1)
    #expect(scene.taken().contains(.refresh))
  }

  @Test func aLostPlaceIsSaid() {
    var scene = Scene(restoring: ReaderMachine.Restoring(top: 99, selected: 99, limit: 20, isResumed: false))
    scene.items(1...20)
    #expect(scene.machine.restoring == nil)
    #expect(scene.text.contains("is not there any more"))
    #expect(!scene.taken().contains(.refresh))
  }

  @Test func placeForTheNextTime() {
    var scene = Scene()
    #expect(scene.machine.place == nil)
    scene.items(1...30)
    scene.press(.pageDown)
    scene.type("j")
    let place = scene.machine.place
    #expect(place?.position == 8 && place?.top == 8 && place?.selected == 9)
    scene.send(.refreshed(refresh([-1])))
    scene.type("R")
    #expect(scene.machine.place?.position == nil)
  }

  @Test func retry() {
    var scene = Scene()
    scene.type("r")
    #expect(scene.text.contains("no source has failed"))
    scene.status(1) { $0.state = .error }
    _ = scene.taken()
    scene.type("r")
    #expect(scene.taken() == [.retry(["forum"])])
    scene.type("sr")
    #expect(scene.taken() == [.retry(["blog"])])
  }

  @Test func theEndGoesOnAfterARetry() {
    var scene = Scene()
    scene.items(1...3)
    scene.send(.ended(true))
    _ = scene.taken()
    scene.send(.ended(false))
    #expect(scene.taken() == [.scroll(to: 14)])
  }

  @Test func hidingKeepsTheTop() {
    var scene = Scene()
    scene.items(1...40)
    for _ in 1...15 { scene.type("j") }
    let top = scene.machine.list[scene.machine.shown[scene.machine.top]].identity
    scene.type("sj q")
    #expect(scene.numbers.allSatisfy { $0 % 2 == 0 })
    #expect(
      abs(
        Int64(bitPattern: scene.machine.list[scene.machine.shown[scene.machine.top]].identity)
          - Int64(bitPattern: top)) <= 1)
    scene.type("sj q")
    #expect(scene.numbers == Array(1...40))
  }

  /// What is hidden is not fetched, nor asked again when it failed.
  @Test func hiddenSourcesAreOff() {
    var scene = Scene()
    scene.items(1...40)
    scene.status(1) { $0.state = .error }
    _ = scene.taken()
    scene.type("sj ")
    #expect(scene.taken() == [.turn("forum", isOn: false)])
    scene.type("r")
    #expect(scene.taken() == [] && scene.text.contains("it is off"))
    scene.type("qr")
    #expect(scene.taken() == [] && scene.text.contains("no source has failed"))
    #expect(scene.text.contains("forum off") && !scene.text.contains("forum error"))
    scene.type("s")
    scene.send(.input(.press(row: 2, column: 4)))
    #expect(scene.taken() == [])
    scene.send(.input(.press(row: 2, column: 4)))
    #expect(scene.taken() == [.turn("forum", isOn: true)])
  }

  /// What fills a gap above the screen, or within it, moves nothing on it.
  @Test(arguments: [0, 1, 3, 7, 20])
  func fillingAGapMovesNothing(_ scrolled: Int) {
    var scene = Scene()
    scene.items(1...40)
    scene.send(.refreshed(refresh([-3, -2, -1], gap: 4)))
    scene.type("R")
    for _ in 0..<scrolled { scene.send(.input(.wheel(isUp: false))) }
    scene.type("j")
    func rows() -> [Substring] { Array(scene.text.split(separator: "\n")[1..<8]) }
    let before = rows()
    let chosen = scene.machine.chosen
    scene.send(.filled(gap: 4, refresh([-14, -13, -12, -11])))
    let after = rows()
    guard scrolled > 1 else {
      // The gap is on the screen: what stands above it stays.
      let above = before.prefix { !$0.contains("┄┄") }
      #expect(Array(after.prefix(above.count)) == Array(above))
      return
    }
    #expect(after == before && scene.machine.chosen == chosen)
  }

  /// Items that are read again are put where they were, not where their source has them now.
  @Test func readAgainByIdentity() {
    var scene = Scene()
    scene.items(1...40)
    scene.send(.refreshed(refresh([-2, -1])))
    scene.type("R")
    scene.machine.items = scene.machine.items.filter { $0.key < 0 }
    scene.send(.loaded(1..<41, Dictionary(uniqueKeysWithValues: (1...40).map { ($0, Scene.item($0 + 1)) })))
    let numbers = (2...40).allSatisfy { scene.machine.items[$0]?.title == "Title \($0)" }
    #expect(numbers && scene.machine.items[1]?.title == "(its source no longer gives it)")
  }

  @Test func hiddenSourcesDoNotFetchForEver() {
    var scene = Scene()
    scene.type("s jq")
    scene.type("sj q")
    var number = 0
    for _ in 1...500 {
      guard let last = scene.taken().last(where: { if case .scroll = $0 { true } else { false } }),
        case .scroll(let position) = last
      else { break }
      scene.items(number + 1...position)
      number = position
    }
    #expect(number < 1_100)
  }

  @Test func search() {
    var scene = Scene()
    scene.items(1...30)
    scene.type("/TITLE 2")
    #expect(scene.machine.screen.cursor?.column == 8)
    scene.press(.enter)
    #expect(scene.machine.chosen?.identity == 2)
    scene.type("n")
    #expect(scene.machine.chosen?.identity == 20)
    scene.type("N")
    #expect(scene.machine.chosen?.identity == 2)
    scene.type("/nowhere")
    scene.press(.enter)
    #expect(scene.text.contains("not in the 30 items at hand: nowhere"))
    // What is pasted is no better than what a source gives; marks are typed one by one.
    scene.type("/\u{1B}[31m\u{202E}e")
    scene.type("\u{301}\u{9B}\u{200B} x")
    #expect(scene.machine.mode == .search("[31me\u{301} x"))
  }

  @Test func mouse() {
    var scene = Scene()
    scene.items(1...30)
    scene.send(.input(.press(row: 3, column: 5)))
    #expect(scene.machine.chosen?.identity == 3)
    scene.send(.input(.press(row: 3, column: 5)))
    #expect(scene.machine.article?.item.identity == 3)
    scene.press(.escape)
    scene.send(.input(.wheel(isUp: false)))
    #expect(scene.machine.top == 3)
    scene.send(.input(.press(row: 500, column: -5)))
    #expect(scene.machine.top == 3)
  }

  @Test func onlyWebAddressesAreOpened() {
    var scene = Scene()
    let urls = [
      "javascript:alert(1)", "file:///etc/passwd", "-x", "http:x", "https://a.example/\u{1B}[2J", "HTTPS://b.example/",
    ]
    scene.send(
      .items(
        urls.enumerated().map { entry in
          var item = Scene.item(entry.offset)
          item.url = entry.element
          return item
        }))
    _ = scene.taken()
    for _ in urls { scene.type("oj") }
    let opened = scene.taken().compactMap { if case .open(let url) = $0 { url } else { nil } }
    #expect(
      opened.allSatisfy { $0.lowercased().hasPrefix("https://") && $0.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } })
    #expect(opened.last == "HTTPS://b.example/")
  }

  @Test func memoryStaysBounded() {
    var scene = Scene()
    var number = 0
    while number < 20_000 {
      scene.items(number + 1...number + 256)
      number += 256
      scene.press(.end)
    }
    #expect(scene.machine.items.count <= 4 * ReaderMachine.reach + 256)
    _ = scene.taken()
    scene.press(.home)
    let loads = scene.taken()
    #expect(loads == [.load(1..<58)])
    #expect(scene.text.contains("  …"))
    scene.send(.loaded(1..<58, Dictionary(uniqueKeysWithValues: (2...57).map { ($0, Scene.item($0)) })))
    #expect(scene.text.contains("Title 3"))
    #expect(scene.text.contains("(its source no longer gives it)"))
    #expect(scene.taken() == [])
  }
}
