import Locks
import Processes
import WeftModel

/// Runs a session over a program and a clock.
///
/// It lives as long as somebody waits for it or its program has not ended, whatever becomes of the host.
final class PluginRunner: Sendable {
  /// How a request ended, and what the plugin logged for it.
  struct Answer {
    var outcome: PluginSession.Outcome
    var notes: [String]
  }

  private struct State {
    var session: PluginSession
    var program: RunningProgram?
    var waiting: [Int: CheckedContinuation<Answer, Never>] = [:]
    var tail = ErrorTail()
    var timer: (due: Timestamp, task: Task<Void, Never>)?
  }

  private let state: Lock<State>
  private let manifest: PluginManifest
  private let clock: any EngineClock

  init(_ manifest: PluginManifest, clock: any EngineClock) {
    self.manifest = manifest
    self.clock = clock
    state = Lock(
      State(
        session: PluginSession(
          name: manifest.name, initialization: manifest.initialization, folder: manifest.baseFolder)))
  }

  /// Asks for a page; returns at once when the task is cancelled.
  func page(_ params: String, timeout: Duration) async -> Answer {
    let id = Lock<Int?>(nil)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        change { state in
          let (number, actions) = state.session.request(params, timeout: timeout, at: clock.now())
          id.with { $0 = number }
          state.waiting[number] = continuation
          return actions
        }
        // Cancelled before the request had a number: the handler had nothing to cancel.
        if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      cancel(id)
    }
  }

  private func cancel(_ id: Lock<Int?>) {
    guard let id = id.with({ $0 }) else { return }
    change { $0.session.cancel(id, at: clock.now()) }
  }

  /// The last source is gone.
  func close() { change { $0.session.close(at: clock.now()) } }

  /// Changes the session and does what it says, in order, before anybody else changes it.
  private func change(_ body: (inout State) -> [PluginSession.Action]) {
    let answers = state.with { state in
      var answers: [(CheckedContinuation<Answer, Never>, Answer)] = []
      perform(body(&state), &state, &answers)
      setTimer(&state)
      return answers
    }
    for (continuation, answer) in answers { continuation.resume(returning: answer) }
  }

  private func perform(
    _ actions: [PluginSession.Action], _ state: inout State,
    _ answers: inout [(CheckedContinuation<Answer, Never>, Answer)]
  ) {
    var actions = actions[...]
    while let action = actions.popFirst() {
      switch action {
      case .start:
        if let failure = start(&state) {
          // What was to be sent has nobody to go to.
          actions =
            state.session.failedToStart(
              failure.message, isTransient: failure.isTransient, at: clock.now())[...]
        }
      case .send(let line):
        if let program = state.program, !program.send(Array(line.utf8)) {
          actions += state.session.overflowed(at: clock.now())
        }
      case .answer(let id, let outcome, let notes):
        if let continuation = state.waiting.removeValue(forKey: id) {
          answers.append((continuation, Answer(outcome: explained(outcome, state.tail), notes: notes)))
        }
      case .closeInput: state.program?.closeInput()
      case .terminate(let grace): state.program?.terminate(grace: grace)
      }
    }
  }

  /// What went wrong with a program, its own last words say best.
  private func explained(_ outcome: PluginSession.Outcome, _ tail: ErrorTail) -> PluginSession.Outcome {
    guard case .failure(var failure) = outcome, failure.kind != .cancelled, let text = tail.text else { return outcome }
    failure.message += "; its standard error ends: \(text)"
    return .failure(failure)
  }

  private func start(_ state: inout State) -> ProgramStartFailure? {
    state.tail.clear()
    let lines = Lock(LineSplitter(limit: PluginProtocol.longestLine))
    do throws(ProgramStartFailure) {
      // The program's thread keeps the runner until it has told the end.
      state.program = try RunningProgram.start(manifest.call) { [self] event in take(event, lines) }
      PluginProcesses.add(self)
      return nil
    } catch {
      return error
    }
  }

  /// On the program's own thread: what is read here no other thread waits for.
  private func take(_ event: RunningProgram.Event, _ lines: Lock<LineSplitter>) {
    switch event {
    case .output(let bytes):
      for piece in lines.with({ $0.append(bytes) }) { take(piece) }
    case .errorOutput(let bytes): state.with { $0.tail.append(bytes) }
    case .end(let end):
      // Half a line says no more than how it ended; a whole one may lack its end.
      let last = try? PluginMessage(lines.with { $0.finish() })
      change { state in
        state.program = nil
        // Under the lock: the next process of this runner must not be taken off the list with this one.
        PluginProcesses.remove(self)
        let actions = last.map { state.session.received($0, at: clock.now()) } ?? []
        return actions + state.session.ended("\(end)", isClean: end == .exited(0), at: clock.now())
      }
    }
  }

  private func take(_ piece: LineSplitter.Piece) {
    switch piece {
    case .line(let line):
      do throws(PluginMessage.Problem) {
        let message = try PluginMessage(line)
        change { $0.session.received(message, at: clock.now()) }
      } catch {
        let shown = "\(error.text): \"\(ShownText.line(line, limit: 200))\""
        change { $0.session.received(garbage: shown, at: clock.now()) }
      }
    case .tooLong(let start):
      let limit = PluginProtocol.longestLine >> 20
      let shown = "a line longer than \(limit) MiB, which begins \"\(ShownText.line(start, limit: 200))\""
      change { $0.session.received(garbage: shown, at: clock.now()) }
    }
  }

  private func setTimer(_ state: inout State) {
    guard let due = state.session.nextDeadline else {
      state.timer?.task.cancel()
      state.timer = nil
      return
    }
    // A timer that rings too early sets itself anew.
    if let timer = state.timer, timer.due <= due { return }
    state.timer?.task.cancel()
    let task = Task { [weak self, clock] in
      guard (try? await clock.sleep(until: due)) != nil else { return }
      self?.ring(due)
    }
    state.timer = (due, task)
  }

  private func ring(_ due: Timestamp) {
    change { state in
      if state.timer?.due == due { state.timer = nil }
      return state.session.tick(at: max(due, clock.now()))
    }
  }
}
