import TestSupport
import Testing
import WeftKit
import WeftModel

@testable import Probing

/// Text of the outside world in YAML: it must load, and read as what it is.
@Suite struct ProposalTextTests {
  private static let hostile = [
    "#list .entry", "@href", "*", "a: b", "a #b", "- x", "? x", "|", ">", "&a", "!b", "%c", "`d`", "{e}", "[f]", "'g'",
    "\"h\"",
    "$['@odata.nextLink']", "a:", " a", "a ", "", "null", "0123", "1:30", "no", "~", "a\nb", "a\rb", "a\u{85}b",
    "a\u{2028}b",
    "\u{FEFF}x", "x\u{0}y", "\u{1B}[31m", "\u{202E}x", "a\tb", "…", "---", "...", "\\", "\\n", "a\\", "%YAML",
    "\u{E000}",
    "\u{1F600}", "a\u{FFFE}b", "${HOME}x", "x: |", "a,b", "//a[normalize-space(.)=\"x\"]/@href",
  ]

  private func settings(reading text: String) throws -> SourceSettings {
    let engine = Engine(transport: ScriptedTransport { _ in Response("", status: 500) })
    return try #require(engine.configuration(reading: text).configuration.sources.first)
  }

  private func proposal(_ text: String) -> Proposal {
    var settings = SourceSettings(name: "s", url: "https://h.example/", kind: "html", items: "li")
    settings.fields.values = [.init(name: .url, value: .selector("a@href"))]
    let notes = Proposal.Certainty.allCases.map { Proposal.Note($0, text) }
    return Proposal(
      settings: settings, remarks: ["fields.url": text, "items": text, "s": text], notes: notes,
      samples: [Proposal.Sample(title: text, date: nil, url: text)], itemCount: 1,
      alternatives: [Proposal.Alternative(text, settings: settings)], secrets: [], requests: 1, paging: .none)
  }

  @Test(arguments: hostile)
  func commentsStayComments(_ text: String) throws {
    let proposal = proposal("before \(text) after\(text)")
    #expect(try settings(reading: proposal.text) == proposal.settings)
    #expect(proposal.text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0.value != 0x7F })
  }

  @Test(arguments: hostile)
  func valuesComeBack(_ text: String) throws {
    guard !text.isEmpty, !text.contains("${") else { return }
    var settings = SourceSettings(name: "s", url: "https://h.example/", title: "x\(text)")
    #expect(try self.settings(reading: "sources:\n" + StanzaText(settings).lines.joined(separator: "\n")) == settings)
    settings.title = text
    let read = try? self.settings(reading: "sources:\n" + StanzaText(settings).lines.joined(separator: "\n"))
    // A reader may refuse a title of nothing but blanks; it never reads another one.
    #expect(read == nil || read == settings)
  }

  /// Random settings of all that a probe writes, and random remarks: the text reads as the settings.
  @Test func readsBack() throws {
    for seed in 0..<UInt64(isLong ? 4_000 : 300) {
      var random = SplitMix64(seed: seed)
      var settings = SourceSettings(
        name: random.pick(["a", "b-c", "example-org", "0123", "null"]), url: "https://h.example/")
      func text() -> String { random.pick(["a", "b.c", "$['x y']", "$.a[*]", "header:X-Total", "a b", "d[0]"]) }
      switch random.below(5) {
      case 0:
        settings.url = "https://h.example/?p={page}&q=a%20b"
        settings.paging.start = random.below(3)
        settings.paging.sendsFirst = random.below(2) == 0
        settings.paging.stop.totalPages = text()
      case 1:
        settings.url = "https://h.example/{offset}"
        settings.firstURL = "https://h.example/#x"
        settings.paging.step = 1 + random.below(20)
        settings.paging.stop.totalItems = text()
      case 2:
        settings.url = "https://h.example/?c={cursor}"
        settings.paging.cursor = text()
        settings.paging.stop.hasMore = text()
      case 3: settings.paging.next = text()
      default: settings.paging.stop.pastEnd = [ResponseRule(status: 400, code: "x: y")]
      }
      settings.kind = random.pick(["auto", "json"])
      settings.items = "$.items[*]"
      for name in FieldName.allCases where random.below(2) == 0 {
        var steps = ValueSteps()
        steps.select = text()
        if name.isDate { steps.unix = random.pick([.seconds, .milliseconds]) } else { steps.prefix = "x: #y" }
        let value = random.pick([
          ValueSetting.selector(text()), .first([.selector(text()), .selector("z")]), .steps(steps),
          .first([.steps(steps), .selector("z")]),
        ])
        settings.fields.values.append(.init(name: name, value: value))
      }
      if settings.fields.isEmpty { settings.fields.values = [.init(name: .id, value: .selector("id"))] }
      if random.below(2) == 0 { settings.fields.authorNames = .selector(text()) }
      let remarks = [
        "fields.id": random.pick(Self.hostile), "paging.next": random.pick(Self.hostile), "items": "x # y",
      ]
      let lines = StanzaText(settings, remarks: remarks).lines
      #expect(try self.settings(reading: "sources:\n" + lines.joined(separator: "\n")) == settings, "seed \(seed)")
    }
  }
}
