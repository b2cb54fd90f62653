import MarkupDocument
import TestSupport
import Testing

/// Attribute values are lent from the input where they stand as they were meant, and decoded where they do not.
@Suite struct HTMLAttributeTests {
  /// One element's attributes, written in every way that the standard has for them, are the same attributes.
  @Test func everyWayOfWriting() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    let characters = Array("ab cdé漢/=<>'\"&;#x-")
    for round in 0..<400 {
      var expected: [(name: String, value: String)] = []
      var html = "<b"
      for number in 0..<Int.random(in: 1...6, using: &random) {
        let length = Int.random(in: 0...12, using: &random)
        let value = String((0..<length).map { _ in characters.randomElement(using: &random) ?? "a" })
        expected.append((name: "n\(number)", value: value))
        html += " \(Bool.random(using: &random) ? "n" : "N")\(number)" + Self.written(value, &random)
      }
      html += ">"
      let tree = try MarkupTree.html(Array(html.utf8))
      let element = try #require(try tree.elements(try CSSSelector("b")).first, "seed \(seed), round \(round): \(html)")
      #expect(element.attributeNames == expected.map(\.name), "seed \(seed), round \(round): \(html)")
      for (name, value) in expected {
        #expect(element.attribute(name) == value, "seed \(seed), round \(round): \(name) of \(html)")
      }
    }
  }

  /// The value in one of the ways in which it can stand in a tag.
  private static func written(_ value: String, _ random: inout SplitMix64) -> String {
    let isBare = !value.isEmpty && value.allSatisfy { !" <>'\"&=/".contains($0) }
    switch Int.random(in: 0..<5, using: &random) {
    case 0 where isBare: return "=" + value
    case 1 where !value.contains("'") && !value.contains("&"): return "='\(value)'"
    case 2 where value.isEmpty: return ""
    case 3:
      // Every character as a reference.
      return "=\"" + value.unicodeScalars.map { "&#\($0.value);" }.joined() + "\""
    default:
      return " = \"" + value.replacing("&", with: "&amp;").replacing("\"", with: "&quot;") + "\""
    }
  }

  @Test(arguments: [
    ("<b a='x", ""), ("<b a='x&amp;", ""), ("<b a=", ""), ("<b a='1' A='2' b>", "<b a=\"1\" b=\"\"></b>"),
    ("<b a='&lt'>", "<b a=\"<\"></b>"), ("<b a='\u{0}x' \u{0}='y'>", "<b a=\"\u{FFFD}x\" \u{FFFD}=\"y\"></b>"),
    ("<b a=x&amp;y/>", "<b a=\"x&amp;y/\"></b>"), ("<b a=\"\"b=''>", "<b a=\"\" b=\"\"></b>"),
  ])
  func edges(_ html: String, _ expected: String) throws {
    let tree = try MarkupTree.html(Array(("<!DOCTYPE html><body>" + html).utf8))
    #expect(tree.root?.children.last?.innerMarkup == expected)
  }

  /// More attributes than a tag may have are dropped, wherever they come from.
  @Test func attributesAreBounded() throws {
    let many = (0..<400).map { " a\($0)=\($0)" }.joined()
    let tree = try MarkupTree.html(Array("<body\(many)><body x=1><p\(many)>".utf8))
    let body = try #require(tree.root?.children.last)
    #expect(body.attributeNames.count == 256)
    #expect(body.children.first?.attributeNames.count == 256)
    #expect(body.children.first?.attribute("a255") == "255")
  }
}
