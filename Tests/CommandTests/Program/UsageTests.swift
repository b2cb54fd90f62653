import Glibc
import Testing

@testable import weft

/// What the built command prints and how it ends where no source is asked.
@Suite struct UsageTests {
  @Test(arguments: CommandName.allCases)
  func helpText(_ command: CommandName) throws {
    let outcome = try BuiltCommand("help", command.rawValue).run()
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    try Fixture.compare(outcome.output, with: "help/\(command.rawValue).txt")
    #expect(try BuiltCommand(command.rawValue, "--help").run() == outcome)
  }

  @Test func programHelp() throws {
    let outcome = try BuiltCommand("help").run()
    try Fixture.compare(outcome.output, with: "help/weft.txt")
    #expect(try BuiltCommand("--help").run() == outcome)
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completions(_ shell: String) throws {
    let outcome = try BuiltCommand("help", "--completions", shell).run()
    #expect(outcome.status == 0)
    try Fixture.compare(outcome.output, with: "help/completions.\(shell)")
  }

  @Test func manPage() throws {
    try Fixture.compare(try BuiltCommand("help", "--man").run().output, with: "help/weft.1")
    try Fixture.compare(try BuiltCommand("help", "--man", "weft.yaml").run().output, with: "help/weft.yaml.5")
  }

  @Test func schema() throws {
    try Fixture.compare(try BuiltCommand("schema").run().output, with: "help/weft.schema.json")
  }

  @Test func version() throws {
    #expect(
      try BuiltCommand("--version").run() == .init(output: "weft \(Version.text)\n", errors: "", status: 0))
  }

  @Test(
    arguments: [
      ([], "weft: a command is missing; weft help lists the commands\n"),
      (["fed"], "weft: there is no command “fed”; did you mean feed?\n"),
      (
        ["help", "--man", "fed"],
        "weft: --man: there is no page “fed”; the pages are weft and weft.yaml\nweft help help lists the options\n"
      ),
      (
        ["feed", "--long", "--format", "csv"],
        "weft: --long goes with --format text\nweft help feed lists the options\n"
      ),
      (
        ["feed", "--times", "local", "--format", "rss"],
        "weft: --times goes with --format text or html\nweft help feed lists the options\n"
      ),
      (["import", "none.opml"], "weft: none.opml cannot be read: No such file or directory\n"),
      (["import", "-"], "weft: standard input: it is no OPML: there is no outline in it\n"),
      (["help", "fed"], "weft: there is no command “fed”; did you mean feed?\n"),
      (
        ["feed", "--limt", "3"],
        "weft: unknown option --limt; did you mean --limit?\nweft help feed lists the options\n"
      ),
      (
        ["feed", "--limit", "ten"],
        "weft: --limit “ten”: a whole number or all was expected\nweft help feed lists the options\n"
      ),
      (
        ["feed"],
        "weft: no configuration: $WEFT_CONFIG is not set, and there is no ./weft.yaml; weft demo prints one to start with; -c FILE names another\n"
      ),
      (["feed", "-c", "none.yaml"], "weft: none.yaml cannot be read: No such file or directory\n"),
      (["demo", "--limit", "3"], "weft: --limit goes with --feed\nweft help demo lists the options\n"),
      (
        ["demo", "--port", "70000"],
        "weft: --port: a number from 0 to 65535 was expected\nweft help demo lists the options\n"
      ),
      (
        ["parse", "--kind", "fed", "-"],
        "weft: --kind “fed”: one of auto, feed, json, html, xml was expected; did you mean feed?\nweft help parse lists the options\n"
      ),
      (["parse", "none.xml"], "weft: none.xml cannot be read: No such file or directory\n"),
    ] as [([String], String)])
  func mistakes(_ words: [String], _ message: String) throws {
    var command = BuiltCommand()
    command.arguments = words
    #expect(try command.run() == .init(output: "", errors: message, status: 2))
  }

  @Test func theVariableNamesTheConfiguration() throws {
    var command = BuiltCommand("feed")
    command.environment = ["WEFT_CONFIG": "/nowhere/weft.yaml"]
    let outcome = try command.run()
    #expect(outcome.status == 2)
    #expect(
      outcome.errors
        == "weft: /nowhere/weft.yaml cannot be read: No such file or directory (named by $WEFT_CONFIG)\n")
  }

  @Test(arguments: [["--version"], ["help"], ["plugins"]])
  func aClosedPipeIsNoError(_ words: [String]) throws {
    var command = BuiltCommand()
    command.arguments = words
    command.output = .closedPipe
    #expect(try command.run() == .init(output: "", errors: "", status: 0))
  }

  @Test func aFullDisk() throws {
    var command = BuiltCommand("help")
    command.output = .path("/dev/full")
    #expect(
      try command.run()
        == .init(
          output: "", errors: "weft: standard output cannot be written: No space left on device\n", status: 2))
  }

  /// As `nohup` and a shell's background do it.
  @Test(arguments: [("HUP", SIGHUP), ("INT", SIGINT)])
  func aSignalThatWasIgnoredBeforeStaysIgnored(_ name: String, _ signal: Int32) async throws {
    var command = BuiltCommand("demo")
    command.ignoredSignal = name
    let running = try command.start()
    try await running.waitForOutput { $0.contains("http://127.0.0.1:") }
    running.signal(signal)
    running.signal(SIGTERM)
    // The first that counts, counts: it would have been 129 or 130.
    #expect(try running.finish().status == 143)
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func aSignalEndsTheDemo(_ signal: Int32, _ status: Int32) async throws {
    let running = try BuiltCommand("demo").start()
    try await running.waitForOutput { $0.contains("http://127.0.0.1:") }
    running.signal(signal)
    let outcome = try running.finish()
    #expect(outcome.status == status)
    #expect(outcome.errors == "")
  }
}
