import JSONPages
import Testing
import WeftModel

/// Which nodes are items.
@Suite struct ItemsSelectorTests {
  @Test(arguments: [
    ("$.hits", #"{"hits": [{"id": 1}, {"id": 2}]}"#, ["1", "2"], 2, ""),
    ("hits", #"{"hits": [{"id": 1}, {"id": 2}]}"#, ["1", "2"], 2, ""),
    ("$.hits[*]", #"{"hits": [{"id": 1}, {"id": 2}]}"#, ["1", "2"], 2, ""),
    ("$", #"[{"id": 1}, {"id": 2}]"#, ["1", "2"], 2, ""),
    ("$", #"{"id": 1}"#, ["1"], 1, ""),
    ("$.*", #"{"a": {"id": 1}, "b": {"id": 2}}"#, ["1", "2"], 2, ""),
    ("$.pages[*].hits", #"{"pages": [{"hits": [{"id": 1}]}]}"#, ["1"], 1, ""),
    ("$.hits[?@.ok]", #"{"hits": [{"id": 1}, {"id": 2, "ok": 1}]}"#, ["2"], 1, ""),
    ("hits", #"{"hits": []}"#, [], 0, ""),
    ("hits", #"{"hits": null}"#, [], 0, ""),
    ("$[*]", "null", [], 0, ""),
    ("$[*]", "[]", [], 0, "no_items: the selector `$[*]` of the items matches nothing"),
    ("hits", #"{"error": "no"}"#, [], 0, "no_items: the selector `hits` of the items matches nothing"),
    (
      "hits", #"{"hits": [{"id": 1}, "two", null, 4, {"id": 5}]}"#, ["1", "5"], 5,
      "skipped_items: 3 of 5 items are no objects; left out (a field with the selector $ takes them)"
    ),
    ("hits[*]", "{}", [], 0, "setting"),
  ])
  func nodes(items: String, body: String, ids: [String], received: Int, warning: String) throws {
    if warning == "setting" {
      #expect(throws: SettingProblem.self) { try PageText.decode([], .json(items, [(.id, "id")])) }
      return
    }
    let page = try PageText.decode(Array(body.utf8), .json(items, [(.id, "id")]))
    #expect(page.items.map(\.id) == ids)
    #expect(page.receivedCount == received)
    #expect(page.warnings.map { "\($0.code): \($0.text)" }.joined() == warning)
  }

  @Test func scalarsAreItemsForTheSelectorOfTheItemItself() throws {
    let page = try PageText.decode(Array(#"{"hits": ["two", 4, null]}"#.utf8), .json("hits", [(.title, "$")]))
    #expect(page.items.map(\.title) == ["two", "4"])
    #expect(page.receivedCount == 3)
  }

  @Test func noMoreItemsThanTheLimit() throws {
    func body(_ count: Int) -> [UInt8] {
      Array(("[" + (0..<count).map { "{\"id\":\($0)}" }.joined(separator: ",") + "]").utf8)
    }
    let settings = SourceSettings.json("$", [(.id, "id")])
    #expect(try PageText.decode(body(10_000), settings).items.count == 10_000)
    let failure = #expect(throws: SourceFailure.self) { try PageText.decode(body(10_001), settings) }
    #expect(failure?.kind == .tooLarge)
    #expect(failure?.message == "the page holds 10001 items, more than 10000")
  }
}
