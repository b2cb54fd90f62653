import TestSupport

import MarkupDocument

/// A selector as its definition reads, without any thought of speed; made by tests, never from text that users write.
indirect enum NaiveTest {
  case type(String), universal, className(String), id(String), attribute(String, String)
  case nth(Int, Int, fromEnd: Bool, ofType: Bool, of: NaiveSelector?)
  case empty, root
  case any([NaiveSelector]), none([NaiveSelector])
  /// The leading combinator and the relative selector.
  case has(Character, NaiveSelector)
}

struct NaiveSelector {
  /// From left to right; the combinator ties a compound to the one before it.
  var compounds: [(combinator: Character, tests: [NaiveTest])]

  func matches(_ node: MarkupNode) -> Bool { matches(compounds.count - 1, node, anchoredBy: nil) }

  /// - Parameter anchor: for `:has`, what the leftmost compound's combinator must lead to.
  private func matches(
    _ index: Int, _ node: MarkupNode, anchoredBy anchor: (combinator: Character, node: MarkupNode)?
  ) -> Bool {
    guard compounds[index].tests.allSatisfy({ $0.matches(node) }) else { return false }
    if index == 0 {
      guard let anchor else { return true }
      return Naive.left(of: node, anchor.combinator).contains(anchor.node)
    }
    return Naive.left(of: node, compounds[index].combinator).contains { matches(index - 1, $0, anchoredBy: anchor) }
  }

  func isFound(from anchor: MarkupNode, _ combinator: Character) -> Bool {
    guard let top = Naive.ancestors(anchor).last ?? Optional(anchor) else { return false }
    return Naive.descendantsAndSelf(top).contains {
      matches(compounds.count - 1, $0, anchoredBy: (combinator, anchor))
    }
  }

  var text: String {
    var text = ""
    for (index, compound) in compounds.enumerated() {
      if index > 0 { text += compound.combinator == " " ? " " : " \(compound.combinator) " }
      text += compound.tests.map(\.text).joined()
    }
    return text
  }

  static func random(_ random: inout SplitMix64, depth: Int) -> NaiveSelector {
    var compounds: [(combinator: Character, tests: [NaiveTest])] = []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let combinator = [" ", ">", "+", "~"].randomElement(using: &random) ?? " "
      var tests: [NaiveTest] = []
      if Bool.random(using: &random) { tests.append(.type(RandomMarkup.names.randomElement(using: &random) ?? "a")) }
      if tests.isEmpty || Int.random(in: 0..<2, using: &random) == 0 { tests.append(test(&random, depth)) }
      compounds.append((Character(combinator), tests))
    }
    return NaiveSelector(compounds: compounds)
  }

  private static func test(_ random: inout SplitMix64, _ depth: Int) -> NaiveTest {
    let word = RandomMarkup.classes.randomElement(using: &random) ?? "x"
    switch Int.random(in: 0..<(depth > 0 ? 11 : 6), using: &random) {
    case 0, 1: return .className(word)
    case 2: return .id(word)
    case 3: return .attribute("class", word)
    case 4: return .empty
    case 5:
      return .nth(
        Int.random(in: -2...3, using: &random), Int.random(in: -2...4, using: &random),
        fromEnd: Bool.random(using: &random), ofType: Bool.random(using: &random), of: nil)
    case 6:
      return .nth(
        Int.random(in: -1...2, using: &random), Int.random(in: 0...3, using: &random),
        fromEnd: Bool.random(using: &random), ofType: false, of: .random(&random, depth: depth - 1))
    case 7: return .any([.random(&random, depth: depth - 1), .random(&random, depth: depth - 1)])
    case 8: return .none([.random(&random, depth: depth - 1)])
    case 9: return .root
    default:
      return .has(
        Character([" ", ">", "+", "~"].randomElement(using: &random) ?? " "), .random(&random, depth: depth - 1))
    }
  }

  /// Reads the few selectors that the large test names.
  init(simple text: String) throws {
    compounds = []
    var combinator: Character = " "
    var words = text.split(separator: " ").map(String.init)
    // The spaces inside parentheses belong to one word.
    while let open = words.firstIndex(where: { $0.contains("(") && !$0.contains(")") }) {
      words[open] += " " + words.remove(at: open + 1)
    }
    for word in words {
      if word == ">" || word == "~" || word == "+" {
        combinator = Character(word)
        continue
      }
      var tests: [NaiveTest] = []
      let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if !parts[0].isEmpty { tests.append(.type(parts[0])) }
      if parts.count > 1 {
        let argument = String(parts[1].drop { $0 != "(" }.dropFirst().dropLast())
        switch parts[1].prefix(while: { $0 != "(" }) {
        case "not": tests.append(.none([try NaiveSelector(simple: argument)]))
        case "has": tests.append(.has(" ", try NaiveSelector(simple: argument)))
        default: tests.append(.nth(2, 0, fromEnd: false, ofType: false, of: nil))
        }
      }
      compounds.append((combinator, tests))
      combinator = " "
    }
  }

  init(compounds: [(combinator: Character, tests: [NaiveTest])]) { self.compounds = compounds }
}

