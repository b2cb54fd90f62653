import JSONDocument
import Testing
import WeftModel

/// The short form of a selector.
@Suite struct DottedSelectorTests {
  private let root: JSONNode

  init() throws {
    root = try JSONDocument(
      Array(
        #"{"title": {"rendered": "A"}, "links": ["x", {"href": "y"}], "@odata.nextLink": "n", "wp:term": 1, "a b": 2, "it's.x": 3, "0": 4}"#
          .utf8)
    ).root
  }

  @Test(arguments: [
    ("title.rendered", "\"A\""), ("links[0]", "\"x\""), ("links[1].href", "\"y\""), ("links[-1].href", "\"y\""),
    ("wp:term", "1"), ("a b", "2"), ("0", "4"), ("title", #"{"rendered": "A"}"#), ("links.0", nil), ("title[0]", nil),
    ("rendered", nil), ("@odata.nextLink", nil), ("[0]", nil), ("*", nil),
  ])
  func selects(selector: String, wanted: String?) throws {
    #expect(try JSONSelector(selector).first(in: root)?.json == wanted)
    var table = JSONSelectorTable()
    let number = table.add(try JSONSelector(selector))
    let scope = JSONItemScope(table, in: root)
    #expect(try scope.values(number).first?.json == wanted)
    #expect(try JSONSelector(selector).isSingular)
  }

  @Test func aNameThatWasMeantLiterally() throws {
    #expect(try JSONSelector("@odata.nextLink").literalName(in: root) == "$['@odata.nextLink']")
    #expect(try JSONSelector("it's.x").literalName(in: root) == "$['it\\'s.x']")
    #expect(try JSONSelector("title.missing").literalName(in: root) == nil)
    #expect(try JSONSelector("title").literalName(in: root) == nil)
    #expect(try JSONSelector("$.title").literalName(in: root) == nil)
    let hint = try #require(try JSONSelector("it's.x").literalName(in: root))
    #expect(try JSONSelector(hint).first(in: root)?.text == "3")
  }

  @Test func anIndexMayComeFirst() throws {
    let list = try JSONDocument(Array(#"[{"a": 1}, {"a": 2}]"#.utf8)).root
    #expect(try JSONSelector("[1].a").first(in: list)?.text == "2")
  }
}
