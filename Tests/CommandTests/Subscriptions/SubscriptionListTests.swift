import TestSupport
import Testing
import WeftKit

@testable import weft

@Suite struct SubscriptionListTests {
  private func list(_ subscriptions: [Subscription]) -> SubscriptionList {
    SubscriptionList(subscriptions) { $0.hasPrefix("http") ? nil : "bad" }
  }

  @Test(arguments: [
    ("Swift & Co.", "swift-co"), ("  The \"Blog\"  ", "the-blog"), ("it's", "its"), ("日本語 ブログ", "日本語-ブログ"),
    ("Ünï", "ünï"),
    ("!!!", ""), ("", ""), ("a/b:c#d", "a-b-c-d"),
    ("one two three four five six seven eight nine", "one-two-three-four-five-six-seven-eight"),
  ])
  func names(_ title: String, _ expected: String) { #expect(SubscriptionList.word(title) == expected) }

  @Test func namesAreUnique() {
    let titles = ["A", "a", "A!", "a 2", ""]
    let sources = list(
      titles.enumerated().map { Subscription(title: $0.element, address: "https://x.example/\($0.offset)") }
    ).sources
    #expect(sources.map(\.name) == ["a", "a-2", "a-3", "a-2-2", "x-example"])
  }

  @Test func duplicatesAreSaid() {
    let found = list([
      Subscription(line: 3, title: "A", address: "https://x.example/feed"),
      Subscription(line: 7, title: "B", address: "http://X.example:80/feed#top"),
      Subscription(line: 9, title: "C", address: "gopher://x"),
    ])
    #expect(found.sources.map(\.name) == ["a"])
    #expect(
      found.problems.map { $0.text(file: "f") } == [
        "f:7: \u{201C}B\u{201D} is the same feed as in line 3; left out", "f:9: \u{201C}C\u{201D} is left out: bad",
      ])
  }

  @Test(arguments: [
    ("https://x.example/{page}?${TOKEN} a", "https://x.example/%7Bpage%7D?$%7BTOKEN%7D%20a"),
    ("feed://x.example/a", "http://x.example/a"), ("feed:https://x.example/a", "https://x.example/a"),
    ("https://例え.jp/", "https://例え.jp/"),
  ])
  func addressesStandForThemselves(_ written: String, _ expected: String) {
    #expect(SubscriptionList.literal(written) == expected)
  }

  /// A list that somebody sends brings no variable of the environment into the configuration.
  @Test(arguments: [
    "https://x.example/?t=${TOKEN}", "https://x.example/{page}${TOKEN}", "https://x.example/{evil}",
    "https://x.example/${page}",
  ])
  func foreignTemplatesAreNotTaken(_ template: String) {
    let sources = list([Subscription(title: "${TOKEN}", address: "https://x.example/", template: template)]).sources
    #expect(sources.map(\.url) == ["https://x.example/"])
    let text = list([Subscription(title: "${TOKEN}", address: "https://x.example/", template: template)]).configuration(
      from: "f")
    #expect(!text.contains("\"${") && text.contains("$${TOKEN}"))
  }

  /// Titles and addresses of all sorts make a configuration that reads back; the seed is printed with a failure.
  @Test(arguments: 0..<4 as Range<UInt64>)
  func theConfigurationReadsBack(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let alphabet = Array("ab: #-\"'{}[]$\\\n\u{1B}é日🙂&,!%@|>no0".unicodeScalars)
    let subscriptions = (0..<60).map { index -> Subscription in
      var title = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0..<12, using: &random) {
        if let scalar = alphabet.randomElement(using: &random) { title.append(scalar) }
      }
      let clean = TerminalText.clean(String(title))
      return Subscription(folders: [clean, "x"], title: clean, address: "https://x.example/\(index)?q={a}#b")
    }
    let made = list(subscriptions)
    let text = made.configuration(from: "f\n\u{1B}x")
    let read = try Engine().configuration(reading: text).configuration
    #expect(read.sources.map(\.name) == made.sources.map(\.name), "seed \(seed)")
    #expect(read.sources.map { $0.title ?? "" } == subscriptions.map(\.title), "seed \(seed)")
    #expect(read.sources.map(\.url) == made.sources.map(\.url), "seed \(seed)")
  }
}
