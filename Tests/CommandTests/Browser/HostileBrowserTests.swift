import Foundation
import HTTPServer
import TestSupport
import Testing
import WeftKit

@testable import WebReader

/// Pages made of script injections in a real browser: nothing runs, with the Content-Security-Policy and without it.
@Suite(.serialized, .enabled(if: isLong && WebDriver.isInstalled, "needs WEFT_LONG_TESTS and Debian's chromium-driver"))
struct HostileBrowserTests {
  /// Whatever would run is noted; a click on an address of the web goes nowhere.
  private static let watch = """
    window.ran = [];
    for (const name of ["alert", "confirm", "prompt", "open", "print"]) window[name] = (...words) => { ran.push(name + " " + words) };
    addEventListener("error", (event) => ran.push("error " + event.message));
    addEventListener("click", (event) => {
      const link = event.target.closest?.("a");
      if (link && /^(https?|mailto):/.test(link.href)) event.preventDefault();
    });
    """

  /// Does to every element of the feed what a person could.
  private static let touch = """
    for (const element of document.querySelectorAll("body, body *")) {
      if (element.closest("header, footer, .more")) continue;
      for (const name of ["mouseover", "mouseenter", "mousedown", "pointerdown", "focus", "blur", "input", "change", "toggle",
        "load", "animationend", "transitionend", "wheel", "copy", "keydown"]) element.dispatchEvent(new Event(name));
      element.focus?.();
      element.click?.();
    }
    """

  private func pass(_ browser: WebDriver, _ origin: String, _ upstream: HostileSources) async throws {
    try await browser.open(origin + "/?limit=50")
    try await browser.run("window.same = true")
    let count = "document.querySelectorAll('[role=feed] > article').length"
    while try await browser.text("!!document.querySelector('.more a[rel=next]')") == "true" {
      let before = try await browser.number(count)
      try await browser.run("scrollTo(0, document.body.scrollHeight)")
      try await browser.wait(for: "\(count) > \(before) || !document.querySelector('.more a[rel=next]')")
    }
    #expect(try await browser.number(count) == 2 * ScriptInjections.all.count)
    // Each is scrolled into view, so that pictures load and the browser lays it out.
    try await browser.run("for (const item of document.querySelectorAll('article')) item.scrollIntoView()")
    try await browser.run(Self.touch)
    try await browser.press("jjjo?\u{E00C}r")
    try await browser.run("for (const button of document.querySelectorAll('.sources button')) button.click()")
    try await browser.wait(for: "document.getElementById('status').textContent")
    #expect(try await browser.text("ran.join(', ')") == "")
    #expect(try await browser.text("window.same") == "true", "the page was left")
    #expect(try await browser.windowCount == 1)
    // Nothing covers the page, or stands in the place of its parts.
    #expect(
      try await browser.number("document.querySelectorAll('article [id], article [name], article [style]').length") == 1
        * 2 * ScriptInjections.all.count)
    #expect(
      try await browser.text(
        "[...document.querySelectorAll('article *')].every(e => getComputedStyle(e).position == 'static')") == "true")
    #expect(
      try await browser.number(
        "document.querySelectorAll('script, iframe, object, embed, base, svg, math, style').length") == 1)
    // The texts are there, as text.
    #expect(try await browser.text("document.body.textContent.includes('<script>alert(1)</script>')") == "true")
  }

  private func rest(_ browser: WebDriver, _ origin: String) async throws {
    for path in [
      "/feed.json", "/feed.atom", "/feed.rss", "/status.json", "/?cursor=<script>alert(1)</script>",
      "/<script>alert(1)</script>",
    ] {
      try await browser.open(origin + path + (path.contains("?") ? "" : "?limit=100"))
      #expect(try await browser.text("window.ran ?? ''") == "", "\(path)")
    }
  }

  private func strangers(_ browser: WebDriver, _ origins: [String]) async throws -> [String] {
    try await browser.requests().filter { address in
      !origins.contains { address.hasPrefix($0 + "/") } && !address.hasPrefix("data:,") && address != "about:blank"
        && !address.hasPrefix("data:image/svg+xml")
    }
  }

  @Test(.timeLimit(.minutes(5)), arguments: [true, false])
  func nothingRuns(withPolicy: Bool) async throws {
    let upstream = try HostileSources()
    defer { upstream.server.stop() }
    let served = try await ServedFeed(upstream.configuration, ["--title", ScriptInjections.all[0]])
    defer { served.run.signal(SIGTERM) }
    let bare = try BareSite.start(before: served)
    defer { bare.stop() }
    let origin = withPolicy ? served.origin : bare.origin
    try await WebDriver.with { browser in
      try await browser.beforeEachPage(Self.watch)
      try await browser.open(bare.origin + "/control")
      try await browser.wait(for: "ran.length")
      #expect(try await browser.text("ran.join(', ')") == "alert 1", "the test sees nothing")
      _ = try await browser.complaints()
      try await pass(browser, origin, upstream)
      try await rest(browser, origin)
      let complaints = try await browser.complaints().filter { !$0.contains("status of 4") }
      #expect(complaints == [])
      #expect(try await strangers(browser, [served.origin, bare.origin, upstream.server.origin]) == [])
    }
  }

  /// Without script the page is a plain one, with a link to the next.
  @Test(.timeLimit(.minutes(5))) func withoutScript() async throws {
    let upstream = try FiftySources()
    defer { upstream.stop() }
    let served = try await ServedFeed(upstream.configuration())
    defer { served.run.signal(SIGTERM) }
    try await WebDriver.with { browser in
      try await browser.devTools("Emulation.setScriptExecutionDisabled", ["value": true])
      var titles: [String] = []
      try await browser.open(served.origin + "/")
      for _ in 0..<3 {
        titles += try await browser.texts(of: "article h2")
        try await browser.click("a[rel=next]")
      }
      let ids = titles.map { $0.split(separator: " ") }.map { "\($0[3])-\($0[1])" }
      #expect(ids == Array(FiftySources.order.prefix(90)))
      #expect(try await browser.complaints() == [])
    }
  }
}
