import WeftModel

/// The life of one plugin program and the requests of its sources: values in, actions out; no clock, no process.
struct PluginSession: Equatable {
  private(set) var state = State.stopped(nil)
  /// The requests without an answer, by id.
  private(set) var calls: [Int: Call] = [:]
  private var backoff = RestartBackoff()
  /// Ids count on over restarts: an answer of an earlier process is never taken for one of this.
  private var lastID = 0
  private(set) var handshakeID = 0
  private var notifications = 0
  /// Log entries that belong to no request.
  private var notes: [String] = []

  /// The name for messages.
  let name: String
  /// What `initialize` sends.
  let initialization: JSONTree
  let folder: String

  init(name: String, initialization: JSONTree = .object([]), folder: String = "") {
    self.name = name
    self.initialization = initialization
    self.folder = folder
  }

  /// When `tick` has something to do.
  var nextDeadline: Timestamp? {
    var next = calls.values.map(\.phase.deadline).min()
    switch state {
    case .starting(let until), .closing(.some(let until)): next = min(next ?? until, until)
    case .stopped, .ready, .ending, .refused, .closing(nil), .closed: break
    }
    return next
  }

  // MARK: from the sources

  /// A source wants a page.
  ///
  /// - Returns: the id under which its answer comes, and what to do.
  mutating func request(_ params: String, timeout: Duration, at now: Timestamp) -> (id: Int, actions: [Action]) {
    lastID += 1
    let id = lastID
    let until = now.advanced(by: timeout)
    switch state {
    case .stopped(let pause):
      if let pause, pause.until > now { return (id, [fail(id, pause)]) }
      calls[id] = Call(params: params, timeout: timeout, phase: .queued(until: until))
      lastID += 1
      handshakeID = lastID
      state = .starting(until: now.advanced(by: PluginProtocol.handshake))
      notifications = 0
      notes = []
      return (id, [.start, .send(PluginCall.initialize(id: handshakeID, settings: initialization, folder: folder))])
    case .starting:
      calls[id] = Call(params: params, timeout: timeout, phase: .queued(until: until))
      return (id, [])
    case .ready:
      calls[id] = Call(params: params, timeout: timeout, phase: .sent(until: until))
      return (id, [.send(PluginCall.request(id: id, method: "page", params: params))])
    case .ending(let pause): return (id, [fail(id, pause)])
    case .refused(let failure): return (id, [.answer(id: id, .failure(failure), notes: [])])
    case .closing, .closed:
      return (id, [.answer(id: id, .failure(SourceFailure(.cancelled, "the plugin \(name) is shut down")), notes: [])])
    }
  }

  /// Nobody waits for the answer any more.
  mutating func cancel(_ id: Int, at now: Timestamp) -> [Action] {
    guard let call = calls[id] else { return [] }
    let answer = Action.answer(id: id, .failure(SourceFailure(.cancelled, "the request was cancelled")), notes: [])
    switch call.phase {
    case .queued:
      calls[id] = nil
      return [answer]
    case .sent:
      abandon(id, at: now)
      return [answer, .send(PluginCall.cancel(id: id))]
    case .abandoned: return []
    }
  }

  /// The last source is gone.
  mutating func close(at now: Timestamp) -> [Action] {
    switch state {
    case .stopped, .refused:
      state = .closed
      return []
    case .starting:
      let answers = failAll(SourceFailure(.cancelled, "the plugin \(name) is shut down"))
      state = .closing(until: nil)
      return answers + [.terminate(grace: PluginProtocol.grace)]
    case .ready:
      let answers = failAll(SourceFailure(.cancelled, "the plugin \(name) is shut down"))
      lastID += 1
      state = .closing(until: now.advanced(by: PluginProtocol.shutdown))
      return answers + [.send(PluginCall.request(id: lastID, method: "shutdown", params: nil)), .closeInput]
    case .ending:
      state = .closing(until: nil)
      return []
    case .closing, .closed: return []
    }
  }

  // MARK: from the program

  /// The program could not be started.
  mutating func failedToStart(_ message: String, isTransient: Bool, at now: Timestamp) -> [Action] {
    guard case .starting = state else { return [] }
    let failure = SourceFailure(.program, "the plugin \(name) does not start: \(message)")
    guard isTransient else {
      state = .refused(failure)
      return failAll(failure)
    }
    let pause = Pause(because: failure, until: backoff.failed(at: now))
    state = .stopped(pause)
    return failAll(pause)
  }

