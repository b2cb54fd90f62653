import Foundation
import HTTPServer
import TestSupport
import Testing
import WeftKit

/// How the page looks and behaves with what feeds have in them; with `WEFT_SCREENSHOTS=FOLDER` it leaves pictures.
@Suite(.serialized, .enabled(if: isLong && WebDriver.isInstalled, "needs WEFT_LONG_TESTS and Debian's chromium-driver"))
struct LookTests {
  /// Sums the shifts of what was already there (Layout Instability API).
  private static let watch = """
    window.shifted = 0;
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        shifted += entry.value;
        for (const source of entry.sources) shifts.push(entry.value.toFixed(4) + " " + (source.node?.outerHTML ?? "").slice(0, 80));
      }
    }).observe({ type: "layout-shift", buffered: true });
    """

  /// A feed of all that makes a page ugly; pictures come late.
  private static func upstream() throws -> LoopbackServer {
    try LoopbackServer { request in
      let origin = "http://\(request.header("Host") ?? "")"
      switch request.path {
      case "/feed": return feed(origin)
      case "/empty":
        return ServerResponse(
          "application/feed+json", #"{"version": "https://jsonfeed.org/version/1.1", "title": "Nothing", "items": []}"#)
      case "/gone": return .text("gone", status: 410)
      default:
        let (width, height) = request.path.hasSuffix("tall.svg") ? (300, 900) : (800, 500)
        let svg = """
          <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)"><rect width="100%" height="100%" \
          fill="#48a"/><circle cx="50%" cy="50%" r="20%" fill="#fc6"/></svg>
          """
        return ServerResponse(
          headers: [.init("Content-Type", "image/svg+xml")], body: .slowly([Array(svg.utf8)], pause: .milliseconds(250))
        )
      }
    }
  }

  private static func feed(_ origin: String) -> ServerResponse {
    let long = String(
      repeating: "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft", count: 3)
    let contents: [(title: String, html: String, language: String)] = [
      (
        "A usual item with a title of one line",
        "<p>A paragraph with <a href='/x'>a link</a>, <code>code</code>, <b>bold</b> and <i>italic</i> text, long enough to be broken into two or three lines on a narrow screen.</p><ul><li>one<li>two<ul><li>deeper</ul></ul><blockquote><p>Quoted.</p></blockquote>",
        "en"
      ),
      (long, "<p>\(long)</p><pre>\(long)\n  indented</pre><p>https://example.org/\(long)</p>", "de"),
      (
        "مقالة قصيرة عن البحر",
        "<p dir=rtl>كان البحر هادئا في الصباح، ثم جاءت الريح من الشرق. <a href='/x'>رابط</a></p><ul dir=rtl><li>واحد<li>اثنان</ul>",
        "ar"
      ),
      (
        "日本語の見出しはここで折り返されるはずです。長い見出しでも読みやすく表示されます。",
        "<p>吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。何でも薄暗いじめじめした所でニャーニャー泣いていた事だけは記憶している。</p>", "ja"
      ),
      ("A picture of unknown size", "<p>Before.</p><img src='\(origin)/p.svg' alt='A circle'><p>After.</p>", "en"),
      (
        "A picture of known size",
        "<p>Before.</p><img src='\(origin)/q.svg' width=800 height=500 alt='A circle'><p>After.</p>", "en"
      ),
      (
        "Half known, tall, and one that never comes",
        "<img src='\(origin)/tall.svg' width=300><img src='\(origin)/tall.svg' height=900><figure><img src='http://127.0.0.1:9/none.png' alt='What should be here'><figcaption>A caption</figcaption></figure>",
        "en"
      ),
      (
        "A wide table",
        "<table><tr>" + (0..<20).map { "<th>Column \($0)" }.joined() + "<tr>"
          + (0..<20).map { "<td>\($0 * 1234567)" }.joined() + "</table>", "en"
      ),
      ("", "<p>An item without a title, whose heading is the beginning of its text.</p>", "en"),
      ("Only a title", "", "en"),
      (
        "👩‍👩‍👧‍👦 Emoji and Z\u{0351}\u{0343}\u{0367}a\u{0335}l\u{0322}g\u{0321}o\u{0489}",
        "<p>👩‍👩‍👧‍👦🏳️‍🌈</p><hr><h1>A heading of the item's own</h1><p>x<sup>2</sup></p>", "en"
      ),
    ]
    let items = (0..<44).map { number -> [String: Any] in
      let content = contents[number % contents.count]
      var item: [String: Any] = [
        "id": "\(number)", "url": "\(origin)/item/\(number)", "content_html": content.html,
        "language": content.language,
        "date_published": Date(timeIntervalSince1970: 1_750_000_000 - Double(number) * 90_000).ISO8601Format(),
        "authors": [["name": "An Author"], ["name": "And Another"]],
      ]
      if content.title.isEmpty { item["content_text"] = "An item without a title, whose heading is its text." }
      if !content.title.isEmpty { item["title"] = content.title }
      return item
    }
    let object: [String: Any] = ["version": "https://jsonfeed.org/version/1.1", "title": "Looks", "items": items]
    return ServerResponse(
      "application/feed+json",
      String(decoding: (try? JSONSerialization.data(withJSONObject: object)) ?? Data(), as: UTF8.self))
  }

  private static func configuration(_ origin: String) -> String {
    """
    defaults: {request: {retry: {times: 0}}}
    sources:
      looks: {url: \(origin)/feed}
      gone: {url: \(origin)/gone, title: A source that is gone}
      empty: {url: \(origin)/empty}
      long: {url: \(origin)/empty, title: A source with a very long title that says all that could be said about it and more}

    """
  }

  private func picture(_ browser: WebDriver, _ name: String) async throws {
    guard let folder = ProcessInfo.processInfo.environment["WEFT_SCREENSHOTS"] else { return }
    try await browser.screenshot().write(to: URL(filePath: "\(folder)/\(name).png"))
  }

  /// Nothing is wider than the window.
  private func fits(_ browser: WebDriver) async throws -> String {
    try await browser.text(
      """
      [...document.querySelectorAll("body, header, header *, main, article, article > *, .content > *, footer")]
        .filter((e) => !e.closest(".sources li *") && e.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
        .map((e) => e.tagName + " " + e.className + " " + e.textContent.slice(0, 20)).join("; ")
        + (document.documentElement.scrollWidth > document.documentElement.clientWidth ? " the page scrolls sideways" : "")
      """)
  }

  @Test(.timeLimit(.minutes(5))) func windows() async throws {
    let upstream = try Self.upstream()
    defer { upstream.stop() }
    let served = try await ServedFeed(Self.configuration(upstream.origin), ["--title", "How it looks"])
    defer { served.run.signal(SIGTERM) }
    try await WebDriver.with { browser in
      for (name, width, height, zoom, dark) in [
        ("wide", 1_280, 900, 1.0, false), ("dark", 1_280, 900, 1.0, true), ("narrow", 320, 700, 2.0, false),
        ("narrow-dark", 320, 700, 2.0, true), ("zoomed", 640, 450, 2.0, false),
      ] {
        try await browser.prefer(dark: dark)
        try await browser.view(width: width, height: height, zoom: zoom)
        try await browser.open(served.origin + "/?limit=22")
        try await browser.wait(for: "document.querySelector('[data-state=error]')")
        try await picture(browser, name + "-1")
        for number in 1...11 where [1, 3, 5, 7, 9].contains(number) {
          try await browser.run("document.querySelectorAll('article')[\(number)].scrollIntoView()")
          try await browser.wait(
            for:
              "[...document.images].every(i => i.complete || i.getBoundingClientRect().top > innerHeight || i.getBoundingClientRect().bottom < 0)"
          )
          try await picture(browser, name + "-item\(number)")
        }
        #expect(try await fits(browser) == "", "\(name)")
        // The page grows as it is laid out.
        let bottom = "scrollTo(0, document.body.scrollHeight)"
        try await browser.wait(for: "(\(bottom), document.body.textContent.includes('That is all'))")
        try await browser.wait(for: "(\(bottom), scrollY + innerHeight >= document.documentElement.scrollHeight - 1)")
        try await picture(browser, name + "-end")
        try await browser.run("document.querySelector('header a').focus()")
        try await browser.press("?")
        try await picture(browser, name + "-help")
        try await browser.open(served.origin + "/?source=empty")
        #expect(try await browser.text("document.querySelector('.more').textContent") == "There is nothing here.")
        try await picture(browser, name + "-empty")
        #expect(try await fits(browser) == "", "\(name), empty")
      }
      // The failed source has a button that can be reached and seen.
      try await browser.open(served.origin + "/")
      let button = "document.querySelector('[data-source=gone] button')"
      #expect(try await browser.text("\(button).checkVisibility()") == "true")
      #expect(
        try await browser.text("document.querySelector('[data-source=looks] button').checkVisibility()") == "false")
      try await browser.run("\(button).focus()")
      #expect(try await browser.text("document.activeElement == \(button)") == "true")
    }
  }

