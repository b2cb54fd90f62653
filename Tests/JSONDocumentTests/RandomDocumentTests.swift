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

  /// What the scope keeps of a node's members finds what a walk finds, whatever the node before was.
  @Test(arguments: 0..<30 as Range<UInt64>)
  func theScopeFindsWhatTheSelectorFinds(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let root = try JSONDocument(Array(RandomJSON.document(&random).utf8)).root
    let names = ["a", "bb", "ccccccccc", "ccccccccd", "é", ""]
    let texts =
      names.map { "$['\($0)']" } + names.map { "$['\($0)'][0]" } + names.map { "$['\($0)'][*]" }
      + names.map { "$[*]['\($0)']" } + ["$", "$[0]", "$[*]", "$..a"]
    let selectors = try texts.map { try JSONSelector($0) }
    var table = JSONSelectorTable()
    let numbers = selectors.map { table.add($0) }
    var scope = JSONItemScope(table, in: root)
    var nodes = try JSONPathQuery("$..*").nodes(in: root)
    nodes += nodes.shuffled(using: &random)
    for node in nodes {
      scope.move(to: node)
      for (number, selector) in zip(numbers, selectors) {
        let found = try selector.nodes(in: node)
        let wanted = (found.count == 1 && found[0].kind == .array ? found[0].elements : found).map(\.selected)
        #expect(try scope.values(number) == wanted, "seed \(seed): \(selector.text)")
        let first = wanted.first.flatMap { selector.isSingular && $0.kind == .null ? nil : $0 }
        #expect(try scope.firstValue(number) == first, "seed \(seed): \(selector.text)")
        var strings: [String] = []
        let areAll = scope.withStrings(number) { strings.append(text($0)) }
        if areAll { #expect(strings == wanted.map(\.text) && !strings.isEmpty, "seed \(seed): \(selector.text)") }
        let mayBe = !wanted.isEmpty && wanted.allSatisfy { $0.kind == .string } && selector.text != "$..a"
        // An array in an array is not looked into.
        if mayBe, found.count != 1 || selector.isSingular { #expect(areAll, "seed \(seed): \(selector.text)") }
        var string: String?
        let isOne = scope.withFirstString(number) { string = text($0) }
        #expect(isOne == (string != nil), "seed \(seed): \(selector.text)")
        #expect(isOne == (selector.isSingular && wanted.first?.kind == .string), "seed \(seed): \(selector.text)")
        if isOne { #expect(string == wanted.first?.text, "seed \(seed): \(selector.text)") }
      }
    }
  }

  private func text(_ span: Span<UInt8>) -> String {
    span.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }

  /// Numbers are given digit for digit, also those whose digits are made again from the parsed value.
  @Test(arguments: 0..<30 as Range<UInt64>)
  func numbersAsWritten(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var numbers = [
      "0", "-0", "0e1", "-0.0", "1E5", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    ]
    numbers += ["18446744073709551615", "1.0", "-1"]
    numbers += (0..<100).map { _ in
      let value = random.next() >> UInt64(random.below(64))
      return value < 1 << 63 && random.below(2) == 0 && value != 0 ? "-\(value)" : "\(value)"
    }
    if random.below(2) == 0 { numbers.append("18446744073709551616") }
    numbers.shuffle(using: &random)
    let root = try JSONDocument(Array(("[" + numbers.joined(separator: " , ") + "]").utf8)).root
    #expect(root.elements.compactMap(\.text) == numbers, "seed \(seed)")
    #expect(root.elements.map(\.selected.text) == numbers, "seed \(seed)")
    #expect(root.elements.map(\.json) == numbers, "seed \(seed)")
  }

  /// The places of values are made at the first question, whichever thread asks.
  @Test func placesAskedFromManyThreads() async throws {
    var random = SplitMix64(seed: 7)
    for _ in 0..<20 {
      let text = RandomJSON.document(&random)
      let root = try JSONDocument(Array(text.utf8)).root
      let answers = await withTaskGroup(of: String.self) { group in
        for _ in 0..<8 { group.addTask { root.json } }
        return await group.reduce(into: Set<String>()) { $0.insert($1) }
      }
      #expect(answers == [text])
    }
  }
}