  /// It wrote a message.
  mutating func received(_ message: PluginMessage, at now: Timestamp) -> [Action] {
    switch state {
    case .starting: return greeted(message, at: now)
    case .ready: return answered(message, at: now)
    // What a program says that is on its way out changes nothing.
    case .stopped, .ending, .refused, .closing, .closed: return []
    }
  }

  /// It wrote something that is no message.
  mutating func received(garbage: String, at now: Timestamp) -> [Action] {
    switch state {
    case .starting, .ready: return stop("wrote to its standard output what is no message: \(garbage)", at: now)
    case .stopped, .ending, .refused, .closing, .closed: return []
    }
  }

  /// It does not read what it is sent.
  mutating func overflowed(at now: Timestamp) -> [Action] {
    switch state {
    case .starting, .ready: return stop("does not read its standard input", at: now)
    case .stopped, .ending, .refused, .closing, .closed: return []
    }
  }

  /// It has ended, and nothing of it is left.
  ///
  /// - Parameters:
  ///   - how: "status 3".
  ///   - isClean: it ended by itself, with status 0.
  mutating func ended(_ how: String, isClean: Bool, at now: Timestamp) -> [Action] {
    switch state {
    case .starting: return crashed("ended with \(how) before it answered initialize", at: now)
    case .ready:
      guard isClean, calls.isEmpty else { return crashed("ended with \(how)", at: now) }
      state = .stopped(nil)
      return []
    case .ending(let pause):
      state = .stopped(pause)
      return []
    case .closing:
      state = .closed
      return []
    case .stopped, .refused, .closed: return []
    }
  }

  // MARK: time

  /// Some time has passed.
  mutating func tick(at now: Timestamp) -> [Action] {
    switch state {
    case .starting(let until) where until <= now:
      return stop(
        "did not answer initialize within \(PluginProtocol.handshake.components.seconds) s", kind: .timeout, at: now)
    case .closing(.some(let until)) where until <= now:
      state = .closing(until: nil)
      return [.terminate(grace: PluginProtocol.grace)]
    case .stopped, .starting, .ready, .ending, .refused, .closing, .closed: break
    }
    var actions: [Action] = []
    for id in calls.keys.sorted() {
      guard let call = calls[id], call.phase.deadline <= now else { continue }
      switch call.phase {
      case .queued, .sent:
        let last = call.progress.map { "; it said last: \($0)" } ?? ""
        let failure = SourceFailure(
          .timeout, "the plugin \(name) did not answer within \(PluginSession.text(call.timeout))\(last)",
          retry: .scheduled)
        actions.append(.answer(id: id, .failure(failure), notes: call.notes))
        if case .sent = call.phase {
          abandon(id, at: now)
          actions.append(.send(PluginCall.cancel(id: id)))
        } else {
          calls[id] = nil
        }
      case .abandoned:
        return actions + stop("went on with a request that was cancelled", kind: .timeout, at: now)
      }
    }
    return actions
  }

  // MARK: messages

  private mutating func greeted(_ message: PluginMessage, at now: Timestamp) -> [Action] {
    switch message {
    case .result(handshakeID, let json):
      let handshake: PluginHandshake
      do throws(PluginHandshake.Problem) {
        handshake = try PluginHandshake(json: json)
      } catch {
        return refuse(error.text)
      }
      guard handshake.version == PluginProtocol.version else {
        return refuse(
          "it speaks version \(handshake.version) of the plugin protocol, this Weft version \(PluginProtocol.version)")
      }
      state = .ready
      notifications = 0
      return calls.keys.sorted().compactMap { id in
        guard let call = calls[id], case .queued(let until) = call.phase else { return nil }
        calls[id]?.phase = .sent(until: until)
        return .send(PluginCall.request(id: id, method: "page", params: call.params))
      }
    case .refusal(handshakeID, let error):
      guard case .never = error.failure(at: now).retry else {
        return stop("refused initialize: \(error.message)", at: now)
      }
      return refuse("it refused initialize: \(error.message)")
    case .result(let id, _): return stop("answered request \(id) before initialize", at: now)
    case .refusal(let id, let error):
      return stop("answered \(id.map { "request \($0)" } ?? "no request") before initialize: \(error.message)", at: now)
    case .log, .progress, .notification, .request: return noted(message, at: now)
    }
  }

