import Foundation
import Testing
import TestSupport
import WeftModel

@testable import Processes

@Suite struct OneShotTests {
  @Test func outputAndStatus() async throws {
    let output = try await run(shell("printf 'a\\nb'; echo oops >&2; exit 3")).get()
    #expect(output.text == "a\nb")
    #expect(output.errorText == "oops\n")
    #expect(output.end == .exited(3))
  }

  @Test func endsBySignal() async throws {
    let output = try await run(shell("kill -SEGV $$")).get()
    #expect(output.end == .signalled(11))
    #expect(output.end.description == "signal 11 (segmentation fault)")
  }

  @Test func readsItsInput() async throws {
    let text = String(repeating: "0123456789", count: 100_000)
    let output = try await run(
      ProgramCall(arguments: ["cat"], input: Array(text.utf8)), outputLimit: 2 << 20
    ).get()
    #expect(output.text == text)
  }

  @Test func withoutInputItReadsTheEnd() async throws {
    #expect(try await run(shell("cat; echo end")).get().text == "end\n")
  }

  /// A program that does not read is no reason to wait or to be killed by a signal.
  @Test func inputThatNobodyReads() async throws {
    let text = String(repeating: "x", count: 4 << 20)
    let output = try await run(shell("exec 0<&-; echo done", input: text)).get()
    #expect(output.text == "done\n")
    #expect(output.end == .exited(0))
  }

  @Test func argumentsAreNotForAShell() async throws {
    let arguments = ["printf", "%s|", "a b", "$HOME", "'", "*", "", "ä\n"]
    #expect(try await run(ProgramCall(arguments: arguments)).get().text == "a b|$HOME|'|*||ä\n|")
  }

  @Test func theEnvironmentIsWhatIsNamed() async throws {
    setenv("WEFT_TEST_SECRET", "hunter2", 1)
    let call = ProgramCall(arguments: ["env"], environment: [.init(name: "NAMED", value: "a=b c")])
    let names = try await run(call).get().text.split(separator: "\n").map { $0.prefix { $0 != "=" } }
    #expect(Set(names) == ["NAMED", "PATH", "WEFT_PROGRAM"])
    #expect(try await run(call).get().text.contains("NAMED=a=b c\n"))
  }

