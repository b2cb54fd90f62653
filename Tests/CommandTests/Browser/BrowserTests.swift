import Foundation
import HTTPServer
import TestSupport
import Testing
import WeftKit

@testable import WebReader

/// The page of `weft serve` in a real browser.
@Suite(.enabled(if: isLong && WebDriver.isInstalled, "needs WEFT_LONG_TESTS and Debian's chromium-driver"))
struct BrowserTests {
  private static let sourceCount = 50
  private static let perPage = 10
  private static let perSource = 30

  /// Fifty feeds of thirty items, three pages each, one of which is dead, one slow, one broken.
  private static func upstream() throws -> LoopbackServer {
    try LoopbackServer { request in
      let parts = request.path.split(separator: "/")
      guard parts.count == 1, let source = Int(parts[0]) else { return .text("no", status: 404) }
      switch source {
      case 1: return .hangUp
      case 2: return .text("this is no feed", status: 200)
      default: break
      }
      let page = request.parameter("page").flatMap { Int($0) } ?? 1
      let items = ((page - 1) * perPage..<min(page * perPage, perSource)).map { index in
        // Minutes before an instant, so that all sources mix.
        let minutes = index * sourceCount + source
        let date = Date(timeIntervalSince1970: 1_750_000_000 - Double(minutes) * 60).ISO8601Format()
        return #"{"id": "\#(source)-\#(index)", "url": "\#(request.header("Host") ?? "")/x", "#
          + #""title": "Item \#(index) of \#(source)", "content_html": "<p>Text of it.</p>", "date_published": "\#(date)"}"#
      }
      let text =
        #"{"version": "https://jsonfeed.org/version/1.1", "title": "S\#(source)", "items": [\#(items.joined(separator: ","))]}"#
      let body = ServerResponse.Body.bytes(Array(text.utf8))
      let response = ServerResponse(headers: [.init("Content-Type", "application/feed+json")], body: body)
      guard source == 3, page == 1 else { return response }
      return ServerResponse(headers: response.headers, body: .slowly([Array(text.utf8)], pause: .milliseconds(300)))
    }
  }

  private static func configuration(_ origin: String) -> String {
    "defaults: {request: {retry: {times: 0}}}\nsources:\n"
      + (1...sourceCount).map { "  s\($0): {url: \"\(origin)/\($0)?page={page}\"}\n" }.joined()
  }

