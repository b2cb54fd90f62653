import MarkupDocument
import TestSupport
import Testing

/// The nodes of an HTML tree lie in pieces of memory of ours.
@Suite struct NodeArenaTests {
  /// Texts and values of every size come back as they were, those larger than a piece among them.
  @Test func textsOfEverySize() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    var texts: [String] = []
    var html = "<body>"
    for round in 0..<300 {
      let size =
        round % 50 == 0 ? Int.random(in: 8_000...200_000, using: &random) : Int.random(in: 0...400, using: &random)
      let text = String(repeating: "abcdefghijklmnopqrstuvwxyz".randomElement(using: &random) ?? "a", count: size)
      texts.append(text)
      html += "<p title='\(text)'>\(text)<!--\(text)-->"
    }
    let tree = try MarkupTree.html(Array(html.utf8))
    let paragraphs = try tree.elements(try CSSSelector("p"))
    try #require(paragraphs.count == texts.count, "seed \(seed)")
    for (paragraph, text) in zip(paragraphs, texts) {
      let isSame = paragraph.rawText == text && paragraph.attribute("title") == text
      #expect(isSame, "seed \(seed), \(text.utf8.count) bytes")
      let markup = paragraph.innerMarkup
      #expect(markup == "\(text)<!--\(text)-->", "seed \(seed)")
    }
  }

  /// XPath walks over the nodes, numbers them and answers attributes and texts of theirs; the tree ends after that.
  @Test func xpathReadsTheNodes() throws {
    for _ in 0..<3 {
      let tree = try MarkupTree.html(
        Array("<!-- c --><body><b id=a class='x y'>1</b><i>2</i><template><u>3</u></template><frameset>".utf8))
      let selector = try MarkupSelector("//@id | //i/text() | //comment() | //u", role: .items)
      let texts = try tree.matches(selector).map { match in
        switch match {
        case .node(let node): node.rawText
        case .text(let text): text
        }
      }
      #expect(texts.sorted() == ["", "2", "a"])
    }
  }

  /// A node keeps its tree, and with it the memory that it lies in.
  @Test func aNodeOutlivesEverythingElse() throws {
    func paragraph() throws -> MarkupNode? {
      try MarkupTree.html(Array("<p class=c>text".utf8)).elements(try CSSSelector("p")).first
    }
    let node = try #require(try paragraph())
    // What was freed would be given out again here.
    let others = try (0..<20).map { try MarkupTree.html(Array(String(repeating: "<b>\($0)", count: 500).utf8)) }
    #expect(node.text == "text")
    #expect(node.attribute("class") == "c")
    #expect(node.parent?.name == "body")
    #expect(others.count == 20)
  }
}
