import Curses
import DisplayText
import TestSupport
import Testing
import WeftKit

@testable import TerminalReader

/// Random keys and events: what holds at each instant.
@Suite struct ReaderPropertyTests {
  @Test(arguments: 0..<(isLong ? 400 : 8))
  func whateverHappens(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var scene = Scene(
      sources: ["blog", "forum", "日本"], rows: 3 + random.below(30), columns: 10 + random.below(140),
      restoring: seed % 3 == 0
        ? ReaderMachine.Restoring(top: 30, selected: 33, limit: 80, isResumed: seed % 2 == 0) : nil)
    var world = World()
    for step in 0..<120 {
      let before = scene
      let isSilent = world.step(&scene, &random)
      let note = "seed \(seed), step \(step)"
      check(scene, note)
      if isSilent { nothingMoved(before, scene, note) }
      order(before, scene, note)
    }
  }

  /// What the feed and the person do.
  private struct World {
    var loaded = 0
    var new = 0

    /// - Returns: nothing was asked for, so that nothing on the screen may move.
    mutating func step(_ scene: inout Scene, _ random: inout SplitMix64) -> Bool {
      switch random.below(10) {
      case 0..<5:
        scene.send(.input(input(&random)))
        return false
      case 5, 6:
        let count = 1 + random.below(30)
        let items = (loaded + 1...loaded + count).map {
          Scene.item($0, source: random.below(3), title: random.pick(Hostile.titles))
        }
        loaded += count
        let wasRestoring = scene.machine.restoring != nil
        scene.send(.items(items))
        return !wasRestoring
      case 7:
        var refresh = ReaderRefresh()
        for _ in 0..<random.below(4) {
          new -= 1
          refresh.entries.append(.item(Scene.item(new, source: random.below(3))))
        }
        if random.below(2) == 0 { refresh.entries.append(.gap(random.below(5), source: random.below(3))) }
        scene.send(.refreshed(refresh))
        return true
      case 8:
        scene.send(.resized(rows: random.below(40), columns: random.below(200)))
        return false
      default:
        scene.status(random.below(3)) { status in
          status.state = random.pick(LoadState.allCases)
          status.failure = SourceFailure(.status, random.pick(Hostile.titles))
          status.title = random.pick(Hostile.titles)
        }
        return true
      }
    }

    private func input(_ random: inout SplitMix64) -> TerminalInput {
      switch random.below(30) {
      case 0: .paste(begins: random.below(3) == 0)
      case 1...10: .key(random.pick(TerminalKey.allCases))
      case 11...15: .press(row: random.below(50) - 5, column: random.below(200) - 5)
      case 16...20: .wheel(isUp: random.below(2) == 0)
      default: .character(random.pick(Array("jk bgGnNpsrRToy?/123q\u{0C}\u{07}é日 ")))
      }
    }
  }

  /// Rows fill the screen, no cell holds a control character, place and choice are in range.
  private func check(_ scene: Scene, _ note: String) {
    let machine = scene.machine
    let screen = machine.screen
    #expect(screen.rows.count == max(0, machine.rows), "\(note)")
    for row in screen.rows {
      let width = DisplayWidth.of(row.text)
      #expect(width == max(1, machine.columns) && row.columns == width, "\(note): \(row.text)")
      let isClean = row.text.unicodeScalars.allSatisfy { !Hostile.isObeyed($0) }
      #expect(isClean, "\(note): \(row.text.debugDescription)")
    }
    #expect(machine.selected >= 0 && machine.selected <= max(0, machine.shown.count - 1), "\(note)")
    #expect(machine.top >= 0 && machine.top <= machine.selected, "\(note)")
    #expect(machine.selected < machine.top + machine.listHeight, "\(note)")
    for case .open(let url) in scene.actions {
      #expect(url.hasPrefix("https://example.org/"), "\(note): \(url)")
    }
  }

  /// The rows of the screen are the same where there were rows.
  private func nothingMoved(_ before: Scene, _ after: Scene, _ note: String) {
    func rows(_ machine: ReaderMachine) -> [ReaderRow] {
      machine.shown.dropFirst(machine.top).prefix(machine.listHeight).map { machine.list[$0] }
    }
    let were = rows(before.machine)
    #expect(Array(rows(after.machine).prefix(were.count)) == were, "\(note)")
    #expect(before.machine.shown.isEmpty || before.machine.chosen == after.machine.chosen, "\(note)")
  }

  /// What was there is there in the same order, whatever came between.
  private func order(_ before: Scene, _ after: Scene, _ note: String) {
    var rest = after.machine.list[...]
    for row in before.machine.list where row.key != nil {
      guard let place = rest.firstIndex(of: row) else {
        Issue.record("\(note): \(row) is gone or has moved")
        return
      }
      rest = rest[(place + 1)...]
    }
  }
}