  private mutating func answered(_ message: PluginMessage, at now: Timestamp) -> [Action] {
    switch message {
    case .result(let id, let json): return answered(id, .page(json), at: now)
    case .refusal(.some(let id), let error): return answered(id, .refusal(error), at: now)
    case .refusal(nil, let error): return stop("could not read a request: \(error.message)", at: now)
    case .log, .progress, .notification, .request: return noted(message, at: now)
    }
  }

  private mutating func answered(_ id: Int, _ outcome: Outcome, at now: Timestamp) -> [Action] {
    guard let call = calls.removeValue(forKey: id) else {
      return stop("answered request \(id), which is not open", at: now)
    }
    notifications = 0
    switch call.phase {
    // Too late: its caller has an answer already.
    case .abandoned: return []
    case .queued, .sent:
      if case .page = outcome { backoff.succeeded() }
      defer { notes = [] }
      return [.answer(id: id, outcome, notes: notes + call.notes)]
    }
  }

  private mutating func noted(_ message: PluginMessage, at now: Timestamp) -> [Action] {
    notifications += 1
    guard notifications <= PluginProtocol.mostNotifications else {
      return stop("sent more than \(PluginProtocol.mostNotifications) notifications without an answer", at: now)
    }
    switch message {
    case .log(let request, let level, let text) where level == "warning" || level == "error":
      if let request, let call = calls[request] {
        if call.notes.count < PluginProtocol.mostNotes { calls[request]?.notes.append(text) }
      } else if notes.count < PluginProtocol.mostNotes {
        notes.append(text)
      }
      return []
    case .progress(.some(let request), let text):
      calls[request]?.progress = text
      return []
    case .request(let id, let method): return [.send(PluginCall.notFound(id: id, method: method))]
    case .log, .progress, .notification, .result, .refusal: return []
    }
  }

  // MARK: ends

  private mutating func abandon(_ id: Int, at now: Timestamp) {
    calls[id]?.phase = .abandoned(until: now.advanced(by: PluginProtocol.cancellation))
  }

  /// It broke the protocol: it is ended, and started again when somebody asks after a while.
  private mutating func stop(_ what: String, kind: SourceFailure.Kind = .program, at now: Timestamp) -> [Action] {
    let pause = Pause(because: SourceFailure(kind, "the plugin \(name) \(what)"), until: backoff.failed(at: now))
    state = .ending(pause)
    return failAll(pause) + [.terminate(grace: PluginProtocol.grace)]
  }

  private mutating func crashed(_ what: String, at now: Timestamp) -> [Action] {
    let pause = Pause(
      because: SourceFailure(.program, "the plugin \(name) \(what)"), until: backoff.failed(at: now))
    state = .stopped(pause)
    return failAll(pause)
  }

  /// It can never be used.
  private mutating func refuse(_ why: String) -> [Action] {
    let failure = SourceFailure(.program, "the plugin \(name) cannot be used: \(why)")
    state = .refused(failure)
    return failAll(failure) + [.terminate(grace: PluginProtocol.grace)]
  }

  private mutating func failAll(_ pause: Pause) -> [Action] {
    var failure = pause.because
    failure.retry = .notBefore(pause.until)
    return failAll(failure)
  }

  private mutating func failAll(_ failure: SourceFailure) -> [Action] {
    defer { calls = [:] }
    return calls.keys.sorted().compactMap { id in
      guard let call = calls[id] else { return nil }
      if case .abandoned = call.phase { return nil }
      return .answer(id: id, .failure(failure), notes: call.notes)
    }
  }

  private func fail(_ id: Int, _ pause: Pause) -> Action {
    var failure = pause.because
    failure.retry = .notBefore(pause.until)
    return .answer(id: id, .failure(failure), notes: [])
  }

  /// `30 s`, `300 ms`.
  private static func text(_ duration: Duration) -> String {
    let milliseconds = duration.inMicroseconds / 1_000
    return milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000) s" : "\(milliseconds) ms"
  }
}
