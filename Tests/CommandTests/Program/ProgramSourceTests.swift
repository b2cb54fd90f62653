import DemoSite
import Foundation
import HTTPServer
import TestSupport
import Testing

@testable import weft

/// `kind: command` and `filter`, with the built command.
@Suite struct ProgramSourceTests {
  private let place = TemporaryFolder()

  private func write(_ text: String, to name: String, mode: mode_t = 0o600) throws {
    try Data(text.utf8).write(to: URL(filePath: place.path).appending(path: name))
    chmod(place.path + "/" + name, mode)
  }

  /// A run over a configuration that lies in the folder, from another one.
  private func feed(
    _ configuration: String, _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws -> BuiltCommand {
    try write(configuration, to: "weft.yaml")
    var command = BuiltCommand("feed", "-c", place.path + "/weft.yaml", "--limit", "all", "--patience", "1h")
    command.arguments += arguments
    command.environment = environment
    return command
  }

  private static let pages = """
    #!/bin/sh
    [ "$1" -gt 3 ] && { echo '[]'; exit 0; }
    printf '[{"id":"%s-1","title":"One of %s","d":"2025-01-%s5"},{"id":"%s-2","title":"Two of %s","d":"2025-01-%s4"}]' \\
      "$1" "$1" "$((3 - $1))" "$1" "$1" "$((3 - $1))"
    """

  private static let paged = """
    sources:
      prog:
        kind: command
        command: [./pages, "{page}"]
        items: $[*]
        zone: UTC
        fields: {id: id, title: title, date_published: d}

    """

  @Test func pagesOfAProgram() throws {
    try write(Self.pages, to: "pages", mode: 0o700)
    let run = try feed(Self.paged).run()
    #expect(run.errors == "")
    #expect(
      run.output == """
        2025-01-25 00:00  prog  One of 1
        2025-01-24 00:00  prog  Two of 1
        2025-01-15 00:00  prog  One of 2
        2025-01-14 00:00  prog  Two of 2
        2025-01-05 00:00  prog  One of 3
        2025-01-04 00:00  prog  Two of 3

        """)
    #expect(run.status == 0)
  }

  /// Only the pages that are asked for are run.
  @Test func itIsAsLazyAsAServer() throws {
    try write(Self.pages + "\necho \"$1\" >> asked", to: "pages", mode: 0o700)
    _ = try feed(Self.paged, ["--limit", "3"]).run()
    #expect(try String(contentsOfFile: place.path + "/asked", encoding: .utf8) == "1\n2\n")
  }

  /// A token of the output goes into the next run; the first one has none.
  @Test func cursors() throws {
    let script = """
      case "$1" in
        "") echo '{"next": "b c", "items": [{"id": "first"}]}' ;;
        "b c") echo '{"next": 7, "items": [{"id": "second"}]}' ;;
        7) echo '{"next": null, "items": [{"id": "third"}]}' ;;
        *) exit 9 ;;
      esac
      """
    try write(script, to: "tokens")
    let run = try feed(
      """
      sources:
        prog:
          kind: command
          command: [sh, tokens, "{cursor}"]
          items: items
          fields: {id: id, title: id}
          paging: {cursor: next}
      """, ["--order", "interleave", "--format", "ndjson"]
    ).run()
    #expect(run.errors == "")
    let ids = run.output.split(separator: "\n").map { $0.prefix { $0 != "," } }
    #expect(ids == ["{\"id\":\"first\"", "{\"id\":\"second\"", "{\"id\":\"third\""])
  }

  /// The charset is what the document itself says: a program has no Content-Type.
  @Test func theDocumentSaysItsCharset() throws {
    let head = #"<?xml version="1.0" encoding="koi8-r"?><rss version="2.0"><channel><title>t</title><item><title>"#
    let title: [UInt8] = [0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4]
    let tail = "</title><guid>1</guid><pubDate>Sat, 25 Jan 2025 00:00:00 GMT</pubDate></item></channel></rss>"
    try Data(Array(head.utf8) + title + Array(tail.utf8)).write(to: URL(filePath: place.path + "/feed"))
    let run = try feed("sources: {prog: {kind: command, command: [cat, feed]}}").run()
    #expect(run.output == "2025-01-25 00:00  prog  Привет\n")
  }

