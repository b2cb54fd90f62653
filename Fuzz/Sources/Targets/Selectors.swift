import JSONDocument
import MarkupDocument

extension FuzzTarget {
  /// A selector, CSS or XPath, on a document of ours.
  static let selector = FuzzTarget(name: "selector") { input in
    let text = String(input: input)
    if let selector = try? CSSSelector(text), let found = try? SelectedDocument.html.elements(selector) {
      let places = found.map { SelectedDocument.places[$0] ?? -1 }
      require(!places.contains(-1), "an element of another document")
      require(zip(places, places.dropFirst()).allSatisfy { $0 < $1 }, "not in document order")
    }
    for role in [MarkupSelector.Role.items, .field, .page] {
      guard let selector = try? MarkupSelector(text, role: role) else { continue }
      let (first, second) = (try? SelectedDocument.html.matches(selector), try? SelectedDocument.html.matches(selector))
      require(first?.count == second?.count, "two selections differ")
      _ = try? SelectedDocument.xml.matches(selector, limit: 3)
      if let root = SelectedDocument.html.root { _ = try? root.matches(selector) }
    }
  }

  /// A JSONPath or a dotted name, on a document of ours.
  static let jsonPath = FuzzTarget(name: "jsonpath") { input in
    let text = String(input: input)
    let root = SelectedDocument.json.root
    if let query = try? JSONPathQuery(text), let nodes = try? query.nodes(in: root, limit: 100_000) {
      require(!query.isSingular || nodes.count <= 1, "a singular query with \(nodes.count) nodes")
      let first = try? query.first(in: root, limit: 100_000)
      require(first?.json == nodes.first?.json, "the first of the nodes is another")
    }
    if let selector = try? JSONSelector(text) {
      _ = try? selector.nodes(in: root, limit: 100_000)
      var table = JSONSelectorTable()
      let number = table.add(selector)
      let scope = JSONItemScope(table, in: root)
      var count = 0
      let areStrings = scope.withStrings(number) { _ in count += 1 }
      if let values = try? scope.values(number) {
        require(!areStrings || count == values.count, "\(count) strings of \(values.count) values")
      }
    }
  }
}

/// What selectors are tried on. Trees are no `Sendable`; libFuzzer calls on one thread.
private enum SelectedDocument {
  nonisolated(unsafe) static let html = tree { () throws(MarkupError) in try MarkupTree.html(Array(page.utf8)) }
  nonisolated(unsafe) static let xml = tree { () throws(MarkupError) in try MarkupTree.xml(Array(document.utf8)) }

  static let json = {
    guard let document = try? JSONDocument(Array(object.utf8)) else { fatalError("no document") }
    return document
  }()

  /// Each element's place in document order.
  nonisolated(unsafe) static let places: [MarkupNode: Int] = {
    var places: [MarkupNode: Int] = [:]
    func add(_ node: MarkupNode) {
      places[node] = places.count
      for child in node.children where child.isElement { add(child) }
    }
    if let root = html.root { add(root) }
    return places
  }()

  private static func tree(_ make: () throws(MarkupError) -> MarkupTree) -> MarkupTree {
    guard let tree = try? make() else { fatalError("no document") }
    return tree
  }

  private static let page = """
    <!DOCTYPE html><html lang=de-CH><head><title>T</title><base href="/b/"></head><body><ul id=list class="a b">\
    <li class=x>eins<li class="x y" lang=en><a href="/1" rel="next nofollow">one</a><li title="Ünï"><b>3</b><!-- c -->\
    </ul><article data-k=v><h2>H <i>i</i></h2><p>P</p><p></p><img src=i.png alt></article><form><input type=checkbox \
    checked disabled><select><option selected>o<option>q</select><input required placeholder=p></form>\
    <table><tr><td colspan=2>1<td>2</table><svg><a/><foreignObject/></svg><p dir=rtl>z</body></html>
    """
  private static let document = """
    <feed xmlns="http://www.w3.org/2005/Atom" xmlns:m="urn:m" xml:lang="en"><entry m:k="1"><title>A</title>\
    <m:thumb url="u"/></entry><entry><title>B</title><![CDATA[c]]></entry></feed>
    """
  private static let object = #"""
    {"a":[1,2.5,-3e2,{"b":null,"c":[true,false,"s"]},[],{}],"ü":"\ud83d\ude00 é","a.b":{"0":"zero","":1},
    "n":123456789012345678901234,"items":[{"id":1,"t":"x","d":"2025-01-02"},{"id":2,"t":"yy","d":{"e":[[[0]]]}}]}
    """#
}
