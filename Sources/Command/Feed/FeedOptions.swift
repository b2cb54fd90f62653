import DisplayText
import WeftKit

/// What the options of `weft feed` say.
struct FeedOptions: Equatable, Sendable {
  /// How many items; `nil`: all.
  var limit: Int? = 50
  /// The format of the output.
  var format = FormatName.text
  /// How times are written; `nil`: on the user's clock on a terminal, else in UTC.
  var times: TimeColumn.Style?
  /// The text, authors, tags and address stand below each line of `text`.
  var isLong = false
  /// Only these sources, by name; empty: all that are enabled.
  var sources: [String] = []
  /// The order, where it is not the configuration's.
  var order: MergeSettings.Order?
  /// Which sources are fetched; reading ahead is for readers that scroll.
  var mode = MergeSettings.Mode.eco
  /// Items ready beyond those printed.
  var prefetch = 0
  /// How long one source may hold up the others, where it is not the configuration's.
  var patience: Duration?
  /// A source is never left out.
  var isStrict = false
  /// Only items from then on.
  var since: Timestamp?
  /// Only items before then.
  var until: Timestamp?
  /// The cursor of an earlier run.
  var after: String?
  /// Where the output will be served, with `{cursor}`.
  var pageURL: String?
  /// A table of the sources at the end.
  var printsStatistics = false
  /// Where the trace goes.
  var tracePath: String?
  /// Where the answers come from.
  var wire = WireOptions()

  /// Reads the options.
  init(_ invocation: Invocation, now: Timestamp) throws(UsageError) {
    let command = invocation.command
    if let text = invocation.value(of: "limit") {
      limit = text == "all" ? nil : try FeedOptions.count(text, "--limit", orElse: " or all", command)
    }
    if let text = invocation.value(of: "format") { format = FormatName(rawValue: text) ?? .text }
    times = invocation.value(of: "times").flatMap(TimeColumn.Style.init)
    isLong = invocation.has("long")
    if isLong, format != .text { throw UsageError("--long goes with --format text", command: command) }
    if times != nil, format != .text, format != .html {
      throw UsageError("--times goes with --format text or html", command: command)
    }
    sources = invocation.values(of: "source")
    order = invocation.value(of: "order").flatMap(MergeSettings.Order.init)
    mode = invocation.value(of: "mode").flatMap(MergeSettings.Mode.init) ?? .eco
    if let text = invocation.value(of: "prefetch") {
      prefetch = try FeedOptions.count(text, "--prefetch", orElse: "", command)
    }
    if let text = invocation.value(of: "patience") {
      guard let duration = SpanText.duration(text) else {
        throw UsageError(
          "--patience \(FeedOptions.shown(text)): a duration such as 500ms or 3s was expected", command: command)
      }
      patience = duration
    }
    isStrict = invocation.has("strict")
    since = try FeedOptions.bound("since", invocation, now)
    until = try FeedOptions.bound("until", invocation, now)
    if let since, let until, since >= until {
      throw UsageError("--since is not before --until: nothing could pass", command: command)
    }
    after = invocation.value(of: "after")
    if let text = invocation.value(of: "page-url") {
      guard text.contains("{cursor}"), ["http", "https"].contains(Origin(of: text)?.scheme) else {
        throw UsageError(
          "--page-url \(FeedOptions.shown(text)): an http or https address with {cursor} in it was expected",
          command: command)
      }
      pageURL = text
    }
    printsStatistics = invocation.has("stats")
    tracePath = invocation.value(of: "trace")
    wire = try WireOptions(invocation)
  }

  /// The configuration with the options put in.
  func applied(to configuration: Configuration) throws(UsageError) -> Configuration {
    var result = configuration
    result.sources = try FeedOptions.chosen(sources, of: configuration)
    if let order { result.merge.order = order }
    if let patience { result.merge.patience = patience }
    if let since { result.merge.since = since }
    if let until { result.merge.until = until }
    result.merge.mode = mode
    result.merge.prefetch = prefetch
    if mode == .smooth, prefetch == 0 {
      // Nobody scrolls on behind the last item: what is read ahead is bounded by what is asked for.
      result.merge.mode = .eco
      result.merge.readsAhead = true
    }
    result.merge.isStrict = result.merge.isStrict || isStrict
    return result
  }

  /// The sources named, in the configuration's order, also those that are not enabled; all enabled ones where none is
  /// named.
  static func chosen(_ names: [String], of configuration: Configuration) throws(UsageError) -> [SourceSettings] {
    let known = configuration.sources.map(\.name)
    for name in names where !known.contains(name) {
      let list = known.count <= 12 ? "; the sources are \(known.joined(separator: ", "))" : ""
      throw UsageError("there is no source \(shown(name))\(list)", hint: Suggestion.sentence(name, known))
    }
    guard !names.isEmpty else { return configuration.sources.filter(\.isEnabled) }
    let wanted = Set(names)
    return configuration.sources.filter { wanted.contains($0.name) }.map { source in
      var source = source
      source.isEnabled = true
      return source
    }
  }

  private static func bound(
    _ option: String, _ invocation: Invocation, _ now: Timestamp
  ) throws(UsageError) -> Timestamp? {
    guard let text = invocation.value(of: option) else { return nil }
    guard let instant = TimeBound.instant(text, now: now) else {
      throw UsageError(
        "--\(option) \(shown(text)): a date such as 2025-01-31 or 2025-01-31T14:05:00Z, or a span back from now such "
          + "as 36h or 7d, was expected", command: invocation.command)
    }
    return instant
  }

  private static func count(
    _ text: String, _ option: String, orElse: String, _ command: CommandName
  ) throws(UsageError) -> Int {
    guard let number = Int(text), number >= 0, text.first != "+" else {
      throw UsageError("\(option) \(shown(text)): a whole number\(orElse) was expected", command: command)
    }
    return number
  }

  private static func shown(_ text: String) -> String { "\u{201C}\(TerminalText.clean(text))\u{201D}" }
}
