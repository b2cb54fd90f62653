import Locks
import Processes
import WeftModel

/// A program that is spoken to line by line, and what it says; for tests of plugins, which must see what a session hides.
final class PluginDialogue: Sendable {
  /// What came of a request.
  enum Reply: Equatable {
    case result(String)
    case refusal(PluginError)
    /// Anything else, as a clause: "it ended with status 3".
    case trouble(String)
  }

  private enum Heard {
    case message(PluginMessage)
    case garbage(String)
    case ended(ProgramEnd)
    case silence
  }

  private struct State {
    var program: RunningProgram?
    var heard: [Heard] = []
    var waiter: (number: Int, continuation: CheckedContinuation<Heard, Never>)?
    var waits = 0
    var lastID = 0
    var replies: [Int: Reply] = [:]
    var open: Set<Int> = []
    var tail = ErrorTail()
    var errorBytes = 0
    var notifications = 0
    var trouble: String?
    var end: ProgramEnd?
    var isFlooded = false
  }

  private let state = Lock(State())
  private let gate = Gate()
  private let clock: any EngineClock

  private static let mostHeard = 20_000

  init(_ call: ProgramCall, clock: any EngineClock) throws(ProgramStartFailure) {
    self.clock = clock
    let lines = Lock(LineSplitter(limit: PluginProtocol.longestLine))
    let program = try RunningProgram.start(call) { [self] event in take(event, lines) }
    state.with { state in
      if state.end == nil { state.program = program }
    }
  }

  // MARK: to the program

  /// Sends a request and gives its id.
  func request(_ method: String, _ params: String?) -> Int {
    let id = openRequest()
    send(PluginCall.request(id: id, method: method, params: params))
    return id
  }

  /// The id of a request whose line the caller sends.
  func openRequest() -> Int {
    state.with { state in
      state.lastID += 1
      state.open.insert(state.lastID)
      return state.lastID
    }
  }

  func send(_ text: String) { _ = state.with(\.program)?.send(Array(text.utf8)) }

  func closeInput() { state.with(\.program)?.closeInput() }

  /// Nothing more is read until `release`.
  func hold() { gate.close() }
  func release() { gate.open() }

  /// Ends the program, whatever it does.
  func kill() {
    gate.open()
    state.with(\.program)?.terminate(grace: .zero)
  }

  // MARK: from the program

  /// The answer to a request; answers to others that come before it are kept.
  func reply(to id: Int, within limit: Duration) async -> Reply {
    let deadline = clock.now().advanced(by: limit)
    while true {
      if let reply = state.with({ $0.replies.removeValue(forKey: id) }) { return reply }
      if let trouble = await step(until: deadline, "no answer within \(PluginDialogue.text(limit))") {
        return .trouble(trouble)
      }
    }
  }

  /// The next error that names no request: what a line gets that cannot be read.
  func complaint(within limit: Duration) async -> Reply { await reply(to: PluginDialogue.nobody, within: limit) }

  /// How it ended; `nil` where it did not in time. Messages that come meanwhile are trouble.
  func end(within limit: Duration) async -> (end: ProgramEnd?, trouble: String?) {
    let deadline = clock.now().advanced(by: limit)
    var trouble: String?
    while true {
      switch await next(until: deadline) {
      case .ended(let end): return (end, trouble)
      case .silence: return (nil, trouble)
      case .garbage(let text): trouble = trouble ?? "it wrote what is no message: \(text)"
      case .message: trouble = trouble ?? "it went on writing messages"
      }
    }
  }

  /// What it wrote that is no message, or an answer to nothing.
  var trouble: String? { state.with(\.trouble) }
  /// How many bytes it wrote to its standard error.
  var errorBytes: Int { state.with(\.errorBytes) }
  /// How many processes were left when it had ended.
  var leftBehind: Int { state.with { $0.program?.leftBehind ?? 0 } }

