import SafeHTML
import WeftKit

/// The page for people: items with their content made safe, a link to the next page, the sources.
struct HTMLPage {
  let title: String
  let titles: [String: String]
  let page: SharedFeed.Page
  let ending: Site.Ending
  let asked: PageQuery
  /// The position of the first item, from 1.
  let first: Int
  let states: [SourceState]

  var bytes: [UInt8] {
    var text = head
    text += "<main>\n"
    if !page.degraded.isEmpty {
      let names = page.degraded.map(name(of:)).joined(separator: ", ")
      text += "<p class=\"notice\">Items may be missing from \(escaped(names)).</p>\n"
    }
    if let chosen = asked.sources {
      for state in states where chosen.contains(state.name) {
        guard let reason = StateText.reason(state) else { continue }
        text += "<p class=\"notice\">\(escaped(name(of: state.name))): \(escaped(reason))</p>\n"
      }
    }
    text += "<div role=\"feed\" aria-busy=\"false\" aria-label=\"\(escaped(title))\">\n"
    for (index, item) in page.items.enumerated() { text += article(item, position: first + index) }
    text += "</div>\n"
    if ending.cursor != nil {
      let query = asked.query(cursor: ending.cursor)
      text += "<p class=\"more\"><a rel=\"next\" href=\"/?\(escaped(query))\">Older items</a></p>\n"
    } else {
      text += "<p class=\"more\">\(page.items.isEmpty && first == 1 ? "There is nothing here." : "That is all.")</p>\n"
    }
    text += "</main>\n" + foot
    return Array(text.utf8)
  }

