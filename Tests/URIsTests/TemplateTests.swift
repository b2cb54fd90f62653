import Testing
import URIs

@Suite struct TemplateTests {
  @Test func expandsAndEncodes() throws {
    let template = try URITemplate("https://h/{section}/p?page={page}&q=%2F&x={page}")
    #expect(template.names == ["section", "page"])
    #expect(template.expanded(["section": "a b/c", "page": "2"]) == "https://h/a%20b%2Fc/p?page=2&q=%2F&x=2")
    #expect(template.expandedPlain(["section": "a b", "page": "2"]) == "https://h/a b/p?page=2&q=%2F&x=2")
  }

  static let absent: [(String, String)] = [
    ("http://h/?page={page}", "http://h/"), ("http://h/?a=1&page={page}&b=2", "http://h/?a=1&b=2"),
    ("http://h/?page={page}&b=2", "http://h/?b=2"), ("http://h/?a=1&page={page}", "http://h/?a=1"),
    ("http://h/?page={page}#f", "http://h/#f"), ("http://h/page/{page}/", "http://h/page//"),
    ("http://h/?a={a}&r={page}-{page}", "http://h/?a=A"), ("http://h/?a={a}", "http://h/?a=A"),
    ("http://h/?a=1&&page={page}", "http://h/?a=1&"),
  ]

  @Test(arguments: absent) func dropsTheParameterOfAnAbsentName(text: String, expected: String) throws {
    #expect(try URITemplate(text).expanded(["a": "A"]) == expected)
  }

  @Test func aValueCannotPretendToBeAbsent() throws {
    #expect(try URITemplate("http://h/?a={a}&b=1").expanded(["a": "\u{0}"]) == "http://h/?a=%00&b=1")
  }

  static let malformed: [(String, URITemplate.Malformed.Reason, Int)] = [
    ("http://h/{page", .unclosedBrace, 10), ("http://h/page}", .strayBrace, 14), ("ä/{}", .emptyName, 3),
    ("{+page}", .operatorUnsupported("+"), 1), ("x{?page,q}", .operatorUnsupported("?"), 2),
    ("{a-b}", .badName("a-b"), 1),
    ("{a{b}}", .unclosedBrace, 1), ("a\u{0}b", .controlCharacter, 2), ("{a}{b", .unclosedBrace, 4),
  ]

  @Test(arguments: malformed) func saysWhereATemplateIsWrong(
    text: String, reason: URITemplate.Malformed.Reason, column: Int
  ) {
    #expect(throws: URITemplate.Malformed(reason: reason, column: column)) { try URITemplate(text) }
  }
}
