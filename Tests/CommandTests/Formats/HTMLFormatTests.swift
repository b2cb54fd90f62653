import TestSupport
import Testing
import WeftKit

@testable import weft

/// `html`: a page that is safe whatever the sources wrote.
@Suite struct HTMLFormatTests {
  /// What the frame of the page has beside what is allowed in content.
  private static let frame: Set<String> = [
    "html", "head", "meta", "title", "style", "body", "header", "h1", "main", "article", "h2", "footer",
  ]
  private static let content: Set<String> = [
    "a", "b", "bdi", "blockquote", "br", "div", "em", "i", "img", "li", "ol", "p", "pre", "span", "table", "tbody",
    "td", "time",
    "tr", "ul",
  ]
  private static let attributes: Set<String> = [
    "lang", "dir", "id", "class", "href", "rel", "referrerpolicy", "src", "alt", "loading", "datetime", "charset",
    "http-equiv", "content", "name", "title", "width", "height", "start", "type", "colspan", "rowspan",
  ]

  private func faults(in page: String) throws -> [String] {
    let tree = try MarkupTree.html(Array(page.utf8))
    var faults: [String] = []
    var styles = 0
    tree.root?.walk { step in
      guard case .start(let node) = step else { return true }
      if !Self.frame.contains(node.name), !Self.content.contains(node.name) { faults.append("<\(node.name)>") }
      styles += node.name == "style" ? 1 : 0
      for name in node.attributeNames where !Self.attributes.contains(name) { faults.append("\(node.name) \(name)") }
      for name in ["href", "src"] {
        guard let address = node.attribute(name)?.lowercased() else { continue }
        if !["https://", "http://", "mailto:"].contains(where: { address.hasPrefix($0) }) { faults.append(address) }
      }
      return true
    }
    if styles != 1 { faults.append("\(styles) styles") }
    return faults
  }

  /// The input in every field.
  private func entry(_ text: String) -> FeedEntry {
    var item = Item(id: text.isEmpty ? "x" : text)
    item.title = text
    item.url = text
    item.externalURL = text
    item.contentHTML = text
    item.summary = text
    item.image = text
    item.language = text
    item.authors = [Author(name: text, url: text), Author(url: text)]
    item.tags = [text]
    item.attachments = [Attachment(url: text, mimeType: text, title: text)]
    item.datePublished = Timestamp(seconds: 1_738_332_300)
    return FeedEntry(item: item, source: text, sourceTitle: text, position: 1, page: 1, index: 0)
  }

  @Test(arguments: ScriptInjections.all)
  func nothingGetsThrough(_ input: String) throws {
    let page = SampleEntries.written(.html, [entry(input), entry("https://example.org/" + input)])
    #expect(try faults(in: page) == [], "\(page)")
    // The page is whole: both articles are where they belong.
    let tree = try MarkupTree.html(Array(page.utf8))
    let selector = try MarkupSelector("body > main > article", role: .page)
    #expect(try tree.matches(selector).count == 2, "\(page)")
    #expect(page.hasSuffix("</article>\n</main>\n</body>\n</html>\n"))
  }

  @Test func thePolicyComesBeforeEverythingElse() throws {
    let page = SampleEntries.written(.html)
    let policy = try #require(page.firstRange(of: "default-src 'none'"))
    let title = try #require(page.firstRange(of: "<title>"))
    #expect(policy.upperBound < title.lowerBound)
    #expect(!page.contains("<script") && page.contains("img-src https: http:"))
  }
}
