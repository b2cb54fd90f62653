import Testing

@testable import MarkupDocument

/// Random small trees × random selectors: the matcher must agree with the naive reading of the definitions below.
@Suite struct SelectorPropertyTests {
  @Test func agreesWithTheDefinitions() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix(state: seed)
    for round in 0..<200 {
      let html = RandomMarkup.page(&random)
      let tree = try MarkupTree.html(Array(html.utf8))
      let root = try #require(tree.root)
      let all = Naive.descendantsAndSelf(root)
      for _ in 0..<8 {
        let selector = NaiveSelector.random(&random, depth: 2)
        let expected = all.filter { selector.matches($0) }
        let found = try tree.elements(try CSSSelector(selector.text))
        if found != expected {
          Issue.record("seed \(seed), round \(round): \(selector.text) on \(html)")
          return
        }
      }
    }
  }

  /// The same where the matcher keeps the results of its walks from the first step on, as it does on large pages.
  @Test func agreesWhenResultsAreKept() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix(state: seed)
    for round in 0..<1 {
      var html = ""
      for _ in 0..<150 { html += RandomMarkup.page(&random) }
      let tree = try MarkupTree.html(Array(html.utf8))
      let root = try #require(tree.root)
      let all = Naive.descendantsAndSelf(root)
      for selector in [
        "a b i ~ a", "div a ~ b i", "div > a b ~ i:nth-child(2n)", "a:has(b i) div a", ":not(div a) > b",
        "i ~ b ~ a ~ div",
      ] {
        let parsed = try NaiveSelector(simple: selector)
        let expected = all.filter { parsed.matches($0) }
        let compiled = try CSSSelector(selector)
        tree.matcher(for: compiled.program).memoizationThreshold = 0
        let found = try tree.elements(compiled)
        #expect(found == expected, "seed \(seed), round \(round): \(selector)")
      }
    }
  }
}

/// A small generator with a seed that a failure can print.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

enum RandomMarkup {
  static let names = ["a", "b", "i", "div"]
  static let classes = ["x", "y", "z"]

  static func page(_ random: inout SplitMix) -> String {
    var html = ""
    for _ in 0..<Int.random(in: 1...24, using: &random) {
      let name = names.randomElement(using: &random) ?? "a"
      if Int.random(in: 0..<5, using: &random) < 3 {
        html += "<\(name)"
        if Bool.random(using: &random) {
          html += " class='\((0...1).map { _ in classes.randomElement(using: &random) ?? "" }.joined(separator: " "))'"
        }
        if Int.random(in: 0..<4, using: &random) == 0 { html += " id=\(classes.randomElement(using: &random) ?? "x")" }
        html += ">"
      } else {
        html += "</\(name)>"
      }
      if Int.random(in: 0..<6, using: &random) == 0 { html += "t<!-- c -->" }
    }
    return html
  }
}
