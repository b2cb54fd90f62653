import Processes
public import WeftModel

/// A transport that answers requests for programs by running them, and sends all others on.
///
/// A program that ends with status 0 has answered 200 with its standard output; anything else is a failure that shows
/// the end of its standard error.
public struct ProgramTransport: Transport {
  private let network: any Transport
  private let clock: any EngineClock
  private let gate: ProgramGate

  /// - Parameters:
  ///   - network: answers requests that are for no program.
  ///   - limit: so many programs run at once.
  public init(_ network: any Transport, clock: any EngineClock, limit: Int = 8) {
    self.network = network
    self.clock = clock
    gate = ProgramGate(limit: limit)
  }

  /// Runs the program, or sends the request on.
  public func response(to request: Request) async throws(SourceFailure) -> Response {
    guard let call = request.program else { return try await network.response(to: request) }
    try await gate.enter(request)
    let startedAt = clock.now()
    let result: Result<ProgramOutput, ProgramRunFailure>
    do throws(ProgramRunFailure) {
      result = .success(
        try await RunningProgram.run(call, outputLimit: request.limits.bodyBytes, timeout: request.limits.whole))
    } catch {
      result = .failure(error)
    }
    await gate.leave()
    switch result {
    case .success(let output):
      guard output.end == .exited(0) else { throw ProgramFailure.of(output, request) }
      let endedAt = clock.now()
      return Response(
        body: output.output, url: call.base, receivedAt: Timestamp(milliseconds: endedAt.microseconds / 1_000),
        duration: endedAt.since(startedAt))
    case .failure(let failure): throw ProgramFailure.of(failure, request)
    }
  }
}
