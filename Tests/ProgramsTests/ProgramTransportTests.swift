import Testing
import TestSupport
import WeftModel

@testable import Programs

/// What the source of a program is told.
@Suite struct ProgramTransportTests {
  private let clock = TestClock()
  private let nobody = ScriptedTransport { request throws(SourceFailure) in
    throw SourceFailure(.request, "no server was meant", url: request.url)
  }

  private func answer(
    _ script: String, input: [UInt8]? = nil, limits: RequestLimits = RequestLimits()
  ) async -> Result<Response, SourceFailure> {
    let call = ProgramCall(arguments: ["sh", "-c", script], input: input, base: "https://example.org/")
    do throws(SourceFailure) {
      return .success(
        try await ProgramTransport(nobody, clock: clock).response(
          to: Request(program: call, limits: limits)))
    } catch {
      return .failure(error)
    }
  }

  @Test func theOutputIsTheBody() async throws {
    let response = try await answer("cat; echo warned >&2", input: Array("[1]".utf8)).get()
    #expect(response.status == 200)
    #expect(response.body == Array("[1]".utf8))
    #expect(response.url == "https://example.org/")
    #expect(response.headers.fields.isEmpty)
  }

  @Test func aStatusIsAFailure() async {
    let script = "printf 'fatal: \\033[31mno such\\nbranch' >&2; echo '[]'; exit 128"
    #expect(
      await answer(script)
        == .failure(
          SourceFailure(
            .program, "sh ended with status 128: fatal: [31mno such branch", url: "sh -c '\(quoted(script))'",
            retry: .once)))
  }

  private func quoted(_ script: String) -> String { script.replacing("'", with: "'\\''") }

  @Test func aTemporaryFailureIsTriedAgain() async {
    guard case .failure(let failure) = await answer("exit 75") else { Issue.record("it answered"); return }
    #expect(failure.retry == .scheduled)
    #expect(failure.message == "sh ended with status 75")
  }

  @Test func aSignal() async {
    guard case .failure(let failure) = await answer("kill -KILL $$") else { Issue.record("it answered"); return }
    #expect(failure.message == "sh was ended by signal 9 (killed)")
    #expect(failure.retry == .once)
  }

  @Test func noProgram() async {
    let call = ProgramCall(arguments: ["no-such-program-of-weft"])
    let transport = ProgramTransport(nobody, clock: clock)
    await #expect(
      throws: SourceFailure(
        .program, "no program named no-such-program-of-weft is in PATH", url: "no-such-program-of-weft")
    ) { try await transport.response(to: Request(program: call)) }
  }

  @Test func limits() async {
    let small = await answer("echo 123456", limits: RequestLimits(bodyBytes: 4))
    #expect(failure(small)?.kind == .tooLarge)
    #expect(failure(small)?.message == "sh wrote more than 4 bytes")
    let slow = await answer("echo thinking >&2; sleep 1000", limits: RequestLimits(whole: .milliseconds(100)))
    #expect(failure(slow)?.kind == .timeout)
    #expect(failure(slow)?.message == "sh did not end within 100 ms: thinking")
    #expect(failure(slow)?.retry == .scheduled)
  }

  private func failure(_ result: Result<Response, SourceFailure>) -> SourceFailure? {
    if case .failure(let failure) = result { return failure }
    return nil
  }

  @Test func otherRequestsGoOn() async throws {
    let inner = ScriptedTransport { request in Response("body", url: request.url) }
    let transport = ProgramTransport(inner, clock: clock)
    let response = try await transport.response(to: Request(url: "https://example.org/a"))
    #expect(response.body == Array("body".utf8))
  }

  /// No more than so many run at once; who waits for a place is said to wait, and cancelled he leaves the line.
  @Test func theGate() async throws {
    let gate = ProgramGate(limit: 1)
    let request = Request(url: "")
    try await gate.enter(request)
    let waits = Locked<[Bool]>([])
    let watcher = RequestTurn { isWaiting in waits.with { $0.append(isWaiting) } }
    let second = Task { try await RequestTurn.$current.withValue(watcher) { try await gate.enter(request) } }
    while waits.with({ $0.isEmpty }) { await Task.yield() }
    let third = Task { try await gate.enter(request) }
    third.cancel()
    await #expect(throws: SourceFailure(.cancelled, "the program was cancelled", url: "")) { try await third.value }
    #expect(waits.with { $0 } == [true])
    await gate.leave()
    try await second.value
    #expect(waits.with { $0 } == [true, false])
    await gate.leave()
    try await gate.enter(request)
  }
}
