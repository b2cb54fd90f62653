import TestSupport
import Testing
import WeftModel

@testable import JSONDocument

/// Random documents and mutations of them; a failure prints the seed.
@Suite struct RandomDocumentTests {
  @Test(arguments: 0..<100 as Range<UInt64>)
  func theWholeIsTheText(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let text = RandomJSON.document(&random)
    let root = try JSONDocument(Array(text.utf8)).root
    #expect(try JSONPathQuery("$").first(in: root)?.json == text, "seed \(seed)")
    #expect(rebuilt(root) == text, "seed \(seed)")
  }

  /// The text again, from the parts.
  private func rebuilt(_ node: JSONNode) -> String {
    switch node.kind {
    case .object: "{" + node.members.map { quoted($0.name) + ":" + rebuilt($0.value) }.joined(separator: ",") + "}"
    case .array: "[" + node.elements.map(rebuilt).joined(separator: ",") + "]"
    case .string: quoted(node.text ?? "")
    case .number, .boolean: node.text ?? ""
    case .null: "null"
    }
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func mutatedDocuments(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let queries = try ["$..*", "$..[?@ == $[0]]", "$[0]..[-1]", "$[::-2]", "$..[?length(@) > 1]"].map {
      try JSONPathQuery($0)
    }
    for _ in 0..<50 {
      var bytes = Array(RandomJSON.document(&random).utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) { RandomJSON.mutate(&bytes, &random) }
      // Both readers agree: simdjson, with what it refuses replaced, and the check.
      var check = JSONSyntaxCheck(JSONEncoding.repaired(bytes), maximumDepth: 1024)
      let accepted = (try? check.run()) != nil
      do {
        let root = try JSONDocument(bytes).root
        for query in queries { _ = try? query.nodes(in: root, limit: 10_000).map(\.selected) }
        _ = rebuilt(root)
        if JSONEncoding.utf8(bytes) == bytes { #expect(accepted, "seed \(seed): \(bytes)") }
      } catch {
        #expect(error != .unreadable, "seed \(seed): \(bytes)")
        if JSONEncoding.utf8(bytes) == bytes { #expect(!accepted, "seed \(seed): \(bytes)") }
      }
    }
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func mutatedSelectors(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let root = try JSONDocument(Array(RandomJSON.document(&random).utf8)).root
    let selectors = [
      "$.a[0]..['b',\"c\\u00e9\",-1,1:3:-1,*]", "$[?@.a == 1 && !(@.b < 'x' || @['c'] >= 1.5e3)]", "a.b[12].c",
      "$[?match(@.a, 'a.*') || search(@, \"[a-z]\") || count(@..*) != length(value(@.b))]",
    ]
    for _ in 0..<200 {
      var scalars = Array(selectors[Int.random(in: 0..<selectors.count, using: &random)].utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) { RandomJSON.mutate(&scalars, &random) }
      if let selector = try? JSONSelector(String(decoding: scalars, as: UTF8.self)) {
        _ = try? selector.nodes(in: root, limit: 10_000)
      }
    }
  }

  /// The index of an item's members finds what a walk finds.
  @Test(arguments: 0..<30 as Range<UInt64>)
  func theScopeFindsWhatTheSelectorFinds(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let root = try JSONDocument(Array(RandomJSON.document(&random).utf8)).root
    var scope = JSONItemScope(root)
    let names = ["a", "bb", "ccccccccc", "ccccccccd", "é"]
    let selectors = try (names + names.map { $0 + "[0]" } + names.map { "$['\($0)'][*]" }).map { try JSONSelector($0) }
    for node in try JSONPathQuery("$..*").nodes(in: root) {
      scope.move(to: node)
      for selector in selectors {
        #expect(try scope.first(selector) == selector.first(in: node)?.selected, "seed \(seed)")
        #expect(try scope.all(selector) == selector.nodes(in: node).map(\.selected), "seed \(seed)")
      }
    }
  }
}
