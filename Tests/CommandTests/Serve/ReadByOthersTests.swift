import Foundation
import Glibc
import TestSupport
import Testing
import WeftKit

/// What `weft serve` gives, read page by page to its end by other programs.
@Suite(.serialized, .enabled(if: isLong, "needs WEFT_LONG_TESTS"))
struct ReadByOthersTests {
  private static let python = "/usr/bin/python3"

  /// Debian's python3-feedparser is there.
  private static let hasFeedparser =
    (try? OutsideProgram.run(python, ["-c", "import feedparser"], folder: NSTemporaryDirectory()).status) == 0

  /// Follows `rel=next` and prints each entry's id.
  private static let script = """
    import sys, feedparser
    url = sys.argv[1]
    while url:
        page = feedparser.parse(url)
        if page.bozo: sys.exit("%s: %s" % (url, page.bozo_exception))
        for entry in page.entries: print(entry.id)
        url = next((link.href for link in page.feed.get("links", []) if link.rel == "next"), None)
    """

  @Test(
    .enabled(if: hasFeedparser, "needs Debian's python3-feedparser"), .timeLimit(.minutes(5)),
    arguments: ["atom", "rss"])
  func byFeedparser(_ form: String) async throws {
    let upstream = try FiftySources()
    defer { upstream.stop() }
    let served = try await ServedFeed(upstream.configuration())
    defer { served.run.signal(SIGTERM) }
    let folder = TemporaryFolder()
    let outcome = try OutsideProgram.run(
      Self.python, ["-c", Self.script, served.origin + "/feed.\(form)?limit=100"], folder: folder.path)
    #expect(outcome.errors == "")
    // Names in order, and each as it is in the other forms: Atom wants an IRI for an id.
    let ids = outcome.output.split(separator: "\n").map(String.init)
    #expect(ids.count == FiftySources.order.count)
    let ends = ids.map { String($0.split(whereSeparator: { ":/".contains($0) }).last ?? "") }
    #expect(ends == FiftySources.order)
    #expect(Set(upstream.askedPages).count == upstream.askedPages.count)
  }

  /// By another Weft, in a process of its own, all in one run and with a cursor in the middle.
  @Test(.timeLimit(.minutes(5)), arguments: ["json", "atom", "rss"])
  func byWeft(_ form: String) async throws {
    let upstream = try FiftySources()
    defer { upstream.stop() }
    let served = try await ServedFeed(upstream.configuration())
    defer { served.run.signal(SIGTERM) }
    let folder = TemporaryFolder()
    var command = BuiltCommand("feed", "-c", "-", "--limit", "all", "--format", "ndjson")
    command.input = "sources: {fifty: {url: \"\(served.origin)/feed.\(form)?limit=100\"}}\n"
    command.environment = ["XDG_STATE_HOME": folder.path, "XDG_CACHE_HOME": folder.path]
    let outcome = try command.run()
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    let titles = try outcome.output.split(separator: "\n").map { line in
      let item = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return item?["title"] as? String ?? ""
    }
    let ids = titles.map { $0.split(separator: " ") }.map { $0.count == 4 ? "\($0[3])-\($0[1])" : "?" }
    #expect(ids == FiftySources.order)
    #expect(Set(upstream.askedPages).count == upstream.askedPages.count)
  }
}