  @Test func theWorkingDirectory() async throws {
    let folder = TemporaryFolder()
    var call = shell("pwd -P; ls")
    call.directory = folder.path
    try "".write(toFile: folder.path + "/here", atomically: true, encoding: .utf8)
    #expect(try await run(call).get().text.hasSuffix("here\n"))
    call.directory = folder.path + "/none"
    #expect(
      await run(call)
        == .failure(
          .start(
            .init(
              "the directory \(folder.path)/none cannot be entered: No such file or directory"))))
  }

  /// A program below the working directory is named as a person there would name it.
  @Test func aProgramOfTheDirectory() async throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/tool"
    try "#!/bin/sh\necho mine".write(toFile: path, atomically: true, encoding: .utf8)
    var call = ProgramCall(arguments: ["./tool"], directory: folder.path)
    #expect(await run(call) == .failure(.start(.init("./tool cannot be run: Permission denied"))))
    chmod(path, 0o700)
    #expect(try await run(call).get().text == "mine\n")
    call.arguments = ["./none"]
    #expect(await run(call) == .failure(.start(.init("./none cannot be run: No such file or directory"))))
    call.arguments = ["no-such-program-of-weft"]
    #expect(await run(call) == .failure(.start(.init("no program named no-such-program-of-weft is in PATH"))))
    call.arguments = []
    #expect(await run(call) == .failure(.start(.init("there is no program to start"))))
    call.arguments = ["echo", "a\0b"]
    #expect(await run(call) == .failure(.start(.init("an argument of echo holds a NUL character"))))
  }

  /// Nothing of ours is open in a program, whoever opened it and however.
  @Test func noDescriptorIsInherited() async throws {
    let descriptor = open("/dev/null", O_RDONLY)
    defer { close(descriptor) }
    let output = try await run(ProgramCall(arguments: ["ls", "/proc/self/fd"])).get().text
    // The last one is the folder that it lists.
    #expect(output == "0\n1\n2\n3\n")
  }

  @Test func noSignalIsBlockedOrIgnored() async throws {
    let lines = try await run(
      ProgramCall(arguments: ["grep", "-E", "Sig(Blk|Ign)", "/proc/self/status"])
    ).get().text
    let masks = lines.split(separator: "\n").compactMap { $0.split(separator: "\t").last }
    #expect(masks.count == 2)
    #expect(masks.allSatisfy { $0.allSatisfy { $0 == "0" } })
  }

  @Test func tooMuchOutput() async {
    let remains = Remains("flood")
    let flood = shell("while :; do echo flooooooooooooood; done", environment: [remains.variable])
    #expect(await run(flood, outputLimit: 10_000) == .failure(.tooLarge(10_000)))
    #expect(remains.processes.isEmpty)
  }

  /// The limit itself is allowed.
  @Test func justEnoughOutput() async throws {
    #expect(try await run(shell("printf 12345"), outputLimit: 5).get().text == "12345")
    #expect(await run(shell("printf 123456"), outputLimit: 5) == .failure(.tooLarge(5)))
  }

  @Test func timeIsUp() async {
    let remains = Remains("time")
    let slow = shell("echo waiting >&2; sleep 1000", environment: [remains.variable])
    #expect(
      await run(slow, timeout: .milliseconds(200))
        == .failure(.timeout(.milliseconds(200), errorOutput: Array("waiting\n".utf8))))
    #expect(remains.processes.isEmpty)
  }

  /// Who does not want to end is killed after the grace.
  @Test func termIsIgnored() async {
    let remains = Remains("term")
    let stubborn = shell("trap '' TERM; while :; do sleep 1000; done", environment: [remains.variable])
    let result = await run(stubborn, timeout: .milliseconds(100))
    #expect(result == .failure(.timeout(.milliseconds(100), errorOutput: [])))
    #expect(remains.processes.isEmpty)
  }

  /// A program may tidy up when it is asked to end.
  @Test func termIsHeard() async throws {
    let folder = TemporaryFolder()
    let file = folder.path + "/tidied"
    // The shell waits for the sleep itself, so that its trap runs at once.
    let tidy = shell("trap 'touch \(file); exit 1' TERM; sleep 1000 & wait")
    _ = await run(tidy, timeout: .milliseconds(300))
    #expect(FileManager.default.fileExists(atPath: file))
  }

  @Test func cancellationKills() async {
    let remains = Remains("cancel")
    let call = shell("echo ready >&2; sleep 1000", environment: [remains.variable])
    let task = Task { await run(call) }
    while remains.processes.isEmpty { await Task.yield() }
    task.cancel()
    #expect(await task.value == .failure(.cancelled))
    #expect(remains.processes.isEmpty)
  }

  @Test func cancelledBeforeItBegan() async {
    let task = Task { () async -> Result<ProgramOutput, ProgramRunFailure> in
      withUnsafeCurrentTask { $0?.cancel() }
      return await run(shell("echo never"))
    }
    #expect(await task.value == .failure(.cancelled))
  }

  /// What a program leaves behind: in its group, in a session of its own, with its pipes open or closed.
  @Test(arguments: [
    "sleep 1000 & echo done", "sleep 1000 >/dev/null 2>&1 & echo done", "setsid sleep 1000 & echo done",
    "(setsid sleep 1000 >/dev/null 2>&1 &) ; echo done", "trap '' HUP TERM; sleep 1000 & echo done",
  ])
  func nothingIsLeftBehind(_ script: String) async throws {
    let remains = Remains("behind")
    let output = try await run(shell(script, environment: [remains.variable])).get()
    #expect(output.text == "done\n")
    #expect(remains.processes.isEmpty)
  }

  @Test func nothingStaysOpen() async throws {
    func open() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
    _ = await run(shell("true"))
    let before = try open()
    for script in ["true", "exit 4", "cat", "echo a; echo b >&2"] { _ = await run(shell(script, input: "x")) }
    _ = await run(ProgramCall(arguments: ["no-such-program-of-weft"]))
    #expect(try open() <= before)
  }

  @Test func manyAtOnce() async {
    let texts = await withTaskGroup(of: String?.self) { group in
      for number in 0..<40 { group.addTask { try? await run(shell("cat", input: "\(number)")).get().text } }
      var texts: [String?] = []
      for await text in group { texts.append(text) }
      return texts
    }
    #expect(Set(texts) == Set((0..<40).map { "\($0)" }))
  }
}
