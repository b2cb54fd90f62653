import MarkupDocument
import Testing

@Suite struct MarkupSelectorTests {
  static let page = """
    <!DOCTYPE html><ul><li id=1 data-x=one><a href="/1">Text <b>of</b> one</a><p> a
      b </p><li id=2><a href="/2">two</a></ul><p>outside</p>
    """

  private func found(_ selector: String, in node: MarkupNode) throws -> [String] {
    let selector = try MarkupSelector(selector, role: .field)
    return try node.matches(selector).map {
      switch $0 {
      case .text(let text): text
      case .node(let node):
        if let name = selector.attributeName {
          node.attribute(name) ?? "-"
        } else {
          selector.yieldsInnerMarkup ? node.innerMarkup : node.text
        }
      }
    }
  }

  @Test(arguments: [
    ("a", ["Text of one"]), ("a@href", ["/1"]), ("a@html", ["Text <b>of</b> one"]), ("@id", ["1"]),
    ("@data-x", ["one"]),
    (":scope@id", ["1"]), (":scope > a@href", ["/1"]), ("li > a@href", ["/1"]), ("p", ["a b"]), ("a@HREF", ["/1"]),
    ("a@title", ["-"]), ("li", []),
    // The item is what `:scope` names, and else never found itself.
    ("li, :scope > p", ["a b"]), ("li:has(:scope)", []), ("li[id], :scope@id", ["1"]), (" a@href ", ["/1"]),
    ("./a/@href", ["/1"]), (".//b", ["of"]),
    ("..//li/@id", ["1", "2"]),
    ("(./a | ./p)[2]", ["a b"]), (".//a/text()", ["Text", "one"]),
  ])
  func inAnItem(_ selector: String, _ expected: [String]) throws {
    let tree = try MarkupTree.html(Array(Self.page.utf8))
    let item = try #require(try tree.elements(try CSSSelector("li")).first)
    #expect(try found(selector, in: item) == expected)
    let parsed = try MarkupSelector(selector, role: .field)
    let first = try item.firstMatch(parsed)
    let all = try item.matches(parsed)
    #expect("\(first.map { [$0] } ?? [])" == "\(all.prefix(1))")
  }

  @Test(arguments: [
    ("//li", 2), ("/html/body/ul/li[2]", 1), ("(//a)[1]", 1), ("li", 2), ("li a@href", 2), ("ul", 1),
  ])
  func inTheDocument(_ selector: String, _ count: Int) throws {
    let tree = try MarkupTree.html(Array(Self.page.utf8))
    #expect(try tree.matches(try MarkupSelector(selector, role: .items)).count == count)
  }

  @Test func numbersAndTextsOfXPath() throws {
    let tree = try MarkupTree.html(Array(Self.page.utf8))
    let count = try tree.matches(try MarkupSelector("(count(//li))", role: .page))
    guard case .text("2") = count.first else {
      Issue.record("\(count)")
      return
    }
  }

  /// Recipe F21: a leading `//` in an item finds the document's first match for every item.
  @Test(arguments: [("//h3", "write .//h3"), ("/html/a", "write ./html/a or .//…")])
  func absolutePathsInItems(_ selector: String, _ hint: String) {
    let error = #expect(throws: SelectorSyntaxError.self) { try MarkupSelector(selector, role: .field) }
    #expect(error?.hint == hint)
  }

  @Test(arguments: [
    ("", 1, "the selector is empty"), ("a@", 3, "an attribute name was expected after '@', not the end"),
    ("a@href b", 8, "'@href' must be the last thing, not followed by 'b'"),
    ("a@href, b@href", 7, "'@href' must be the last thing"), ("a > @href", 5, "'@' cannot stand here"),
    ("> a", 1, "a selector cannot begin with a combinator"), (".//a[", 6, "an XPath 1.0 expression was expected"),
    (".//a[)", 6, "an XPath 1.0 expression was expected"),
  ])
  func refuses(_ selector: String, _ column: Int, _ message: String) {
    let error = #expect(throws: SelectorSyntaxError.self) { try MarkupSelector(selector, role: .field) }
    #expect(error?.column == column)
    #expect(error?.message == message)
  }

  @Test func equality() throws {
    #expect(try MarkupSelector("a@href", role: .field) == MarkupSelector("a@href", role: .field))
    #expect(try MarkupSelector("a@href", role: .field) != MarkupSelector("a@href", role: .page))
  }

  /// Quadratic XPath stops at the limit of steps, and says so.
  @Test func xpathHasALimit() throws {
    let tree = try MarkupTree.html(Array(String(repeating: "<p>x", count: 20_000).utf8))
    let selector = try MarkupSelector("//p[count(preceding::p) > 9]", role: .items)
    #expect(throws: MarkupError.tooMuchWork(selector: selector.text)) { try tree.matches(selector) }
    let simple = try MarkupSelector("//p[2]", role: .items)
    #expect(try tree.matches(simple).count == 1)
  }

  @Test func unknownPrefixesAndFunctions() throws {
    let tree = try MarkupTree.html(Array(Self.page.utf8))
    let selector = try MarkupSelector("//x:y", role: .items)
    #expect(
      throws: MarkupError.xpath(selector: "//x:y", reason: "the document does not declare the namespace prefix")
    ) { try tree.matches(selector) }
    let function = try MarkupSelector("//a[nothing(.)]", role: .items)
    #expect(throws: MarkupError.self) { try tree.matches(function) }
  }
}
