import Foundation
import TestSupport
import Testing

@testable import weft

/// A broken plugin beside a good one in one feed: the good items are whole and in order, the fault is said, and no
/// process is left.
@Suite(.enabled(if: BrokenPlugin.hasPython, "python3 is not there")) struct PluginFaultTests {
  /// A way to be broken, and what is said of it; `nil`: the feed has all its items too.
  struct Fault: CustomTestStringConvertible, Sendable {
    var mode: String
    var words: String?
    /// What is waited for; where the time is not what fails, it is as long as a busy machine needs.
    var timeout = "20s"

    var testDescription: String { mode }
  }

  static let faults = [
    Fault(
      mode: "crash-at-start",
      words:
        "ended with status 1 before it answered initialize; its standard error ends: broken: no module named nothing"),
    Fault(mode: "crash-in-page", words: "its standard error ends: Traceback: boom [31mred"),
    Fault(mode: "hang", words: "did not answer within 400 ms", timeout: "400ms"),
    Fault(mode: "silent", words: "did not answer within 400 ms", timeout: "400ms"),
    Fault(mode: "never-reads", words: "did not answer within 400 ms", timeout: "400ms"),
    Fault(mode: "ignores-cancel", words: "did not answer within 400 ms", timeout: "400ms"),
    Fault(mode: "flood-output", words: "a line longer than 16 MiB, which begins \"xxxx"),
    Fault(mode: "flood-messages", words: "sent more than 10000 notifications without an answer"),
    Fault(mode: "huge-page", words: "a line longer than 16 MiB"),
    Fault(mode: "wrong-version", words: "it speaks version 2 of the plugin protocol, this Weft version 1, given up"),
    Fault(
      mode: "garbage",
      words: "wrote to its standard output what is no message: no JSON: \"DEBUG ]0;title reading the page\""),
    Fault(mode: "wrong-id", words: "which is not open"),
    Fault(mode: "duplicate-answer", words: "which is not open"),
    Fault(mode: "flood-errors", words: nil),
    Fault(mode: "leaves-children", words: nil),
    Fault(mode: "talks-after-shutdown", words: nil),
    Fault(mode: "stubborn", words: nil),
  ]

  @Test(arguments: faults) func theRestIsUnharmed(fault: Fault) throws {
    let plugins = BrokenPlugin()
    try plugins.write(
      """
      plugins:
        fine: \(plugins.manifest("broken", "good").replacingOccurrences(of: "kinds: {broken", with: "kinds: {fine"))
        bad: \(plugins.manifest("broken", fault.mode))
      defaults: {request: {retry: {times: 0}, timeout: 20s}}
      merge: {dedupe: {by: []}}
      sources:
        one: {kind: fine, name: one}
        two: {kind: broken, name: two, request: {timeout: \(fault.timeout), retry: {times: 0}}}
        three: {kind: fine, name: three}
      """, to: "weft.yaml")
    let command = BuiltCommand(
      "feed", "-c", plugins.folder.file("weft.yaml"), "--limit", "all", "--format", "ndjson", "--patience", "60s")
    let run = try command.run()
    let good = run.output.split(separator: "\n").filter { !$0.contains("\"two-") }
    let ids = good.compactMap { $0.split(separator: "\"").first { $0.hasPrefix("one-") || $0.hasPrefix("three-") } }
    #expect(ids == (0..<6).flatMap { ["one-\($0)", "three-\($0)"] }, "\(run.errors)")
    if let words = fault.words {
      #expect(run.errors.contains(words), "\(run.errors)")
      #expect(run.errors.contains("two: page"))
      #expect(run.status == 1)
    } else {
      #expect(run.errors == "")
      #expect(run.output.split(separator: "\n").count == 18)
      #expect(run.status == 0)
    }
    #expect(plugins.processes == [])
  }

  @Test func aPluginMayTidyUp() throws {
    let plugins = BrokenPlugin()
    try plugins.write(
      """
      plugins: {p: \(plugins.manifest("broken", "says-goodbye"))}
      sources: {one: {kind: broken, request: {timeout: 20s}}}
      """, to: "weft.yaml")
    let run = try BuiltCommand(
      "feed", "-c", plugins.folder.file("weft.yaml"), "--limit", "2", "--patience", "60s"
    ).run()
    #expect(run.errors == "")
    #expect(run.status == 0)
    // The program runs in the folder of the configuration that holds its manifest.
    #expect(plugins.folder.names == ["goodbye", "weft.yaml"])
    #expect(plugins.processes == [])
  }

  @Test func interruptingLeavesNothing() async throws {
    let plugins = BrokenPlugin()
    try plugins.write(
      """
      plugins:
        fine: \(plugins.manifest("broken", "good").replacingOccurrences(of: "kinds: {broken", with: "kinds: {fine"))
        bad: \(plugins.manifest("broken", "hang"))
        children: \(plugins.manifest("broken", "leaves-children").replacingOccurrences(of: "kinds: {broken", with: "kinds: {more"))
      sources:
        one: {kind: fine}
        two: {kind: broken}
        three: {kind: more}
      """, to: "weft.yaml")
    let command = BuiltCommand(
      "feed", "-c", plugins.folder.file("weft.yaml"), "--limit", "all", "--patience", "50ms")
    let run = try command.start()
    try await run.waitForOutput { $0.contains("item 5") }
    run.signal(2)
    #expect(try run.finish().status == 130)
    #expect(plugins.processes == [])
  }
}
