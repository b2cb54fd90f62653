import JSONDocument
import Testing
import WeftModel

/// A scope finds what the general evaluation finds, by a shorter way.
@Suite struct ItemScopeTests {
  private static let items = [
    #"{"tags":[{"name":"a"},{"name":"b"},{"no":1},{"name":null}],"m":{"x":{"name":"c"},"y":{"name":["d","e"]}}}"#,
    #"{"tags":[{"name":["only","one"]}],"m":{"x":{"name":["f"]}}}"#,
    #"{"tags":[{"name":["first"]},{"name":["second"]}],"m":[[1,2],[3]],"tags2":[]}"#,
    #"{"tags":{"p":{"name":"a"},"p":{"name":"b"}},"m":7}"#,
    #"{"tags":[],"m":{}}"#, #"[{"name":"x"},{"name":"y"},"z"]"#, #"[[["q"]]]"#, #""text""#,
  ]

  @Test(arguments: [
    "$.tags[*].name", "$.m[*].name", "$.tags[*]", "$[*].name", "$[*]", "$[*][0]", "$.m[*][0]", "$.m[*][-1]",
    "$.tags[*].name[0]", "$.tags[0][*].name", "$..tags[*].name", "$.tags[*].name[*]", "$.tags[*]..name",
    "$['m']['x'][*]",
    "$.tags[?@.name].name", "$.tags[*]['name','no']", "$.nothing[*].name",
  ])
  func values(text: String) throws {
    let selector = try JSONSelector(text)
    for item in Self.items {
      let root = try JSONDocument(Array(item.utf8)).root
      let nodes = try selector.nodes(in: root)
      let expected = nodes.count == 1 && nodes[0].kind == .array ? nodes[0].elements : nodes
      var table = JSONSelectorTable()
      let number = table.add(selector)
      let scope = JSONItemScope(table, in: root)
      #expect(try scope.values(number) == expected.map(\.selected), "\(text) in \(item)")
    }
  }
}
