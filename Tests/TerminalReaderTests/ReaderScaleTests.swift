import Curses
import TestSupport
import Testing

@testable import TerminalReader

/// A hundred thousand items, read from the first to the last.
@Suite(.enabled(if: isLong, "needs WEFT_LONG_TESTS")) struct ReaderScaleTests {
  @Test func aKeyCostsTheSameAtTheEnd() {
    var scene = Scene(sources: (0..<50).map { "source \($0)" }, rows: 40, columns: 100)
    var number = 0
    var mostItems = 0
    func read(to goal: Int) -> Duration {
      ContinuousClock().measure {
        while number < goal {
          scene.send(.items((number + 1...number + 20).map { Scene.item($0, source: $0 % 50) }))
          number += 20
          for _ in 0..<20 {
            scene.type("j")
            _ = scene.machine.screen
          }
          mostItems = max(mostItems, scene.machine.items.count)
          scene.actions = []
        }
      }
    }
    let first = read(to: 1_000)
    while number < 99_000 {
      scene.send(.items((number + 1...number + 200).map { Scene.item($0, source: $0 % 50) }))
      number += 200
      scene.press(.end)
      mostItems = max(mostItems, scene.machine.items.count)
      scene.actions = []
    }
    let last = read(to: 100_000)
    // Figures for people; a test that fails by the clock would fail on a busy machine.
    print("a key with its screen: \(first / 1_000) at the start, \(last / 1_000) behind 99,000 items")
    print("items held: \(mostItems) at most; a row takes \(MemoryLayout<ReaderRow>.stride) bytes")
    #expect(mostItems <= 4 * ReaderMachine.reach + 256)
    #expect(scene.machine.list.count == 100_000)
  }
}
