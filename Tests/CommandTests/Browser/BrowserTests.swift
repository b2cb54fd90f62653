import Foundation
import HTTPServer
import TestSupport
import Testing
import WeftKit

@testable import WebReader

/// The page of `weft serve` in a real browser.
@Suite(.enabled(if: isLong && WebDriver.isInstalled, "needs WEFT_LONG_TESTS and Debian's chromium-driver"))
struct BrowserTests {
  @Test(.timeLimit(.minutes(5)))
  func aReaderScrolls() async throws {
    let upstream = try FiftySources()
    defer { upstream.stop() }
    let served = try await ServedFeed(upstream.configuration(), ["--title", "Fifty"])
    defer { served.run.signal(SIGTERM) }
    try await WebDriver.with { browser in
      try await scroll(browser, served, upstream)
    }
  }

  private func scroll(_ browser: WebDriver, _ served: ServedFeed, _ upstream: FiftySources) async throws {
    let origin = served.origin
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
    let expected = try await served.site.walk("title", limit: 200)
    #expect(shown == Array(expected.prefix(shown.count)))
    #expect(shown.count >= 500)
    // Each page of each source was asked for once, by however many readers.
    #expect(Set(upstream.askedPages).count == upstream.askedPages.count)

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
    let asked = upstream.server.requests.filter { $0.path == "/1" }.count
    try await browser.run("\(dead).querySelector('button').click()")
    try await browser.wait(
      for:
        "document.getElementById('status').textContent.includes('S1') || document.getElementById('status').textContent.includes('s1')"
    )
    #expect(upstream.server.requests.filter { $0.path == "/1" }.count > asked)

    // Nothing was complained of, nothing was asked of anybody else.
    let complaints = try await browser.complaints().joined(separator: "\n")
    #expect(complaints == "")
    let foreign = try await browser.requests().filter { address in
      !address.hasPrefix(origin + "/") && !address.hasPrefix("data:") && address != "about:blank"
    }
    #expect(foreign == [])
  }
}