  /// While pictures come and pages are added, nothing that stands on the screen moves.
  @Test(.timeLimit(.minutes(5)), arguments: [1_280, 320])
  func nothingJumps(width: Int) async throws {
    let upstream = try Self.upstream()
    defer { upstream.stop() }
    let served = try await ServedFeed(Self.configuration(upstream.origin))
    defer { served.run.signal(SIGTERM) }
    try await WebDriver.with { browser in
      try await browser.beforeEachPage(Self.watch)
      try await browser.view(width: width, height: 800)
      try await browser.open(served.origin + "/?limit=11")
      #expect(try await browser.text("getComputedStyle(document.querySelector('article')).contentVisibility") == "auto")
      // Step by step, each painted, as a wheel does it.
      let scroll = """
        const done = arguments[0];
        let steps = 0;
        const step = () => {
          scrollBy(0, 90);
          if (++steps < 400 && scrollY + innerHeight < document.documentElement.scrollHeight - 1) requestAnimationFrame(step);
          else if (steps < 400 && document.querySelector(".more a[rel=next]")) setTimeout(step, 20);
          else setTimeout(done, 400);
        };
        step();
        """
      try await browser.runToEnd(scroll)
      #expect(try await browser.number("document.querySelectorAll('article').length") == 44)
      // The observer sees what moves within the window, the reader's own scrolling not.
      let shifted = Double(try await browser.text("shifted")) ?? 1
      let shifts = try await browser.text("shifts.slice(0, 20).join('\\n')")
      #expect(shifted < 0.01, "\(shifted): \(shifts)")
    }
  }
}
