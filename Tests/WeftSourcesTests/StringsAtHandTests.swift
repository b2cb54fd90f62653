import TestSupport
import Testing
import WeftModel

@testable import WeftSources

/// Items made from strings as they stand in a document are those made from values.
@Suite struct StringsAtHandTests {
  private static let pieces = [
    "a", "Story", " ", "  ", "\n", "\u{1}", "&amp;", "&", "&nosuch;", "<b>", "<br>", "<!-- x -->", "</b>", "<", "é",
    "吾",
    "\u{A0}", "https://h/x", "/p/../q", "?a=1", "2025-06-02T08:00:00Z", "2025-06-02", "Mon, 02 Jun 2025 08:00:00 GMT",
    "3 hours ago", "no date", "<script>x</script>", "12345678", "words of a title ",
  ]

  private static func text(_ random: inout SplitMix64) -> String {
    (0..<random.pick([0, 1, 1, 1, 2, 3, 5])).map { _ in random.pick(pieces) }.joined()
  }

  private static func values(_ random: inout SplitMix64) -> [SelectedValue] {
    (0..<random.pick([0, 1, 1, 2, 4, 12])).map { _ in
      switch random.below(8) {
      case 0: SelectedValue(kind: .null, text: "null")
      case 1: SelectedValue(kind: .number, text: "1750000000")
      default: SelectedValue(text(&random))
      }
    }
  }

  private static func settings(_ random: inout SplitMix64) -> SourceSettings {
    var settings = SourceSettings(name: "s", url: "https://h/", zone: random.below(2) == 0 ? "+02:00" : nil)
    let names: [FieldName] = [
      .id, .url, .externalURL, .title, .contentHTML, .contentText, .summary, .image, .datePublished, .dateModified,
      .tags, .language,
    ]
    for name in names where random.below(5) > 0 {
      let value: ValueSetting
      switch random.below(6) {
      case 0: value = .first([.selector("0"), .selector("1")])
      case 1:
        var steps = ValueSteps()
        steps.select = "\(random.below(6))"
        if random.below(2) == 0 { steps.default = "fallback" } else { steps.html = true }
        if name == .datePublished { steps.zone = "-03:00" }
        value = .steps(steps)
      default: value = .selector("\(random.below(6))")
      }
      settings.fields.values.append(.init(name: name, value: value))
    }
    return settings
  }

  @Test(arguments: [true, false])
  func areReadAlike(html: Bool) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    let surroundings = ItemSurroundings(base: "https://h/d/p", receivedAt: Timestamp(seconds: 1_700_000_000))
    for _ in 0..<2_000 {
      var node: [[SelectedValue]] = []
      let values = (0..<6).map { _ in Self.values(&random) }
      let mapper = try ItemMapper<Int>(Self.settings(&random), titlesAreHTML: html) { text in
        node.append(values[Int(text) ?? 0])
        return node.count - 1
      }
      func first(_ number: Int, _ asHTML: Bool) -> SelectedValue? {
        node[number].first.flatMap { $0.kind == .null ? nil : $0 }
      }
      func select(_ number: Int, _ asHTML: Bool) -> [SelectedValue] { node[number] }
      var notes = (own: MappingNotes(), other: MappingNotes())
      var items: (own: [Item], other: [Item]) = ([], [])
      mapper.append(
        to: &items.own, in: surroundings, notes: &notes.own, first: first, select: select,
        strings: { number, all, body in
          let strings = all ? node[number] : Array(node[number].prefix(1))
          guard !strings.isEmpty, strings.allSatisfy({ $0.kind == .string }) else { return false }
          for string in strings { Array(string.text.utf8).withUnsafeBufferPointer { body($0.span) } }
          return true
        })
      if let item = mapper.item(in: surroundings, notes: &notes.other, first: first, select: select) {
        items.other.append(item)
      }
      #expect(items.own == items.other, "seed \(seed): \(node)")
      #expect(notes.own.warnings(zone: nil) == notes.other.warnings(zone: nil), "seed \(seed): \(node)")
    }
  }
}
