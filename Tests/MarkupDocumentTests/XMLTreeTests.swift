import MarkupDocument
import Testing

@Suite struct XMLTreeTests {
  private func tree(_ text: String) throws(MarkupError) -> MarkupTree { try MarkupTree.xml(Array(text.utf8)) }

  private func texts(_ selector: String, _ text: String) throws -> [String] {
    try tree(text).matches(try MarkupSelector(selector, role: .items)).map {
      switch $0 {
      case .node(let node): node.text
      case .text(let text): text
      }
    }
  }

  static let document = """
    <?xml version="1.0"?>
    <list xmlns="urn:list" xmlns:m="urn:media"><Entry id="a"><m:title>One</m:title><title>1</title></Entry>
    <Entry id="b"><m:title>Two</m:title><![CDATA[<raw>]]></Entry></list>
    """

  /// An element name matches the local name in any namespace, with its case; prefixes are the document's own.
  @Test(arguments: [
    ("Entry > title", ["One", "1", "Two"]), ("entry", []), ("m|title", ["One", "Two"]),
    ("*|title", ["One", "1", "Two"]),
    ("//m:title", ["One", "Two"]), ("//*[local-name()='title'][2]", ["1"]), ("#b", ["Two<raw>"]), ("[ID]", []),
    ("Entry:nth-of-type(2)", ["Two<raw>"]), ("title:first-of-type", ["One", "1", "Two"]),
  ])
  func finds(_ selector: String, _ expected: [String]) throws {
    #expect(try texts(selector, Self.document) == expected)
  }

  @Test func mendsWhatIsNotWellFormed() throws {
    #expect(try texts("b", "\n <?xml version='1.0'?><a><b>x</b><b>y & z</b><c>").first == "x")
    #expect(try tree("<a><b>x<c></b><b>y</a>").root?.text.hasPrefix("x") == true)
  }

  @Test func entities() throws {
    #expect(
      try texts("b", "<!DOCTYPE a [<!ENTITY own 'mine'>]><a><b>&own;&nbsp;&eacute;&AMP;&amp;</b></a>")
        == ["mine\u{A0}é&&"])
    #expect(try texts("b", "<a><b>x&hellip;</b></a>") == ["x…"])
  }

  /// Nothing outside the document is read, however it is asked for.
  @Test(arguments: [
    "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a><b>&x;</b></a>",
    "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a><b>&x;</b></a>",
    "<!DOCTYPE a [<!ENTITY % p SYSTEM 'file:///etc/passwd'> %p;]><a><b></b></a>",
    "<a xmlns:xi='http://www.w3.org/2001/XInclude'><b><xi:include href='file:///etc/passwd' parse='text'/></b></a>",
  ])
  func externalEntities(_ text: String) throws {
    let all = (try? tree(text))?.root?.rawText ?? ""
    #expect(!all.contains("root:"))
  }

  @Test func entityBombs() {
    var text = "<!DOCTYPE a [<!ENTITY e0 '0123456789'>"
    for level in 1..<12 { text += "<!ENTITY e\(level) '" + String(repeating: "&e\(level - 1);", count: 10) + "'>" }
    text += "]><a>&e11;</a>"
    let size = (try? tree(text))?.root?.rawText.utf8.count ?? 0
    #expect(size < 20_000_000)
  }

  @Test func depthIsLimited() throws {
    let fine = String(repeating: "<a>", count: 200) + String(repeating: "</a>", count: 200)
    #expect(try tree(fine).elementCount == 200)
    let deep = String(repeating: "<a>", count: 300) + String(repeating: "</a>", count: 300)
    #expect(throws: MarkupError.tooDeep(limit: 256)) { try tree(deep) }
  }

  @Test func nothing() {
    #expect(throws: MarkupError.noElement) { try tree("") }
    #expect(throws: MarkupError.noElement) { try tree("just text") }
  }

  @Test func innerMarkupKeepsXML() throws {
    let root = try tree("<a><b x='1 &lt; 2'/><m:c xmlns:m='u'>y &amp; z</m:c></a>").root
    #expect(root?.innerMarkup == "<b x=\"1 &lt; 2\"/><m:c xmlns:m=\"u\">y &amp; z</m:c>")
  }
}
