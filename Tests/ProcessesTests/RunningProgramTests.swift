import Foundation
import Testing
import TestSupport
import WeftModel

@testable import Processes

/// A program that lives longer than one answer.
@Suite struct RunningProgramTests {
  /// What a program did, in order.
  final class Log: Sendable {
    private let stream: AsyncStream<RunningProgram.Event>
    private let continuation: AsyncStream<RunningProgram.Event>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func receive(_ event: RunningProgram.Event) {
      continuation.yield(event)
      if case .end = event { continuation.finish() }
    }

    /// The next line of output, whole: the tests' programs write a line at a time.
    func line() async -> String? {
      for await event in stream {
        if case .output(let bytes) = event { return String(decoding: bytes, as: UTF8.self) }
        if case .end = event { return nil }
      }
      return nil
    }

    func end() async -> ProgramEnd? {
      for await event in stream { if case .end(let end) = event { return end } }
      return nil
    }
  }

  @Test func asksAndAnswers() async throws {
    let log = Log()
    let program = try RunningProgram.start(
      shell("while read line; do echo \"got $line\"; done; echo bye; exit 7"), receive: log.receive)
    for word in ["one", "two"] {
      #expect(program.send(Array("\(word)\n".utf8)))
      #expect(await log.line() == "got \(word)\n")
    }
    program.closeInput()
    #expect(!program.send([0x0A]))
    #expect(await log.line() == "bye\n")
    #expect(await log.end() == .exited(7))
  }

  /// What a program wrote just before it ended is told, however slowly it is taken.
  @Test func theLastWordsAreTold() async throws {
    let folder = TemporaryFolder()
    let script = "echo $$; while [ ! -e go ]; do :; done; echo two; echo three"
    let log = Log()
    var call = shell(script)
    call.directory = folder.path
    let program = try RunningProgram.start(call) { event in
      if case .output(let bytes) = event, let process = Int32(String(decoding: bytes.dropLast(), as: UTF8.self)) {
        // The rest is written, and the program is over, before this first chunk is taken.
        _ = FileManager.default.createFile(atPath: folder.path + "/go", contents: nil)
        while !Remains.isZombie(process) {}
      }
      log.receive(event)
    }
    _ = await log.line()
    #expect(await log.line() == "two\nthree\n")
    #expect(await log.end() == .exited(0))
    _ = program
  }

  @Test func endsWhenItIsDropped() async throws {
    let remains = Remains("dropped")
    let log = Log()
    var program: RunningProgram? = try RunningProgram.start(
      shell("echo up; sleep 1000", environment: [remains.variable]), receive: log.receive)
    #expect(await log.line() == "up\n")
    _ = program
    program = nil
    #expect(await log.end() == .signalled(9))
    #expect(remains.processes.isEmpty)
  }

  @Test func endsByItselfWhenAsked() async throws {
    let log = Log()
    let program = try RunningProgram.start(
      shell("trap 'echo tidy; exit 0' TERM; echo up; while :; do sleep 0.05; done"), receive: log.receive)
    #expect(await log.line() == "up\n")
    program.terminate(grace: .seconds(20))
    #expect(await log.line() == "tidy\n")
    #expect(await log.end() == .exited(0))
  }

  /// A program that does not read holds up nobody; there is a bound on what waits for it.
  @Test func theInputIsBounded() async throws {
    let log = Log()
    let program = try RunningProgram.start(shell("echo up; sleep 1000"), receive: log.receive)
    #expect(await log.line() == "up\n")
    let chunk = [UInt8](repeating: 0x78, count: 1 << 20)
    let accepted = (0..<20).prefix { _ in program.send(chunk) }.count
    #expect((8...9).contains(accepted))
    program.terminate(grace: .zero)
    #expect(await log.end() == .signalled(9))
    #expect(!program.send(chunk))
  }

  @Test func allAreKilledAtOnce() async throws {
    let remains = Remains("all")
    let logs = [Log(), Log()]
    let programs = try logs.map { log in
      try RunningProgram.start(
        shell("setsid sleep 1000 & trap '' TERM; echo up; sleep 1000", environment: [remains.variable]),
        receive: log.receive)
    }
    for log in logs { #expect(await log.line() == "up\n") }
    RunningProgram.killAll()
    for log in logs { #expect(await log.end() == .signalled(9)) }
    #expect(remains.processes.isEmpty)
    _ = programs
  }
}