extension NaiveTest {
  var text: String {
    switch self {
    case .type(let name): name
    case .universal: "*"
    case .className(let name): "." + name
    case .id(let name): "#" + name
    case .attribute(let name, let value): "[\(name)*=\"\(value)\"]"
    case .nth(let step, let offset, let fromEnd, let ofType, let list):
      ":nth-\(fromEnd ? "last-" : "")\(ofType ? "of-type" : "child")(\(step)n\(offset < 0 ? "" : "+")\(offset)"
        + (list.map { " of " + $0.text } ?? "") + ")"
    case .empty: ":empty"
    case .root: ":root"
    case .any(let list): ":is(" + list.map(\.text).joined(separator: ", ") + ")"
    case .none(let list): ":not(" + list.map(\.text).joined(separator: ", ") + ")"
    case .has(let combinator, let selector): ":has(\(combinator) \(selector.text))"
    }
  }

  func matches(_ node: MarkupNode) -> Bool {
    switch self {
    case .type(let name): return node.name == name
    case .universal: return true
    case .className(let name): return (node.attribute("class") ?? "").split(separator: " ").contains { $0 == name }
    case .id(let name): return node.attribute("id") == name
    case .attribute(let name, let value): return node.attribute(name)?.contains(value) == true
    case .nth(let step, let offset, let fromEnd, let ofType, let list):
      guard list?.matches(node) ?? true else { return false }
      var siblings = node.parent?.children ?? [node]
      if ofType { siblings = siblings.filter { $0.name == node.name } }
      if let list { siblings = siblings.filter { list.matches($0) } }
      if fromEnd { siblings.reverse() }
      guard let index = siblings.firstIndex(of: node) else { return false }
      return (0...200).contains { step * $0 + offset == index + 1 }
    case .empty: return node.children.isEmpty && node.rawText.isEmpty
    case .root: return node.parent == nil
    case .any(let list): return list.contains { $0.matches(node) }
    case .none(let list): return !list.contains { $0.matches(node) }
    case .has(let combinator, let selector): return selector.isFound(from: node, combinator)
    }
  }
}

enum Naive {
  static func descendantsAndSelf(_ node: MarkupNode) -> [MarkupNode] {
    [node] + node.children.flatMap { descendantsAndSelf($0) }
  }

  static func ancestors(_ node: MarkupNode) -> [MarkupNode] {
    var result: [MarkupNode] = []
    var next = node.parent
    while let parent = next {
      result.append(parent)
      next = parent.parent
    }
    return result
  }

  /// All elements that the combinator can tie, on its left, to the node.
  static func left(of node: MarkupNode, _ combinator: Character) -> [MarkupNode] {
    let siblings = node.parent?.children ?? []
    let earlier = siblings.prefix { $0 != node }
    switch combinator {
    case ">": return node.parent.map { [$0] } ?? []
    case "+": return earlier.last.map { [$0] } ?? []
    case "~": return Array(earlier)
    default: return ancestors(node)
    }
  }
}
