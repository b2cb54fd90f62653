import Locks
public import WeftModel

/// What a program that ran to its end wrote.
public struct ProgramOutput: Hashable, Sendable {
  /// Its standard output.
  public var output: [UInt8]
  /// The end of its standard error, 4 KiB at most.
  public var errorOutput: [UInt8]
  /// How it ended.
  public var end: ProgramEnd
}

/// Why a run has no output.
public enum ProgramRunFailure: Error, Hashable, Sendable {
  /// It could not be started.
  case start(ProgramStartFailure)
  /// It was still running when its time was up, and was killed; with the end of its standard error.
  case timeout(Duration, errorOutput: [UInt8])
  /// It wrote more than so many bytes, and was killed.
  case tooLarge(Int)
  /// The task was cancelled, and the program killed.
  case cancelled
}

extension RunningProgram {
  /// How long a program may tidy up after it was asked to end.
  static let grace = Duration.milliseconds(500)

  /// Runs a program to its end.
  ///
  /// Cancelling the task kills it; the call returns when nothing of it is left.
  /// - Parameters:
  ///   - outputLimit: the longest standard output, in bytes.
  ///   - timeout: how long it may run.
  /// - Throws: `ProgramRunFailure`. A status other than 0 is no failure here.
  public static func run(
    _ call: ProgramCall, outputLimit: Int, timeout: Duration
  ) async throws(ProgramRunFailure) -> ProgramOutput {
    let run = OneShotRun(outputLimit: outputLimit)
    let result: Result<ProgramOutput, ProgramRunFailure> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        run.begin(call, timeout: timeout, continuation)
      }
    } onCancel: {
      run.stop(.cancelled)
    }
    return try result.get()
  }
}

/// One run: collects what the program writes, and ends it once where it must not go on.
private final class OneShotRun: Sendable {
  private struct State {
    var program: RunningProgram?
    var output: [UInt8] = []
    var errorOutput: [UInt8] = []
    var failure: ProgramRunFailure?
    var timer: Task<Void, Never>?
  }

  private let state = Lock(State())
  private let outputLimit: Int
  private static let errorLimit = 4 << 10

  init(outputLimit: Int) { self.outputLimit = outputLimit }

  func begin(
    _ call: ProgramCall, timeout: Duration,
    _ continuation: CheckedContinuation<Result<ProgramOutput, ProgramRunFailure>, Never>
  ) {
    if let failure = state.with(\.failure) { return continuation.resume(returning: .failure(failure)) }
    let program: RunningProgram
    do throws(ProgramStartFailure) {
      program = try RunningProgram.start(call) { [self] event in
        switch event {
        case .output(let bytes): take(bytes)
        case .errorOutput(let bytes): state.with { OneShotRun.append(bytes, to: &$0.errorOutput) }
        case .end(let end): continuation.resume(returning: finish(end, timeout: timeout))
        }
      }
    } catch {
      return continuation.resume(returning: .failure(.start(error)))
    }
    if let input = call.input, !input.isEmpty {
      // A body is as large as its limit allows; it waits in one piece.
      _ = program.send(whole: input)
    }
    program.closeInput()
    let timer = Task { [weak self] in
      try? await Task.sleep(for: timeout)
      if !Task.isCancelled { self?.stop(.timeout(timeout, errorOutput: [])) }
    }
    let failure = state.with { state in
      state.program = program
      state.timer = timer
      return state.failure
    }
    // Cancelled, or too much, before the program was in its place.
    if failure != nil { program.terminate(grace: RunningProgram.grace) }
  }

  func stop(_ failure: ProgramRunFailure) {
    let program = state.with { state -> RunningProgram? in
      guard state.failure == nil else { return nil }
      state.failure = failure
      return state.program
    }
    program?.terminate(grace: failure == .cancelled ? .zero : RunningProgram.grace)
  }

  private func take(_ bytes: [UInt8]) {
    let isTooLarge = state.with { state in
      guard state.failure == nil else { return false }
      guard state.output.count + bytes.count <= outputLimit else {
        state.output = []
        return true
      }
      state.output += bytes
      return false
    }
    if isTooLarge { stop(.tooLarge(outputLimit)) }
  }

  private func finish(_ end: ProgramEnd, timeout: Duration) -> Result<ProgramOutput, ProgramRunFailure> {
    state.with { state in
      state.timer?.cancel()
      state.timer = nil
      // The program's own reference back to this run ends here.
      state.program = nil
      switch state.failure {
      case .timeout: return .failure(.timeout(timeout, errorOutput: state.errorOutput))
      case let failure?: return .failure(failure)
      case nil: return .success(ProgramOutput(output: state.output, errorOutput: state.errorOutput, end: end))
      }
    }
  }

  private static func append(_ bytes: [UInt8], to tail: inout [UInt8]) {
    tail += bytes.suffix(errorLimit)
    if tail.count > errorLimit { tail.removeFirst(tail.count - errorLimit) }
  }
}