  /// Takes one message in.
  ///
  /// - Returns: why no answer can come any more.
  private func step(until deadline: Timestamp, _ silence: String) async -> String? {
    switch await next(until: deadline) {
    case .silence: return silence
    case .ended(let end):
      let words = state.with { $0.tail.text }.map { "; its standard error ends: \($0)" } ?? ""
      return "it ended with \(end)\(words)"
    case .garbage(let text): return "it wrote what is no message: \(text)"
    case .message(.result(let id, let json)): return keep(.result(json), for: id)
    case .message(.refusal(let id, let error)): return keep(.refusal(error), for: id ?? PluginDialogue.nobody)
    case .message(.request(_, let method)): return "it sent a request of its own: \(method)"
    case .message(.log), .message(.progress), .message(.notification):
      return state.with { state in
        state.notifications += 1
        guard state.notifications > PluginProtocol.mostNotifications else { return nil }
        return "it sent more than \(PluginProtocol.mostNotifications) notifications without an answer"
      }
    }
  }

  private static let nobody = -1

  private func keep(_ reply: Reply, for id: Int) -> String? {
    state.with { state in
      guard id == PluginDialogue.nobody || state.open.remove(id) != nil else {
        state.trouble = state.trouble ?? "it answered request \(id), which is not open"
        return state.trouble
      }
      state.notifications = 0
      state.replies[id] = reply
      return nil
    }
  }

  private func next(until deadline: Timestamp) async -> Heard {
    let number = state.with { state in
      state.waits += 1
      return state.waits
    }
    let timer = Task { [clock] in
      guard (try? await clock.sleep(until: deadline)) != nil else { return }
      self.state.with { state -> CheckedContinuation<Heard, Never>? in
        guard state.waiter?.number == number else { return nil }
        defer { state.waiter = nil }
        return state.waiter?.continuation
      }?.resume(returning: .silence)
    }
    defer { timer.cancel() }
    return await withCheckedContinuation { continuation in
      let heard = state.with { state -> Heard? in
        if !state.heard.isEmpty { return state.heard.removeFirst() }
        if let end = state.end { return .ended(end) }
        if clock.now() >= deadline { return .silence }
        state.waiter = (number, continuation)
        return nil
      }
      if let heard { continuation.resume(returning: heard) }
    }
  }

  // MARK: on the program's thread

  private func take(_ event: RunningProgram.Event, _ lines: Lock<LineSplitter>) {
    switch event {
    case .output(let bytes):
      gate.pass()
      for piece in lines.with({ $0.append(bytes) }) { take(piece) }
    case .errorOutput(let bytes):
      state.with { state in
        state.errorBytes += bytes.count
        state.tail.append(bytes)
      }
    case .end(let end):
      let rest = lines.with { $0.finish() }
      if !rest.isEmpty { take(.line(rest)) }
      let waiter = state.with { state -> CheckedContinuation<Heard, Never>? in
        state.end = end
        guard state.heard.isEmpty, let waiter = state.waiter else { return nil }
        state.waiter = nil
        return waiter.continuation
      }
      waiter?.resume(returning: .ended(end))
    }
  }

  private func take(_ piece: LineSplitter.Piece) {
    switch piece {
    case .line(let line):
      do throws(PluginMessage.Problem) {
        hear(.message(try PluginMessage(line)))
      } catch {
        let text = "\(error.text): \"\(ShownText.line(line, limit: 200))\""
        state.with { $0.trouble = $0.trouble ?? "it wrote what is no message: \(text)" }
        hear(.garbage(text))
      }
    case .tooLong(let start):
      let limit = PluginProtocol.longestLine >> 20
      let text = "a line longer than \(limit) MiB, which begins \"\(ShownText.line(start, limit: 60))\""
      state.with { $0.trouble = $0.trouble ?? "it wrote \(text)" }
      hear(.garbage(text))
      kill()
    }
  }

  private func hear(_ heard: Heard) {
    let (waiter, isTooMuch) = state.with { state -> (CheckedContinuation<Heard, Never>?, Bool) in
      if let waiter = state.waiter {
        state.waiter = nil
        return (waiter.continuation, false)
      }
      guard state.heard.count < PluginDialogue.mostHeard else {
        state.trouble = state.trouble ?? "it floods its standard output with messages"
        defer { state.isFlooded = true }
        return (nil, !state.isFlooded)
      }
      state.heard.append(heard)
      return (nil, false)
    }
    waiter?.resume(returning: heard)
    if isTooMuch { kill() }
  }

  static func text(_ duration: Duration) -> String {
    let milliseconds = duration.inMicroseconds / 1_000
    return milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000) s" : "\(milliseconds) ms"
  }
}
