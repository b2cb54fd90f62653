import TestSupport
import Testing

@testable import MarkupDocument

/// Random small trees × random selectors: the matcher must agree with the naive reading of the definitions below.
@Suite struct SelectorPropertyTests {
  @Test func agreesWithTheDefinitions() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
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
    var random = SplitMix64(seed: seed)
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

  /// In HTML names are compared by where the document keeps them, and what the document does not have is not looked
  /// for: that must find what comparing their letters finds.
  @Test func agreesWithNamesComparedAsText() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    let fixed = [
      "u", "u b", "a u", "u, i", "a, i", "i, .x, a", "U, I", "A.x", "[class~=x]", "[CLASS]", "[title], #x", "#x.y",
      "#xy", ".xy", ":not(u)", "*", "em, :scope > a",
    ]
    for round in 0..<200 {
      let page = RandomMarkup.page(&random) + "<em id=xy class=xy title=x></em>"
      let tree = try MarkupTree.html(Array(page.utf8))
      let root = try #require(tree.root)
      for number in 0..<32 {
        let text = number < fixed.count ? fixed[number] : NaiveSelector.random(&random, depth: 2).text
        let program = try CSSSelector(text).program
        let byLetters = SelectorMatcher(program: program, elements: tree.elements, syntax: .html, names: nil)
        let expected = tree.elements.filter { byLetters.matches($0) }
        let found = try tree.elements(try CSSSelector(text)).map(\.pointer)
        let firstBelow = try root.firstMatch(try MarkupSelector(text, role: .field))
        var first: MarkupNode?
        if case .node(let node) = firstBelow { first = node }
        let isSame = found == Array(expected) && first?.pointer == expected.first { $0 != root.pointer }
        if !isSame {
          Issue.record("seed \(seed), round \(round): \(text) on \(root.innerMarkup)")
          return
        }
      }
    }
  }
}

enum RandomMarkup {
  static let names = ["a", "b", "i", "div"]
  static let classes = ["x", "y", "z"]

  static func page(_ random: inout SplitMix64) -> String {
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
