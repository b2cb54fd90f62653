import TestSupport
import Testing

@testable import MarkupDocument

/// What the scanner passes quickly is told as what it passes slowly.
@Suite struct ShortWayTests {
  private static let names = ["t", "title", "item", "p:name", "longer-name", "日本", "é"]
  private static let texts = [
    "", "x", " y ", "words of a text", "&amp;", "&", "&lt;b&gt; and more of it", "<![CDATA[<b>]]>", "<!-- <t> -->",
    "\n",
    "<", "&e;", "é", "a text that is a good deal longer than sixteen bytes & more",
  ]
  private static let contents: [String: SAXContent] = [
    "t": .text, "title": .html, "name": .mixed, "{u}name": .mixed, "longer-name": .markup, "日本": .nothing, "é": .mixed,
  ]

  private static func element(_ depth: Int, using random: inout SplitMix64) -> String {
    let name = random.pick(names)
    var inside = ""
    for _ in 0..<random.below(4) {
      inside += random.below(3) == 0 && depth < 4 ? element(depth + 1, using: &random) : random.pick(texts)
    }
    let attribute = random.pick(["", "", "", " a='1'", " xmlns:p='u'", " xml:base='/'"])
    // Some are never closed, or closed in another case.
    let end = random.pick(["</\(name)>", "</\(name)>", "</\(name)>", "</\(name.uppercased())>", ""])
    return "<\(name)\(attribute)>\(inside)\(end)"
  }

  /// With white space in each end tag no element is passed as a whole.
  @Test func elementsThatHoldATextOnly() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    var limits = SAXLimits()
    limits.text = 40
    for _ in 0..<3_000 {
      let document =
        "<!DOCTYPE r [<!ENTITY e 'an entity'>]><r>"
        + (0..<random.below(5)).map { _ in Self.element(0, using: &random) }
        .joined(separator: random.pick(["", "\n", "x"])) + "</r>"
      let slow = Self.withSpaces(document)
      let (own, other) = try (
        events(document, Self.contents, interrupting: ["item"], limits: limits),
        events(slow, Self.contents, interrupting: ["item"], limits: limits)
      )
      #expect(own.events == other.events, "seed \(seed): \(document)")
      #expect(own.repairs == other.repairs, "seed \(seed): \(document)")
    }
  }

  /// A space before the `>` of each end tag outside of sections and comments.
  private static func withSpaces(_ document: String) -> String {
    names.reduce(document) { text, name in
      text.replacing("</\(name)>", with: "</\(name) >")
        .replacing("</\(name.uppercased())>", with: "</\(name.uppercased()) >")
    }
  }

  @Test func theEndOfAText() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    for _ in 0..<5_000 {
      let bytes = (0..<random.below(70)).map { _ in
        random.pick(Array("aaaaaaaaaaaaaaaaaaaaaaaaaaaaa&<".utf8) + [0xBC, 0xA6])
      }
      let start = random.below(bytes.count + 1)
      let tag = bytes[start...].firstIndex(of: UInt8(ascii: "<"))
      let isEncoded = tag.map { bytes[start..<$0].contains(UInt8(ascii: "&")) }
      bytes.withUnsafeBufferPointer { buffer in
        let found = buffer.endOfText(from: start)
        #expect(found?.tag == tag && found?.isEncoded == isEncoded, "seed \(seed): \(bytes) from \(start)")
      }
    }
  }

  @Test func cleaning() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    let odd: [UInt8] = [0x00, 0x08, 0x0B, 0x0C, 0x0E, 0x1F, 0x7F, 0x80, 0xC3, 0xA9, 0xFF, 0x0D]
    for _ in 0..<3_000 {
      var bytes = (0..<random.below(200)).map { _ in random.pick(Array("abc <>&\t\n\n ".utf8)) }
      for _ in 0..<random.pick([0, 0, 1, 1, 2]) where !bytes.isEmpty {
        bytes[random.below(bytes.count)] = random.pick(odd)
      }
      let text = String(decoding: bytes, as: UTF8.self)
      var wanted: [UInt8] = []
      for byte in text.replacing("\r\n", with: "\n").utf8 {
        if byte >= 0x20 || byte == 0x09 || byte == 0x0A { wanted.append(byte) }
        if byte == 0x0D { wanted.append(0x0A) }
      }
      var repairs: SAXRepairs = []
      #expect(XMLCharacters.cleaned(bytes, repairs: &repairs) == wanted, "seed \(seed): \(bytes)")
      let holdsControls = bytes.contains { $0 < 0x20 && ![0x09, 0x0A, 0x0D].contains($0) }
      #expect(repairs.contains(.controlCharacters) == holdsControls, "seed \(seed): \(bytes)")
    }
  }
}
