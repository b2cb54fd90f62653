@testable import MarkupDocument
import TestSupport
import Testing

/// Documents and selectors made to cost time: what is counted is steps, never the clock.
@Suite struct HostileMarkupTests {
  /// Steps stay near linear: a tenth of the square would be a hundred million here.
  @Test(arguments: [
    (
      "descendants", String(repeating: "<b><i>", count: 250) + String(repeating: "<a></a>", count: 30_000),
      "b i b i b i b i b i b i .none"
    ),
    ("ancestors", String(repeating: "<b><i>", count: 250) + String(repeating: "<a></a>", count: 30_000), ".none b i a"),
    (
      "backtracking", String(repeating: "<b>", count: 500) + String(repeating: "<a></a>", count: 30_000),
      ".none > b b b b b b b b a"
    ),
    ("siblings", String(repeating: "<a></a>", count: 30_000), ".none ~ a ~ a ~ a ~ a"),
    ("nth", String(repeating: "<a></a>", count: 30_000), "a:nth-child(3n+1):nth-last-child(2n of a ~ a)"),
    ("types", (0..<30_000).map { "<a\($0)></a\($0)>" }.joined(), "*:nth-of-type(2)"),
    (
      "has", String(repeating: "<b>", count: 400) + String(repeating: "<a></a>", count: 30_000),
      "b:has(.none a, ~ .none a)"
    ),
    (
      "classes",
      "<b class='\(String(repeating: "x ", count: 50_000))'>" + String(repeating: "<a class=y></a>", count: 5_000),
      ".none .y"
    ),
  ])
  func stepsStayLinear(_ name: String, _ html: String, _ selector: String) throws {
    let tree = try MarkupTree.html(Array(html.utf8))
    let selector = try CSSSelector(selector)
    #expect(try tree.elements(selector).count <= 30_000)
    #expect(tree.matcher(for: selector.program).steps < 6_000_000, "\(name)")
  }

  @Test func workHasALimit() throws {
    let tree = try MarkupTree.html(
      Array(("<p>" + String(repeating: "x", count: 4_000) + String(repeating: "<b>", count: 3)).utf8))
    let matcher = tree.matcher(for: try CSSSelector("a").program)
    matcher.spend(SelectorMatcher.maximumSteps + 1)
    #expect(matcher.isExhausted)
    matcher.begin(scope: nil)
    #expect(!matcher.isExhausted)
  }

  /// Pages with bytes changed, cut and doubled: any tree will do, as long as nothing crashes and all can be read.
  @Test func mutatedPagesNeverCrash() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    let pages = [CSSSelectorTests.page, MarkupSelectorTests.page, XMLTreeTests.document, Self.pieces]
    let selector = try CSSSelector("a:has(b), :nth-child(2 of a), p ~ *, [class~=x] > :not(:empty)")
    let xpath = try MarkupSelector("//*[@id][last()]/ancestor::*[1] | //text()", role: .items)
    for _ in 0..<150 {
      var bytes = Array((pages.randomElement(using: &random) ?? "").utf8)
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        guard !bytes.isEmpty else { break }
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        case 2: bytes.insert(Array("<>/&\"'=-! ".utf8).randomElement(using: &random) ?? 0x3C, at: index)
        case 3: bytes.insert(contentsOf: bytes[index...].prefix(40), at: 0)
        default: bytes.removeSubrange(index..<min(bytes.count, index + 20))
        }
      }
      for tree in [try? MarkupTree.html(bytes), try? MarkupTree.xml(bytes)] {
        guard let tree else { continue }
        _ = try tree.elements(selector)
        _ = try tree.matches(xpath)
        _ = tree.root?.innerMarkup
        _ = tree.root?.text
      }
    }
    print("mutated pages: seed \(seed)")
  }

  static let pieces = """
    <table><caption>x<tr><td><table><td></table><select><option><svg><foreignObject><p></svg><math><mi><b></math><form>
    <a><b><div></a></b></div><button><p></button><applet><b></applet><template><tr><td></template><ruby><rt>x<rp>y</ruby>
    <frameset><noframes></noframes><h1><h2></h1><li><li></ul><dd><dt></dl><nobr><nobr><script><!--<script></script>-->
    </script><textarea></textarea><xmp></xmp><plaintext>
    """
}