  private var head: String {
    var text = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <title>\(escaped(title))</title>
      <link rel="stylesheet" href="\(Assets.style.path)?v=\(Assets.style.version)">
      <script src="\(Assets.script.path)?v=\(Assets.script.version)" defer></script>
      <link rel="icon" href="data:,">

      """
    let query = asked.query(cursor: nil)
    for (type, path) in [
      ("application/feed+json", "json"), ("application/atom+xml", "atom"), ("application/rss+xml", "rss"),
    ] {
      text += "<link rel=\"alternate\" type=\"\(type)\" title=\"\(escaped(title))\" href=\"/feed.\(path)"
      text += (query.isEmpty ? "" : "?" + escaped(query)) + "\">\n"
    }
    text += "</head>\n<body>\n<header>\n<h1><a href=\"/\">\(escaped(title))</a></h1>\n"
    text += "<ul class=\"sources\" aria-label=\"Sources\">\n"
    // Those that failed first: their buttons are seen however many sources there are.
    for state in states where state.failure != nil { text += chip(state) }
    for state in states where state.failure == nil { text += chip(state) }
    return text + "</ul>\n<p id=\"status\" class=\"notice\" role=\"status\"></p>\n</header>\n"
  }

  /// The configured title, else the feed's own, else the name.
  private func name(of source: String) -> String {
    titles[source] ?? states.first { $0.name == source }?.title ?? source
  }

  private func chip(_ state: SourceState) -> String {
    let isChosen = asked.sources?.contains(state.name) == true
    let target = isChosen ? "/" : "/?source=" + percentEncoded(state.name)
    let name = name(of: state.name)
    return "<li data-source=\"\(escaped(state.name))\" data-state=\"\(state.word)\""
      + (StateText.reason(state).map { " title=\"\(escaped($0))\"" } ?? "") + ">"
      + "<a href=\"\(escaped(target))\"\(isChosen ? " aria-current=\"true\"" : "")>\(escaped(name))</a>"
      + "<span class=\"state\">\(escaped(StateText.short(state)))</span>"
      + "<button type=\"button\">Retry</button></li>\n"
  }

  private func article(_ item: FeedItem, position: Int) -> String {
    let id = HTMLPage.identifier(item)
    let name = name(of: item.source)
    let isLast = ending.cursor == nil
    var text = "<article id=\"\(id)\" tabindex=\"0\" aria-posinset=\"\(position)\""
    text += " aria-setsize=\"\(isLast ? first + page.items.count - 1 : -1)\" aria-labelledby=\"t\(id)\""
    text += (HTMLPage.language(item.item).map { " lang=\"\($0)\"" } ?? "") + ">\n"
    let heading = escaped(HTMLPage.heading(of: item.item))
    let target = HTMLPage.link(item.item.url) ?? HTMLPage.link(item.item.externalURL)
    text += "<h2 id=\"t\(id)\" dir=\"auto\">"
    text += target.map { HTMLPage.anchor($0, heading) } ?? heading
    text += "</h2>\n<p class=\"meta\"><span class=\"source\">\(escaped(name))</span>"
    if let date = item.item.datePublished ?? item.item.dateModified {
      text += " · <time datetime=\"\(date.rfc3339)\">\(date.rfc3339)</time>"
    }
    let authors = item.item.authors.compactMap(\.name).joined(separator: ", ")
    if !authors.isEmpty { text += " · \(escaped(authors))" }
    if item.isLate { text += " · <span class=\"late\">late</span>" }
    text += "</p>\n<div class=\"content\" dir=\"auto\">\(SafeContent.html(of: item.item))</div>\n</article>\n"
    return text
  }

  private var foot: String {
    """
    <footer><p class="more"><a href="/">To the top of the feed</a></p></footer>
    <dialog id="help" aria-label="Keys"><dl>
    <dt><kbd>j</kbd> <kbd>k</kbd></dt><dd>next and previous item</dd>
    <dt><kbd>o</kbd></dt><dd>open the item</dd>
    <dt><kbd>r</kbd></dt><dd>ask failed sources again</dd>
    <dt><kbd>?</kbd></dt><dd>these keys</dd>
    </dl><form method="dialog"><button>Close</button></form></dialog>
    </body>
    </html>

    """
  }

  /// A name for the item in the address, the same in every page that shows it.
  static func identifier(_ item: FeedItem) -> String {
    var hash = ContentHash(seed: 24)
    hash.combine(item.source)
    hash.combine(item.item.id)
    return "i" + String(hash.value, radix: 36)
  }

  /// The item's language, where it is a tag (BCP 47): fonts and voices differ by it.
  private static func language(_ item: Item) -> String? {
    guard let tag = item.language, (2...35).contains(tag.utf8.count) else { return nil }
    return tag.utf8.allSatisfy { $0 == 0x2D || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) }
      ? tag : nil
  }

  /// The title, else the beginning of the text.
  private static func heading(of item: Item) -> String {
    if let title = item.title, !title.allSatisfy(\.isWhitespace) { return title }
    let text = item.summary ?? item.contentText ?? ""
    if !text.isEmpty { return String(text.prefix(80)) + (text.count > 80 ? "…" : "") }
    return item.url ?? item.id
  }

  /// An http or https address, else nothing: no other scheme is followed from here.
  static func link(_ url: String?) -> String? {
    guard let url, ["http", "https"].contains(Origin(of: url)?.scheme) else { return nil }
    return url
  }

  static func anchor(_ url: String, _ text: String) -> String {
    "<a href=\"\(escaped(url))\" rel=\"noopener noreferrer\" referrerpolicy=\"no-referrer\" target=\"_blank\">\(text)</a>"
  }
}

/// Text as HTML, without what turns the writing direction of the page around it.
func escaped(_ text: String) -> String {
  let isTurning: (Unicode.Scalar) -> Bool = { ("\u{202A}"..."\u{202E}" ~= $0) || ("\u{2066}"..."\u{2069}" ~= $0) }
  guard text.unicodeScalars.contains(where: isTurning) else { return HTMLEscaping.escaped(text) }
  return HTMLEscaping.escaped(String(String.UnicodeScalarView(text.unicodeScalars.filter { !isTurning($0) })))
}
