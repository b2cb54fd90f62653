import TestSupport
import Testing

@testable import WeftHTTP

@Suite struct AdmissionQueueTests {
  private func started(_ queue: inout AdmissionQueue<Int>) -> [Int] {
    var all: [Int] = []
    while let next = queue.next() { all.append(next) }
    return all
  }

  @Test func startsUpToTheLimitsInOrder() {
    var queue = AdmissionQueue<Int>(perHost: 2, inAll: 3)
    for number in 0..<4 { queue.append(number, host: "a") }
    for number in 4..<6 { queue.append(number, host: "b") }
    #expect(started(&queue) == [0, 4, 1])
    #expect(queue.running == 3)
    #expect(queue.waiting == 3)
    queue.ended(host: "a")
    #expect(started(&queue) == [5])
    queue.ended(host: "a")
    #expect(started(&queue) == [2])
    queue.ended(host: "b")
    queue.ended(host: "b")
    #expect(started(&queue) == [3])
    queue.ended(host: "a")
    queue.ended(host: "a")
    #expect(queue.running == 0)
    #expect(!queue.canStart)
  }

  @Test func aLongQueueHoldsNobodyUp() {
    var queue = AdmissionQueue<Int>(perHost: 1, inAll: 2)
    for number in 0..<1_000 { queue.append(number, host: "long") }
    queue.append(1_000, host: "short")
    #expect(started(&queue) == [0, 1_000])
  }

  /// Any sequence: no limit is passed, nothing is lost, each host keeps its order.
  @Test(arguments: 0..<50)
  func randomSequences(seed: Int) {
    var generator = SplitMix64(seed: UInt64(seed))
    func random(_ bound: Int) -> Int { generator.below(bound) }
    let (perHost, inAll) = (1 + random(4), 1 + random(6))
    var queue = AdmissionQueue<Int>(perHost: perHost, inAll: inAll)
    var running: [Int] = []
    var order: [Int: [Int]] = [:]
    var added = 0
    func host(_ number: Int) -> Int { number % 5 }
    for _ in 0..<300 {
      if random(2) == 0 {
        queue.append(added, host: "\(host(added))")
        added += 1
      } else if !running.isEmpty {
        let done = running.remove(at: random(running.count))
        queue.ended(host: "\(host(done))")
      }
      for number in started(&queue) {
        running.append(number)
        order[host(number), default: []].append(number)
      }
      #expect(running.count <= inAll)
      #expect(queue.running == running.count)
      for name in 0..<5 { #expect(running.count { host($0) == name } <= perHost) }
    }
    while !running.isEmpty || queue.waiting > 0 {
      for number in started(&queue) {
        running.append(number)
        order[host(number), default: []].append(number)
      }
      guard !running.isEmpty else {
        Issue.record("stuck with \(queue.waiting) waiting, seed \(seed)")
        return
      }
      queue.ended(host: "\(host(running.removeFirst()))")
    }
    #expect(order.values.reduce(0) { $0 + $1.count } == added)
    for numbers in order.values { #expect(numbers == numbers.sorted()) }
  }
}
