import Foundation
import Locks
import Testing

@Suite struct MonitorTests {
  @Test func noChangeIsLost() async {
    let lock = Lock(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { for _ in 0..<1_000 { lock.with { $0 += 1 } } } }
    }
    #expect(lock.with { $0 } == 8_000)
  }

  /// What threads wait for reaches each of them once, whoever is first.
  @Test func handsOver() async {
    let monitor = Monitor<[Int]>([])
    let taken = Lock<[Int]>([])
    let done = Monitor(0)
    for _ in 0..<4 {
      Thread.detachNewThread {
        while let number = monitor.wait({ $0.isEmpty ? nil : $0.removeFirst() }), number >= 0 {
          taken.with { $0.append(number) }
        }
        done.change { $0 += 1 }
      }
    }
    for number in 0..<500 { monitor.change { $0.append(number) } }
    for _ in 0..<4 { monitor.change { $0.append(-1) } }
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        _ = done.wait { $0 == 4 ? true : nil }
        continuation.resume()
      }
    }
    #expect(taken.with { $0.sorted() } == Array(0..<500))
  }

  @Test func timeIsUp() {
    let monitor = Monitor(0)
    let found: Bool? = monitor.wait(seconds: 0) { _ in nil }
    #expect(found == nil)
    #expect(monitor.wait(seconds: 0) { $0 } == 0)
  }
}
