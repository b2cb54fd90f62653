import Foundation
import TestSupport
import Testing
import WeftModel

@testable import ExternalProcess

/// Every event in every state. The file beside it is the whole table, to be read; `WEFT_GOLDEN=write` writes it anew.
struct SessionGridTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/grid.txt")

  @Test func theWholeGridIsAsWritten() throws {
    var lines: [String] = []
    for state in SessionFixture.states {
      lines.append("\(state):")
      for event in SessionFixture.events {
        var (session, id) = SessionFixture.session(state)
        let actions = event.happen(&session, id)
        let said = SessionFixture.text(actions)
        lines.append("  \(event.name) → \(SessionFixture.text(session.state))\(said.isEmpty ? "" : ": " + said)")
      }
    }
    let text = lines.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["WEFT_GOLDEN"] == "write" {
      try text.write(to: Self.file, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n").map(String.init)
    for (line, wanted) in zip(lines, expected) { #expect(line == wanted) }
    #expect(lines.count == expected.count)
  }

  /// Whatever happens in whatever order: each request is answered once, one process runs at a time, and what was closed
  /// and has ended leaves nothing open.
  @Test(arguments: 0..<40) func eachRequestIsAnsweredOnce(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var session = PluginSession(name: "p")
    var open: Set<Int> = []
    var isRunning = false
    var now = SessionFixture.start
    func take(_ actions: [PluginSession.Action]) {
      for action in actions {
        switch action {
        case .start:
          #expect(!isRunning, "seed \(seed)")
          isRunning = true
        case .answer(let id, _, _): #expect(open.remove(id) != nil, "seed \(seed): request \(id) is answered twice")
        case .send, .closeInput, .terminate: break
        }
      }
    }
    for _ in 0..<400 {
      now = now.advanced(by: .milliseconds(Int64(random.below(4_000))))
      switch random.below(12) {
      case 0, 1, 2:
        let (id, actions) = session.request("{}", timeout: .seconds(5), at: now)
        open.insert(id)
        take(actions)
      case 3: take(session.cancel(open.randomElement(using: &random) ?? 1, at: now))
      case 4, 5, 6:
        guard isRunning else { break }
        let call = session.calls.keys.sorted().randomElement(using: &random) ?? 1
        let id = isStarting(session) ? session.handshakeID : call
        take(session.received(.result(id: id, json: SessionFixture.greeting), at: now))
      case 7: if isRunning, random.below(4) == 0 { take(session.received(garbage: "x", at: now)) }
      case 8:
        guard isRunning, random.below(3) == 0 else { break }
        isRunning = false
        take(session.ended("status 1", isClean: random.below(2) == 0, at: now))
      case 9: if isRunning { take(session.received(.log(request: nil, level: "error", text: "x"), at: now)) }
      default: take(session.tick(at: now))
      }
      let phases = session.calls.values.map(\.phase)
      let waiting = phases.filter { if case .abandoned = $0 { false } else { true } }.count
      #expect(waiting == open.count, "seed \(seed)")
    }
    take(session.close(at: now))
    if isRunning { take(session.ended("signal 9", isClean: false, at: now)) }
    #expect(open.isEmpty, "seed \(seed)")
    #expect(session.state == .closed, "seed \(seed)")
    #expect(session.nextDeadline == nil, "seed \(seed)")
  }

  private func isStarting(_ session: PluginSession) -> Bool {
    if case .starting = session.state { true } else { false }
  }
}
