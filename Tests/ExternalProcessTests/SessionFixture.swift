import WeftModel

@testable import ExternalProcess

/// Sessions in each of their states, and what can happen to them.
enum SessionFixture {
  static let start = Timestamp(seconds: 1_000)

  static func at(_ seconds: Int) -> Timestamp { start.advanced(by: .seconds(seconds)) }

  /// What `initialize` is answered with.
  static let greeting = "{\"protocol\":1,\"name\":\"p\",\"kinds\":[{\"name\":\"k\"}]}"

  /// A session in a state, and the id of its last request.
  static func session(_ state: String) -> (session: PluginSession, id: Int) {
    var session = PluginSession(name: "p")
    guard state != "stopped" else { return (session, 99) }
    // The handshake has id 2.
    let id = session.request("{}", timeout: .seconds(30), at: start).id
    switch state {
    case "starting": return (session, id)
    case "paused":
      _ = session.ended("status 1", isClean: false, at: start)
      return (session, 99)
    case "refused":
      _ = session.received(.result(id: 2, json: "{\"protocol\":2}"), at: start)
      return (session, 99)
    default: break
    }
    _ = session.received(.result(id: 2, json: greeting), at: start)
    switch state {
    case "asked": return (session, id)
    case "ready":
      _ = session.received(.result(id: id, json: "{}"), at: start)
      return (session, 99)
    case "cancelled":
      _ = session.cancel(id, at: start)
      return (session, id)
    case "ending":
      _ = session.received(garbage: "x", at: start)
      return (session, 99)
    case "closing", "closed":
      _ = session.received(.result(id: id, json: "{}"), at: start)
      _ = session.close(at: start)
      if state == "closed" { _ = session.ended("status 0", isClean: true, at: start) }
      return (session, 99)
    default: preconditionFailure("no state \(state)")
    }
  }

  static let states = [
    "stopped", "paused", "starting", "ready", "asked", "cancelled", "ending", "refused", "closing", "closed",
  ]

  /// Something that happens 1 s after the start, or when it says so.
  static let events: [(name: String, happen: @Sendable (inout PluginSession, Int) -> [PluginSession.Action])] = [
    ("request", { session, _ in session.request("{}", timeout: .seconds(30), at: start).actions }),
    ("request at 2 s", { session, _ in session.request("{}", timeout: .seconds(30), at: at(2)).actions }),
    ("cancel", { session, id in session.cancel(id, at: at(1)) }),
    ("close", { session, _ in session.close(at: at(1)) }),
    ("no start", { session, _ in session.failedToStart("no program", isTransient: false, at: at(1)) }),
    ("no start yet", { session, _ in session.failedToStart("no pipe", isTransient: true, at: at(1)) }),
    ("greeting", { session, _ in session.received(.result(id: 2, json: greeting), at: at(1)) }),
    ("result", { session, id in session.received(.result(id: id, json: "{}"), at: at(1)) }),
    ("error", { session, id in session.received(.refusal(id: id, PluginError(code: -1, message: "e")), at: at(1)) }),
    (
      "error of nothing",
      { session, _ in
        session.received(.refusal(id: nil, PluginError(code: -32_700, message: "e")), at: at(1))
      }
    ),
    ("log", { session, id in session.received(.log(request: id, level: "error", text: "l"), at: at(1)) }),
    ("progress", { session, id in session.received(.progress(request: id, text: "half"), at: at(1)) }),
    ("its request", { session, _ in session.received(.request(id: "5", method: "m"), at: at(1)) }),
    ("garbage", { session, _ in session.received(garbage: "no JSON: \"x\"", at: at(1)) }),
    ("overflow", { session, _ in session.overflowed(at: at(1)) }),
    ("clean end", { session, _ in session.ended("status 0", isClean: true, at: at(1)) }),
    ("end", { session, _ in session.ended("status 3", isClean: false, at: at(1)) }),
    ("tick at 1 s", { session, _ in session.tick(at: at(1)) }),
    ("tick at 10 s", { session, _ in session.tick(at: at(10)) }),
    ("tick at 30 s", { session, _ in session.tick(at: at(30)) }),
  ]

  /// A state and actions in a few words.
  static func text(_ state: PluginSession.State) -> String {
    switch state {
    case .stopped(nil): "stopped"
    case .stopped(.some(let pause)): "paused(\(seconds(pause.until)))"
    case .starting(let until): "starting(\(seconds(until)))"
    case .ready: "ready"
    case .ending(let pause): "ending(\(seconds(pause.until)))"
    case .refused: "refused"
    case .closing(let until): "closing(\(until.map(seconds) ?? "-"))"
    case .closed: "closed"
    }
  }

  static func text(_ actions: [PluginSession.Action]) -> String {
    actions.map { action in
      switch action {
      case .start: "start"
      case .send(let line):
        line.contains("\"initialize\"")
          ? "send initialize"
          : line.contains("\"page\"")
            ? "send page"
            : line.contains("\"cancel\"")
              ? "send cancel" : line.contains("\"shutdown\"") ? "send shutdown" : "send error"
      case .answer(_, let outcome, let notes): text(outcome) + (notes.isEmpty ? "" : " with \(notes)")
      case .closeInput: "close input"
      case .terminate: "terminate"
      }
    }.joined(separator: ", ")
  }

  private static func text(_ outcome: PluginSession.Outcome) -> String {
    switch outcome {
    case .page: "page"
    case .refusal(let error): "error \(error.code)"
    case .failure(let failure): "\(failure.kind.rawValue) \(text(failure.retry))"
    }
  }

  private static func text(_ retry: SourceFailure.Retry) -> String {
    switch retry {
    case .never: "never"
    case .once: "once"
    case .scheduled: "scheduled"
    case .notBefore(let instant): "from \(seconds(instant))"
    }
  }

  static func seconds(_ instant: Timestamp) -> String { "\(instant.since(start).components.seconds) s" }
}
