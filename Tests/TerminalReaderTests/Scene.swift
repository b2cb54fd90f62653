import Curses
import WeftKit

@testable import TerminalReader

/// A reader's machine with items to read, without terminal and feed.
struct Scene {
  var machine: ReaderMachine
  var actions: [ReaderAction] = []

  init(
    sources: [String] = ["blog", "forum"], rows: Int = 10, columns: Int = 64,
    restoring: ReaderMachine.Restoring? = nil, read: Set<UInt64> = []
  ) {
    machine = ReaderMachine(
      sources: sources.map { ReaderMachine.Source(name: $0) }, rows: rows, columns: columns, read: read,
      restoring: restoring)
    send(.resized(rows: rows, columns: columns))
  }

  /// The `number`th item of a test feed: an hour older than the one before, from the sources in turn.
  static func item(_ number: Int, source: Int? = nil, title: String? = nil) -> ReaderItem {
    var item = ReaderItem(
      source: source ?? number % 2, title: title ?? "Title \(number)", identity: UInt64(bitPattern: Int64(number)))
    item.date = Timestamp(seconds: 1_738_332_000 - Int64(number) * 3_600)
    item.url = "https://example.org/\(number)"
    return item
  }

  mutating func send(_ event: ReaderEvent) { actions += machine.handle(event) }

  mutating func items(_ numbers: ClosedRange<Int>) { send(.items(numbers.map { Scene.item($0) })) }

  /// Types the characters.
  mutating func type(_ text: String) { for character in text { send(.input(.character(character))) } }

  mutating func press(_ keys: TerminalKey...) { for key in keys { send(.input(.key(key))) } }

  /// Takes the actions that came since the last time.
  mutating func taken() -> [ReaderAction] {
    defer { actions = [] }
    return actions
  }

  mutating func status(_ source: Int, _ change: (inout SourceStatus) -> Void) {
    var status = machine.statuses[source]
    change(&status)
    send(.status(status))
  }

  var text: String { machine.screen.text }

  /// The numbers of the items that stand in the list, from its top.
  var numbers: [Int] {
    machine.shown.compactMap { machine.list[$0] }.filter { $0.key != nil }.map { Int(Int64(bitPattern: $0.identity)) }
  }
}