  /// A link of the output is an address, and no argument: without a place for it there is one page.
  @Test func noLinkIsRun() throws {
    let feed =
      #"{"version": "https://jsonfeed.org/version/1.1", "next_url": "https://example.org/2", "items": [{"id": "1"}]}"#
    try write(feed, to: "feed.json")
    let run = try self.feed(
      "sources: {prog: {kind: command, command: [cat, feed.json]}}", ["--format", "ndjson"]
    ).run()
    #expect(run.errors == "")
    #expect(run.status == 0)
    #expect(run.output.split(separator: "\n").count == 1)
  }

  @Test func relativeLinksBeginAtTheURL() throws {
    let run = try feed(
      """
      sources:
        prog:
          kind: command
          url: https://example.org/blog/
          command: [echo, '[{"u": "post/1", "t": "a"}]']
          items: $[*]
          fields: {url: u, title: t}
      """, ["--format", "ndjson"]
    ).run()
    #expect(run.output.contains(#""url":"https://example.org/blog/post/1""#))
  }

  /// Others go on; what the program said is shown, without what only it may know.
  @Test func aProgramThatFails() throws {
    let configuration = """
      defaults: {request: {retry: {times: 0}}}
      sources:
        good: {kind: command, command: [cat, feed.json]}
        bad: {kind: command, command: [sh, -c, "echo no entry for $KEY >&2; exit 4"], env: {KEY: "${KEY}"}}
        none: {kind: command, command: [no-such-program-of-weft]}
        empty: {kind: command, command: ["true"]}
        text: {kind: command, command: [echo, hello]}
        slow: {kind: command, command: [sh, -c, "sleep 1000"], request: {timeout: 300ms}}
        big: {kind: command, command: [cat, /dev/zero], request: {max_bytes: 64KiB}}
      """
    try write(
      #"{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "title": "fine"}]}"#, to: "feed.json")
    let run = try feed(configuration, environment: ["KEY": "hunter2hunter2"]).run()
    #expect(run.status == 1)
    #expect(run.output.hasSuffix("good   fine\n") || run.output.contains("fine"))
    for line in [
      "sh ended with status 4: no entry for ***, given up",
      "no program named no-such-program-of-weft is in PATH, given up", "empty: page 1, true: true printed nothing",
      "sh did not end within 300 ms", "cat wrote more than 64 KiB", "text: page 1, echo hello: plain text, not a feed",
    ] {
      #expect(run.errors.contains(line), "\(line) is not in \(run.errors)")
    }
    #expect(!run.errors.contains("hunter2"))
  }

  /// Only what is named is in the environment of a program.
  @Test func theEnvironment() throws {
    let run = try feed(
      """
      sources:
        prog:
          kind: command
          command: [sh, -c, 'echo "[{\\"t\\": \\"$OPEN-$SECRET-$HOME\\"}]"']
          env: {OPEN: "a ${SECRET}"}
          items: $[*]
          fields: {title: t}
      """, environment: ["SECRET": "xyzzy", "HOME": "/nowhere"]
    ).run()
    #expect(run.output.contains("a xyzzy--\n"))
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func aSignalLeavesNothingRunning(signal: Int32) async throws {
    let mark = "weft-mark-\(UUID().uuidString)"
    let configuration = """
      sources:
        good: {kind: command, command: [cat, feed.json]}
        slow:
          kind: command
          command: [sh, -c, "trap '' INT TERM; setsid sleep 1000 & touch started; sleep 1000"]
          env: {MARK: \(mark)}
      """
    try write(#"{"version": "https://jsonfeed.org/version/1.1", "items": []}"#, to: "feed.json")
    let run = try feed(configuration).start()
    while !FileManager.default.fileExists(atPath: place.path + "/started") { await Task.yield() }
    #expect(!processes(marked: mark).isEmpty)
    run.signal(signal)
    #expect(try run.finish().status == 128 + signal)
    #expect(processes(marked: mark).isEmpty)
  }

  /// Killed itself, the command can tidy nothing up: the kernel does.
  @Test func killedItLeavesNoProgram() async throws {
    let mark = "weft-mark-\(UUID().uuidString)"
    let configuration = """
      sources:
        slow: {kind: command, command: [sh, -c, "touch started; exec sleep 1000"], env: {MARK: \(mark)}}
      """
    let run = try feed(configuration).start()
    while !FileManager.default.fileExists(atPath: place.path + "/started") { await Task.yield() }
    run.signal(SIGKILL)
    _ = try run.finish()
    while !processes(marked: mark).isEmpty { await Task.yield() }
  }

  private func processes(marked mark: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.filter { name in
      guard Int32(name) != nil, let data = FileManager.default.contents(atPath: "/proc/\(name)/environ") else {
        return false
      }
      return data.split(separator: 0).contains { $0 == Data("MARK=\(mark)".utf8) }
    }
  }

  // MARK: filter

  private static func server() throws -> LoopbackServer {
    try LoopbackServer { request in
      if request.path == "/koi8" {
        let title: [UInt8] = [0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4]
        let body =
          Array("<rss version='2.0'><channel><item><title>".utf8) + title
          + Array("</title></item></channel></rss>".utf8)
        return ServerResponse(
          headers: [.init("Content-Type", "text/html; charset=koi8-r")], body: .bytes(body))
      }
      return request.path == "/broken"
        ? .text("no", status: 500)
        : .text("<html><body><h1>no feed</h1></body></html>", status: 200)
    }
  }

  /// A filter makes a feed of what is none, and its output is looked at anew.
  @Test func aFilterMakesAFeed() throws {
    let server = try Self.server()
    defer { server.stop() }
    let run = try feed(
      """
      sources:
        made:
          url: \(server.origin)/page
          filter: [sed, 's|.*<h1>\\(.*\\)</h1>.*|{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "title": "\\1"}]}|']
      """
    ).run()
    #expect(run.errors == "")
    #expect(run.output.contains("no feed"))
    #expect(!run.output.contains("<"))
  }

  /// What the server said of the charset still holds behind a filter; what it said of the kind does not.
  @Test func aFilterKeepsTheCharset() throws {
    let server = try Self.server()
    defer { server.stop() }
    let run = try feed(
      "sources: {a: {url: '\(server.origin)/koi8', filter: [sed, s/^/ /], kind: feed}}", ["--format", "ndjson"]
    ).run()
    #expect(run.output.contains("Привет"))
  }

  /// The kind is looked for anew: the server's text/html is not the filter's.
  @Test func aFilterMakesAnotherKind() throws {
    let server = try Self.server()
    defer { server.stop() }
    let run = try feed(
      """
      sources:
        a:
          url: \(server.origin)/koi8
          filter: [echo, '{"list": [{"t": "from JSON"}]}']
          items: list
          fields: {title: t}
      """
    ).run()
    #expect(run.errors == "")
    #expect(run.output.hasSuffix("from JSON\n"))
  }

  @Test func aFilterThatFails() throws {
    let server = try Self.server()
    defer { server.stop() }
    let run = try feed(
      """
      defaults: {request: {retry: {times: 0}}}
      sources:
        one: {url: "\(server.origin)/page", filter: [sh, -c, "echo cannot >&2; exit 2"]}
        two: {url: "\(server.origin)/broken", filter: [touch, ran]}
      """
    ).run()
    #expect(run.status == 2)
    #expect(run.errors.contains("sh ended with status 2: cannot"))
    // An error of the server is the server's: no filter sees it.
    #expect(run.errors.contains("500 from"))
    #expect(!FileManager.default.fileExists(atPath: place.path + "/ran"))
  }

  /// A recording holds what programs answered; a replay runs none.
  @Test func aReplayRunsNoProgram() throws {
    try write(Self.pages + "\necho \"$1\" >> asked", to: "pages", mode: 0o700)
    let configuration = Self.paged + "    filter: [sh, -c, 'echo filtered >> asked; sed s/One/Eins/']\n"
    let recording = place.path + "/recording"
    let first = try feed(configuration, ["--record", recording]).run()
    #expect(first.output.contains("Eins of 1"))
    #expect(try String(contentsOfFile: place.path + "/asked", encoding: .utf8).contains("filtered"))
    try FileManager.default.removeItem(atPath: place.path + "/asked")
    let second = try feed(configuration, ["--replay", recording]).run()
    #expect(second == first)
    #expect(!FileManager.default.fileExists(atPath: place.path + "/asked"))
  }
}
