import TestSupport
import Testing

@testable import weft

/// `weft plugin test` on plugins that are broken: which check fails, and in which words.
@Suite(.enabled(if: BrokenPlugin.hasPython, "python3 is not there")) struct PluginConformanceTests {
  static let verdicts = [
    ("silent", "answers initialize", "initialize: no answer within 400 ms"),
    ("never-reads", "answers initialize", "initialize: no answer within 400 ms"),
    ("hang", "pages to the end", "page 1: no answer within 3 s"),
    ("flood-output", "pages to the end", "page 1: it wrote what is no message: a line longer than 16 MiB"),
    ("flood-messages", "pages to the end", "page 1: it sent more than 10000 notifications without an answer"),
    ("huge-page", "pages to the end", "page 1: it wrote what is no message: a line longer than 16 MiB"),
    (
      "ignores-cancel", "lets go of a cancelled request",
      "a request that was cancelled: no answer within 2 s; an answer of either sort was expected"
    ),
    ("stubborn", "ends after shutdown", "shutdown: no answer within 2 s"),
    (
      "flood-errors", "writes little to its standard error",
      "it wrote "
    ),
    (
      "crash-at-start", "answers initialize",
      "initialize: it ended with status 1; its standard error ends: broken: no module named nothing"
    ),
    ("wrong-version", "answers initialize", "it was asked for protocol version 1 and answered 2"),
    (
      "any-version", "keeps to its own protocol version",
      "asked for protocol version 999 it answered 999, not its own version or an error"
    ),
    ("crash-in-page", "pages to the end", "page 1: it"),
    (
      "garbage", "writes nothing but messages",
      "it wrote what is no message: no JSON: \"DEBUG ]0;title reading the page\""
    ),
    ("wrong-id", "pages to the end", "page 1: it answered request 1002, which is not open"),
    ("duplicate-answer", "pages to the end", "page 2: it answered request 2, which is not open"),
    ("equal-ids", "pages to the end", "page 1: the id item stands twice on it"),
    ("round", "pages to the end", "page 2: the cursor 0 came before: the pages go round"),
    (
      "zoneless", "pages to the end",
      "page 1: item 1 has a date_published that is no RFC 3339 date: \"2025-01-09T12:00:00\""
    ),
    (
      "unstable", "gives the same page for the same cursor",
      "the first page, asked twice, has other items the second time"
    ),
    (
      "takes-bad-settings", "refuses bad settings",
      "settings that are a list: it answered a page, error -32002 was expected"
    ),
    ("crashes-on-bad-settings", "refuses bad settings", "settings that are a list: it ended with status 1"),
    ("answers-all", "refuses unknown methods", "it answered a method that does not exist; error -32601 was expected"),
    ("dies-of-bad-lines", "survives a line that is no JSON", "it ended with status 1"),
    ("talks-after-shutdown", "ends after shutdown", "after shutdown it went on writing messages"),
    ("bad-status", "ends after shutdown", "it ended with status 4, status 0 was expected"),
    ("leaves-children", "leaves no process behind", "2 processes were left"),
  ]

  /// Nine at a time: most of what they do is wait.
  @Test(arguments: [0, 9, 18]) func saysWhatFails(from first: Int) throws {
    let some = Self.verdicts[first..<min(first + 9, Self.verdicts.count)].map { verdict in
      (verdict: verdict, plugins: BrokenPlugin())
    }
    let runs = try some.map { verdict, plugins in
      let (mode, _, words) = verdict
      try plugins.write(plugins.manifest("broken", mode) + "\n", to: "plugin.yaml")
      // Where the time is not what fails, it is as long as a busy machine needs.
      let timeout = words.contains("400 ms") ? "400ms" : mode == "hang" ? "3s" : "20s"
      return try BuiltCommand("plugin", "test", plugins.folder.path, "--timeout", timeout).start()
    }
    for ((verdict, plugins), running) in zip(some, runs) {
      let (mode, check, words) = verdict
      let run = try running.finish()
      let line = run.output.split(separator: "\n").first { $0.hasPrefix("FAILED " + check + ": ") }
      let said = String(line?.dropFirst("FAILED \(check): ".count) ?? "")
      #expect(said.hasPrefix(words), "\(mode): \(run.output)\(run.errors)")
      #expect(run.status == 1, "\(mode)")
      #expect(plugins.processes == [], "\(mode)")
    }
  }

  @Test func everyVerdictIsTried() { #expect(Self.verdicts.count <= 27) }

  @Test func aGoodOnePasses() throws {
    let plugins = BrokenPlugin()
    try plugins.write(plugins.manifest("broken", "good") + "\n", to: "plugin.yaml")
    let run = try BuiltCommand("plugin", "test", plugins.folder.path, "--timeout", "20s").run()
    #expect(run.status == 0, "\(run.output)")
    #expect(!run.output.contains("FAILED"))
    #expect(run.output.split(separator: "\n").count == 16)
    #expect(plugins.processes == [])
  }

  @Test(arguments: [
    (
      ["plugin", "test", "/nowhere"],
      "weft: /nowhere/plugin.yaml cannot be read: No such file or directory; a folder with a plugin.yaml was expected"
    ),
    (["plugin", "tset", "x"], "weft: “tset”: one of new, test was expected; did you mean test?"),
    (["plugin", "test"], "weft: new NAME | test PATH is missing"),
    (
      ["plugin", "new", "Bad_Name"],
      "weft: “Bad_Name” is no name of a plugin; a name has small letters, digits and -, and begins with a letter"
    ),
    (["plugin", "new", "feed"], "weft: the kind feed is built in"),
    (["plugin", "new", "x", "--setting", "a=b"], "weft: --setting belongs to weft plugin test"),
  ])
  func whatCannotBeDone(arguments: [String], words: String) throws {
    var command = BuiltCommand()
    command.arguments = arguments
    let run = try command.run()
    #expect(run.errors.hasPrefix(words), "\(run.errors)")
    #expect(run.status == 2)
  }

  @Test func settingsAreCheckedBeforeAnythingStarts() throws {
    let plugins = BrokenPlugin()
    try plugins.write(plugins.manifest("broken", "good") + "\n", to: "plugin.yaml")
    let run = try BuiltCommand("plugin", "test", plugins.folder.path, "--setting", "name=[1]").run()
    #expect(run.errors.contains("test settings:4:13: error: name: expected text, found a list"), "\(run.errors)")
    #expect(run.status == 2)
    #expect(run.output == "")
  }
}
