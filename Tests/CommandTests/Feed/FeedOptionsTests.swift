import Testing
import WeftKit

@testable import weft

@Suite struct FeedOptionsTests {
  private let now = Timestamp(seconds: 1_738_368_000)

  private func options(_ given: [String: [String]]) throws -> FeedOptions {
    try FeedOptions(Invocation(command: .feed, options: given), now: now)
  }

  private let configuration = Configuration(
    sources: [
      SourceSettings(name: "blog", url: "http://a/"), SourceSettings(name: "forum", url: "http://b/", isEnabled: false),
    ], merge: MergeSettings(prefetch: 30, mode: .smooth))

  @Test func defaults() throws {
    let options = try options([:])
    #expect(options.limit == 50)
    let merged = try options.applied(to: configuration)
    #expect(merged.merge.mode == .eco)
    #expect(merged.merge.prefetch == 0)
    #expect(merged.merge.order == .newest)
    #expect(merged.sources.map(\.name) == ["blog"])
  }

  @Test func everything() throws {
    let options = try options([
      "limit": ["all"], "order": ["rank"], "mode": ["smooth"], "prefetch": ["5"], "patience": ["250ms"],
      "strict": [""], "since": ["1d"], "until": ["2025-02-01"], "source": ["forum"],
    ])
    #expect(options.limit == nil)
    let merged = try options.applied(to: configuration)
    #expect(merged.sources.map(\.name) == ["forum"])
    #expect(merged.sources[0].isEnabled)
    var expected = MergeSettings(
      order: .rank, prefetch: 5, mode: .smooth, patience: .milliseconds(250), isStrict: true)
    expected.since = Timestamp(seconds: 1_738_281_600)
    expected.until = now
    #expect(merged.merge == expected)
  }

  @Test(arguments: [
    ("limit", "x", "--limit “x”: a whole number or all was expected"),
    ("limit", "-1", "--limit “-1”: a whole number or all was expected"),
    ("limit", "99999999999999999999", "--limit “99999999999999999999”: a whole number or all was expected"),
    ("prefetch", "1.5", "--prefetch “1.5”: a whole number was expected"),
    ("patience", "3", "--patience “3”: a duration such as 500ms or 3s was expected"),
    ("since", "tomorrow", "--since “tomorrow”: a date such as 2025-01-31"),
  ])
  func mistakes(_ option: String, _ value: String, _ message: String) {
    let error = #expect(throws: UsageError.self) { try options([option: [value]]) }
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
  }

  @Test func anEmptySpan() {
    #expect(throws: UsageError.self) { try options(["since": ["1d"], "until": ["2d"]]) }
  }

  @Test func anUnknownSource() throws {
    let options = try options(["source": ["blgo"]])
    let error = #expect(throws: UsageError.self) { try options.applied(to: configuration) }
    #expect(error?.message == "there is no source “blgo”; the sources are blog, forum")
    #expect(error?.hint == "did you mean blog?")
  }

  @Test(
    arguments: [
      ([:], ["./weft.yaml"], "./weft.yaml"),
      (["HOME": "/h"], ["/h/.config/weft/weft.yaml"], "/h/.config/weft/weft.yaml"),
      (
        ["HOME": "/h", "XDG_CONFIG_HOME": "/x"], ["/x/weft/weft.yaml", "/h/.config/weft/weft.yaml"], "/x/weft/weft.yaml"
      ),
      (["WEFT_CONFIG": "/c.yaml"], ["./weft.yaml"], "/c.yaml"),
      (["WEFT_CONFIG": ""], ["./weft.yaml"], "./weft.yaml"),
    ] as [([String: String], [String], String)])
  func theUsualPlaces(_ variables: [String: String], _ files: [String], _ expected: String) throws {
    let path = try ConfigurationFile.path(nil, variable: { variables[$0] }, isThere: files.contains)
    #expect(path == expected)
  }

  @Test func noConfiguration() {
    let error = #expect(throws: UsageError.self) {
      try ConfigurationFile.path(nil, variable: { $0 == "HOME" ? "/h" : nil }, isThere: { _ in false })
    }
    #expect(
      error?.message
        == "no configuration: $WEFT_CONFIG is not set, and there is no ./weft.yaml and no /h/.config/weft/weft.yaml")
    #expect(error?.hint?.contains("weft demo") == true)
  }
}
