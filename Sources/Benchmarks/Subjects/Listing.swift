import Listings
import MarkupDocument
import WeftModel

extension Subject {
  /// A listing of 500 items with six fields, from bytes to items, beside Python readers doing the same selectors.
  static let listing = Subject(
    name: "listing", summary: "a page of 500 items, 6 fields: bytes to items, beside parsel and selectolax"
  ) { report in
    let page = ListingPage.text(items: 500)
    let bytes = Array(page.utf8)
    let decoder = try ListingKind.html.makeDecoder(ListingPage.settings)
    let response = Response(
      headers: ["Content-Type": "text/html; charset=utf-8"], body: bytes, url: "https://magazine.example.org/news/",
      receivedAt: Timestamp(seconds: 1_750_000_000))
    // Processor seconds, and the quicker quarter of runs before and after the others: who else is at work on the
    // machine in one of the moments must not decide between them.
    var count = 0
    var wholes: [Double] = []
    func measureWhole() throws {
      for _ in 0..<31 {
        wholes.append(try Measurement.processorSeconds { count = try decoder.decode(response).items.count })
      }
    }
    try measureWhole()
    let tree = try Measurement.processorMedian(of: 31) { _ = try MarkupTree.html(bytes) }
    let bare = Measurement.processorMedian(of: 31) { _ = HTMLYardstick.parse(bytes) }
    let yardsticks = ListingPage.python(page)
    try measureWhole()
    let whole = wholes.sorted()[wholes.count / 4]
    report.note("\(bytes.count) bytes, \(count) items")
    report.line("tree alone", tree * 1_000, "ms")
    report.line("bytes to items, beside the bare HTML parser of libxml2", whole / bare, "× its time")
    guard !yardsticks.isEmpty else {
      report.line("bytes to items", whole * 1_000, "ms")
      report.note("no yardstick: WEFT_BENCH_PYTHON (or python3) has neither parsel nor selectolax")
      return
    }
    for (name, milliseconds) in yardsticks {
      report.line(
        "bytes to items", whole * 1_000, "ms",
        ratio: .init(
          value: milliseconds / (whole * 1_000), yardstick: "the speed of \(name) (\(Report.rounded(milliseconds)) ms)",
          bar: name == "parsel" ? 3 : 1))
    }
  }
}

/// The page that is measured, and what is asked of it.
private enum ListingPage {
  static var settings: SourceSettings {
    var settings = SourceSettings(name: "magazine", url: "https://magazine.example.org/news/", kind: "html")
    settings.items = "article.teaser"
    settings.fields.values = [
      .init(name: .url, value: .selector("h2 a@href")), .init(name: .title, value: .selector("h2 a")),
      .init(name: .summary, value: .selector("p.lead")), .init(name: .image, value: .selector("img@src")),
      .init(name: .datePublished, value: .selector("time@datetime")), .init(name: .tags, value: .selector(".tags a")),
    ]
    return settings
  }

  static func text(items: Int) -> String {
    var text = "<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>News</title></head><body><main>\n"
    for number in 1...items {
      let day = number % 28 + 1
      text += """
        <article class="teaser card" id="post-\(number)"><a class="media" href="/news/\(number)"><img \
        src="/img/\(number).jpg" alt="" loading="lazy"></a>
        <h2 class="headline"><a href="/news/\(number)-a-story-about-things">Story number \(number) &amp; what came of \
        it</a></h2>
        <p class="lead">Some words that lead into story \(number), long enough to be read and short enough to be \
        left.</p>
        <div class="meta"><time datetime="2025-06-\(day < 10 ? "0" : "")\(day)T08:00:00Z">June \(day)</time>
        <ul class="tags"><li><a href="/t/swift">swift</a></li><li><a href="/t/web">web</a></li></ul></div></article>

        """
    }
    return text + "</main><nav class=pager><a rel=next href=\"?page=2\">Older</a></nav></body></html>\n"
  }

  /// The milliseconds that Python readers take for the same selectors, as far as they are installed.
  static func python(_ page: String) -> [(String, Double)] {
    let script = """
      import sys, time
      page = sys.stdin.buffer.read()
      text = page.decode()
      def run(name, work):
          work(); times = []
          for _ in range(31):
              t = time.process_time(); n = work(); times.append(time.process_time() - t)
          assert n == 500
          print(name, sorted(times)[len(times) // 4] * 1000)
      try:
          from parsel import Selector
          def work():
              items = []
              for n in Selector(text=text).css("article.teaser"):
                  items.append((n.css("h2 a::attr(href)").get(), n.css("h2 a::text").get(), n.css("p.lead::text").get(),
                      n.css("img::attr(src)").get(), n.css("time::attr(datetime)").get(), n.css(".tags a::text").getall()))
              return len(items)
          run("parsel", work)
      except ImportError: pass
      try:
          from selectolax.lexbor import LexborHTMLParser
          def work():
              items = []
              for n in LexborHTMLParser(page).css("article.teaser"):
                  a = n.css_first("h2 a")
                  items.append((a.attributes["href"], a.text(), n.css_first("p.lead").text(),
                      n.css_first("img").attributes["src"], n.css_first("time").attributes["datetime"],
                      [t.text() for t in n.css(".tags a")]))
              return len(items)
          run("selectolax", work)
      except ImportError: pass
      """
    var results: [(String, Double)] = []
    for line in PythonYardsticks.output(of: script, input: Array(page.utf8)).split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2, let value = Double(words[1]) { results.append((String(words[0]), value)) }
    }
    return results
  }
}
