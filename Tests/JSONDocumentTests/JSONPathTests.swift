import JSONDocument
import Testing

/// Each part of the grammar of RFC 9535, on one document of our own.
@Suite struct JSONPathTests {
  private static let text = """
    {"hits": [
      {"id": 1, "title": "Alpha", "tags": ["x", "y"], "n": {"a": 1, "b": [2]}},
      {"id": 2, "title": "Beta é", "tags": [], "m": {"b": [2], "a": 1.0}, "n": {"b": [2], "a": 1}},
      {"id": 30000000000000000000, "title": null, "ok": true},
      "text", 4, null],
     "@odata.nextLink": "https://example.org/?p=2", "it's": 7, "pattern": "A.*a", "other": {"a": 1, "c": [2]}}
    """

  @Test(arguments: [
    // segments and names
    ("$['it\\'s']", "7"), ("$[\"it's\"]", "7"), ("$['@odata.nextLink']", #""https://example.org/?p=2""#),
    ("$['\\u0069t\\u0027s']", "7"), ("$.hits[0].title", #""Alpha""#), ("$ .hits [0]\n.id", "1"),
    ("$.missing.title", ""), ("$.hits.title", ""), ("$.hits[*].id", "1 2 30000000000000000000"),
    ("$.hits[0].n.*", "1 [2]"), ("$.hits[0]['id','title']", #"1 "Alpha""#), ("$.hits[0]['id', 'id']", "1 1"),
    // indexes and slices
    ("$.hits[-1]", "null"), ("$.hits[-7]", ""), ("$.hits[6]", ""), ("$.hits[3,4]", #""text" 4"#),
    ("$.hits[4:]", "4 null"), ("$.hits[3:5]", #""text" 4"#), ("$.hits[-2:]", "4 null"),
    ("$.hits[5:2:-1]", #"null 4 "text""#), ("$.hits[::0]", ""), ("$.hits[: -5 :1].id", "1"),
    ("$.hits[3::2]", #""text" null"#), ("$.hits[::-9007199254740991]", "null"),
    ("$.hits[1::-1].id", "2 1"), ("$.hits[9:1:-3].*", "30000000000000000000 null true"),
    // descendants
    ("$..a", "1 1.0 1 1"), ("$..tags[*]", #""x" "y""#), ("$..[1]", "{H2} \"y\""), ("$.hits[0]..*", "{0}"),
    ("$..['id', 'ok']", "1 2 30000000000000000000 true"),
    // filters: tests
    ("$.hits[?@.tags].id", "1 2"), ("$.hits[?@.tags[0]].id", "1"), ("$.hits[?!@.tags].id", "30000000000000000000"),
    ("$.hits[?@.title].id", "1 2 30000000000000000000"), ("$.hits[?@..b].id", "1 2"),
    ("$.hits[?@.id && @.ok || @ == 4]", #"{"id": 30000000000000000000, "title": null, "ok": true} 4"#),
    ("$.hits[?(@.id == 1 || @.id == 2) && !(@.id == 1)].id", "2"),
    ("$.hits[?$.pattern].id", "1 2 30000000000000000000"),
    // filters: comparisons
    ("$.hits[?@.id==1].id", "1"), ("$.hits[?@.id == 30000000000000000000].ok", "true"),
    ("$.hits[?@.id>=2].id", "2 30000000000000000000"),
    ("$.hits[?@.id<1e0]", ""), ("$.hits[?@.title>'Alpha'].id", "2"), ("$.hits[?@.title<=\"Alpha\"].id", "1"),
    ("$.hits[?@ == 'text']", #""text""#), ("$.hits[?@ == null]", "null"),
    ("$.hits[?@.title == null].id", "30000000000000000000"),
    ("$.hits[?@.title != null].id", "1 2"), ("$.hits[?@.ok == true].ok", "true"), ("$.hits[?@.ok == false]", ""),
    ("$.hits[?@.m == @.n].id", "2 30000000000000000000"), ("$.hits[?@.m.b == @.n.b].id", "2 30000000000000000000"),
    ("$.hits[?@.id == 2 && @.m == $.hits[0].n].id", "2"), ("$.hits[?@.n == $.other]", ""), ("$.hits[?@.id < 'a']", ""),
    ("$.hits[?@.id < true]", ""),
    ("$.hits[?2 > @.id].id", "1"), ("$.hits[?-0 == 0 && @.id==1].id", "1"),
    // functions
    ("$.hits[?length(@.title) == 6].id", "2"), ("$.hits[?length(@.tags) == 0].id", "2"),
    ("$.hits[?length(@) == 4].id", "1"), ("$.hits[?length(@.id) == 1]", ""), ("$.hits[?count(@.tags[*]) > 1].id", "1"),
    ("$.hits[?count(@..b) == 2].id", "2"), ("$.hits[?value(@..b) == @.n.b].id", "1 30000000000000000000"),
    ("$.hits[?match(@.title, 'Al.*')].id", "1"), ("$.hits[?match(@.title, 'l.*')].id", ""),
    ("$.hits[?search(@.title, 'l')].id", "1"), ("$.hits[?search(@.title, $.pattern)].id", "1"),
    ("$.hits[?match(@.title, '(')].id", ""), ("$.hits[?search(@.title, '^l')].id", ""),
    ("$.hits[?search(@.title, '^A|é$')].id", "1 2"), ("$.hits[?search(@.title, 'h\\\\$')].id", ""),
    ("$.hits[?match(@.id, '1')]", ""),
    ("$.hits[?!search(@.title, 'B')].id", "1 30000000000000000000"),
    ("$.hits[?length(value(@.tags[0])) == 1].id", "1"),
  ])
  func selects(selector: String, wanted: String) throws {
    let root = try JSONDocument(Array(JSONPathTests.text.utf8)).root
    let selected = try JSONPathQuery(selector).nodes(in: root).map(\.json).joined(separator: " ")
    var wanted = wanted
    if wanted.contains("{H2}") { wanted = wanted.replacing("{H2}", with: try #require(root["hits"]?[1]).json) }
    if wanted == "{0}" {
      // A node's children come before theirs.
      wanted = #"1 "Alpha" ["x", "y"] {"a": 1, "b": [2]} "x" "y" 1 [2] 2"#
    }
    #expect(selected == wanted)
    #expect(try JSONSelector(selector).first(in: root)?.json == JSONPathQuery(selector).nodes(in: root).first?.json)
  }

  @Test func theRootIsTheNodeThatIsGiven() throws {
    let root = try JSONDocument(Array(JSONPathTests.text.utf8)).root
    let item = try #require(root["hits"]?[0])
    #expect(try JSONPathQuery("$.n[?@ == $.id]").nodes(in: item).map(\.json) == ["1"])
    #expect(try JSONPathQuery("$").first(in: item)?.json == item.json)
  }

  @Test func hostileQueriesEnd() throws {
    // 12 levels of 2 lists each: 4,096 leaves; without a limit the query would visit some 10¹¹ nodes.
    let tree = (0..<12).reduce("1") { text, _ in "[\(text),\(text)]" }
    let root = try JSONDocument(Array(tree.utf8)).root
    let query = try JSONPathQuery("$..*..*..*..*..*..*..*..*")
    #expect(throws: JSONSelectorError.tooManyNodes(limit: 100_000)) { try query.nodes(in: root, limit: 100_000) }
    let nested = try JSONPathQuery("$..[?@..[?@..[?@..* == 1]]]".replacing("@..* == 1", with: "count(@..*) == 9"))
    #expect(throws: JSONSelectorError.tooManyNodes(limit: 100_000)) { try nested.nodes(in: root, limit: 100_000) }
    let equal = try JSONPathQuery("$..[?@[0] == @[1]]")
    #expect(throws: JSONSelectorError.tooManyNodes(limit: 10_000)) { try equal.nodes(in: root, limit: 10_000) }
    #expect(try JSONPathQuery("$..*").nodes(in: root).count == 8190)
  }

  @Test func deepDocumentsAreComparedAndSearched() throws {
    let deep = String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000)
    let root = try JSONDocument(Array("{\"a\": \(deep), \"b\": \(deep), \"c\": [\(deep)]}".utf8)).root
    #expect(try JSONPathQuery("$[?@ == $.a]").nodes(in: root).count == 2)
    #expect(try JSONPathQuery("$..[0]").nodes(in: root).count == 2 * 999 + 1000)
  }
}
