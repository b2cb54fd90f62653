import HTTPServer
import WebReader
import WeftKit

/// `weft serve`: the merged feed as a web site.
enum ServeCommand {
  static func run(_ invocation: Invocation) async throws -> Int32 {
    let options = try ServeOptions(invocation)
    var (configuration, plugins) = try Engine.command.read(at: invocation.value(of: "config"))
    guard configuration.sources.contains(where: \.isEnabled) else {
      throw UsageError("every source is disabled (enabled: false)")
    }
    configuration.sources.removeAll { !$0.isEnabled }
    let clock = Engine.command.clock
    let engine = try WireOptions(invocation).engine(for: configuration, startedAt: clock.now()).adding(plugins)
    let titles = Dictionary(
      configuration.sources.compactMap { source in source.title.map { (source.name, $0) } },
      uniquingKeysWith: { first, _ in first })
    let key: [UInt8]
    do {
      key = try CursorKey.readOrMake()
    } catch {
      throw UsageError(error.message)
    }
    // Two pages ahead, so that a source that takes seconds for a page is asked before a reader is there; 0 stays 0.
    var merge = configuration.merge
    if merge.prefetch > 0 { merge.prefetch = max(merge.prefetch, 60) }
    let title = options.title ?? (configuration.sources.count == 1 ? titles.values.first : nil) ?? "Weft"
    let site = Site(
      title: title,
      feed: SharedFeed(
        sources: try engine.sources(of: configuration), settings: merge, clock: clock,
        limits: PageStore.Limits(fresh: options.fresh)), titles: titles, policy: options.policy,
      cursors: CursorPaper(key: key, configuration: configuration.identity), clock: clock,
      writer: { format, page, ending in
        ServeCommand.document(format, page, ending, title: title, titles: titles, startedAt: clock.now())
      })
    let server: LoopbackServer
    do {
      server = try LoopbackServer(
        host: options.address, port: options.port, allowsAnyAddress: true, keepsRequests: false,
        limits: ServerLimits(), handler: site.respond)
    } catch {
      throw UsageError("--listen: \(error)")
    }
    Console.standardError.say("weft: the feed is at \(server.origin)/ until Ctrl-C")
    ProcessWatch.beforeEnd {
      site.stop()
      server.finish()
    }
    await site.prepare()
    // Until a signal ends the process.
    while true { try await clock.sleep(until: clock.now().advanced(by: .seconds(86_400))) }
  }

  /// A page of the feed as `weft feed` writes it.
  private static func document(
    _ format: String, _ page: SharedFeed.Page, _ ending: Site.Ending, title: String, titles: [String: String],
    startedAt: Timestamp
  ) -> [UInt8] {
    let name = FormatName(rawValue: format) ?? .json
    var writer = name.format(FeedHeading(title: title, startedAt: startedAt), terminal: Terminal(of: -1))
    var bytes: [UInt8] = []
    writer.begin(into: &bytes)
    for item in page.items {
      writer.append(
        FeedEntry(
          item: item.item, source: item.source, sourceTitle: titles[item.source] ?? item.source,
          position: item.position, page: item.page, index: item.index, effectiveDate: item.effectiveDate,
          isLate: item.isLate, also: item.also), into: &bytes)
    }
    writer.end(
      FeedEnding(
        cursor: ending.cursor, nextURL: ending.nextURL, watermark: ending.watermark, degraded: page.degraded),
      into: &bytes)
    return bytes
  }
}