  /// Starts `weft serve` and gives its address.
  private func serve(_ configuration: String, _ folder: TemporaryFolder) async throws -> (RunningCommand, String) {
    var command = BuiltCommand("serve", "-c", "-", "--listen", "127.0.0.1:0", "--title", "Fifty")
    command.input = configuration
    command.seconds = 280
    command.environment = ["XDG_STATE_HOME": folder.path, "XDG_CACHE_HOME": folder.path]
    let run = try command.start()
    let errors = try await run.waitForErrors { $0.contains("until Ctrl-C") }
    let origin = errors.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/).map { String($0.0) } ?? ""
    return (run, origin)
  }

  /// The ids of the merged feed by the API, page by page.
  private func order(_ origin: String) async throws -> [String] {
    var titles: [String] = []
    var next: String? = origin + "/feed.json?limit=200"
    while let address = next {
      let data = try await WebDriver.transport.response(to: WeftKit.Request(url: address)).body
      let object = try JSONSerialization.jsonObject(with: Data(data)) as? [String: Any]
      titles += (object?["items"] as? [[String: Any]] ?? []).compactMap { $0["title"] as? String }
      next = object?["next_url"] as? String
    }
    return titles
  }

  @Test(.timeLimit(.minutes(5)))
  func aReaderScrolls() async throws {
    let upstream = try Self.upstream()
    defer { upstream.stop() }
    let folder = TemporaryFolder()
    let (run, origin) = try await serve(Self.configuration(upstream.origin), folder)
    defer { run.signal(SIGTERM) }
    let browser = try await WebDriver.start()
    do {
      try await scroll(browser, origin, upstream)
    } catch {
      await browser.quit()
      throw error
    }
    await browser.quit()
  }

  private func scroll(_ browser: WebDriver, _ origin: String, _ upstream: LoopbackServer) async throws {
    try await browser.open(origin + "/")
    let count = "document.querySelectorAll('[role=feed] > article').length"
    #expect(try await browser.number(count) == 30)
    // To the bottom again and again, until five hundred items are there.
    while try await browser.number(count) < 500 {
      let before = try await browser.number(count)
      try await browser.run("scrollTo(0, document.body.scrollHeight)")
      try await browser.wait(for: "\(count) > \(before)")
    }
    let shown =
      try await browser.run(
        "return [...document.querySelectorAll('[role=feed] > article h2')].map(e => e.textContent)") as? [String] ?? []
    let expected = try await order(origin)
    #expect(shown == Array(expected.prefix(shown.count)))
    #expect(shown.count >= 500)
    // Each page of each source was asked for once, by however many readers.
    let targets = upstream.requests.filter { !["/1", "/2"].contains($0.path) }.map(\.target)
    #expect(Set(targets).count == targets.count)

    // The ARIA feed pattern.
    #expect(try await browser.text("document.querySelector('[role=feed]').getAttribute('aria-busy')") == "false")
    let positions = try await browser.run(
      "return [...document.querySelectorAll('[role=feed] > article')].map(e => +e.getAttribute('aria-posinset'))")
    #expect(positions as? [Int] == Array(1...shown.count))

    // The address follows; coming back and loading again show the same item.
    try await browser.run("document.querySelectorAll('[role=feed] > article')[299].scrollIntoView()")
    try await browser.wait(for: "location.hash == '#' + document.querySelectorAll('[role=feed] > article')[299].id")
    let place = try await browser.address
    let title = "document.querySelector(location.hash + ' h2').textContent"
    let seen = try await browser.text(title)
    #expect(seen == expected[299])
    try await browser.open(origin + "/status.json")
    try await browser.back()
    try await browser.wait(for: "document.readyState == 'complete' && location.hash")
    #expect(try await browser.text(title) == seen)
    try await browser.open("about:blank")
    try await browser.open(place)
    try await browser.wait(for: "document.querySelector(location.hash)")
    #expect(try await browser.text(title) == seen)
    try await browser.wait(for: "Math.abs(document.querySelector(location.hash).getBoundingClientRect().top) < 5")

    // Keys.
    try await browser.open(origin + "/")
    let focused = "[...document.querySelector('[role=feed]').children].indexOf(document.activeElement)"
    try await browser.press("j")
    #expect(try await browser.number(focused) == 0)
    try await browser.press("jjk")
    #expect(try await browser.number(focused) == 1)
    try await browser.press("\u{E00F}")  // Page Down
    #expect(try await browser.number(focused) == 2)
    try await browser.press("?")
    #expect(try await browser.text("document.getElementById('help').open") == "true")
    try await browser.press("\u{E00C}")  // Escape
    #expect(try await browser.text("document.getElementById('help').open") == "false")

    // The dead source says so, and is asked again.
    let dead = "document.querySelector('.sources li[data-source=s1]')"
    #expect(try await browser.text("\(dead).dataset.state") == "error")
    #expect(try await browser.text("\(dead).title").contains("/1"))
    let asked = upstream.requests.filter { $0.path == "/1" }.count
    try await browser.run("\(dead).querySelector('button').click()")
    try await browser.wait(for: "document.getElementById('status').textContent.includes('s1')")
    #expect(upstream.requests.filter { $0.path == "/1" }.count > asked)

    // Nothing was complained of, nothing was asked of anybody else.
    let complaints = try await browser.complaints().joined(separator: "\n")
    #expect(complaints == "")
    let foreign = try await browser.requests().filter { address in
      !address.hasPrefix(origin + "/") && !address.hasPrefix("data:") && address != "about:blank"
    }
    #expect(foreign == [])
    if let pictures = ProcessInfo.processInfo.environment["WEFT_SCREENSHOTS"] {
      try await browser.open(origin + "/")
      try await browser.screenshot().write(to: URL(filePath: pictures + "/wide.png"))
      try await browser.resize(width: 400, height: 800)
      try await browser.screenshot().write(to: URL(filePath: pictures + "/narrow.png"))
    }
  }
}
