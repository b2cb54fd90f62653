import DemoSite
import HTTPServer

/// `weft demo`: the built-in site, or its merged feed.
enum DemoCommand {
  static func run(_ invocation: Invocation, trace: TraceFile) async throws -> Int32 {
    let printsFeed = invocation.has("feed")
    let port = try port(invocation)
    if !printsFeed {
      let given = OptionDefinition.of(.demo).first {
        invocation.has($0.name) && $0.name != "port"
      }
      if let given { throw UsageError("--\(given.name) goes with --feed", command: .demo) }
    }
    let site: DemoSite
    do {
      site = try DemoSite.start(port: port)
    } catch {
      throw UsageError("\(error)")
    }
    if printsFeed {
      defer { site.stop() }
      return try await FeedCommand.run(invocation, trace: trace, variables: ["WEFT_DEMO": site.origin])
    }
    var output = FileWriter(1)
    try output.write(greeting(site.origin))
    try output.flush()
    // Until a signal ends the process.
    while true { try await Task.sleep(for: .seconds(3_600)) }
  }

  private static func port(_ invocation: Invocation) throws(UsageError) -> Int {
    guard let text = invocation.value(of: "port") else { return 0 }
    guard let port = Int(text), (0...65_535).contains(port) else {
      throw UsageError("--port: a number from 0 to 65535 was expected", command: .demo)
    }
    return port
  }

  /// The address, and a configuration that can be saved as it is.
  static func greeting(_ origin: String) -> String {
    """
    # The demo site is at \(origin)/ until Ctrl-C.
    # Save this as weft.yaml and run, in another terminal: weft feed
    sources:
      posts:                                  # a JSON page API
        url: \(origin)/api/posts?per_page=20&page={page}
        items: posts
        fields:
          id: id
          url: link
          title: title.rendered
          content_html: content.rendered
          date_published: published_at
          authors: author.name
        paging: {stop: {total_items: total}}
      letters:                                # an RSS feed by page number
        url: \(origin)/feed?paged={page}
      news:                                   # an HTML listing with a link to older news
        url: \(origin)/news/
        items: article.teaser
        fields:
          url: h2 a@href
          title: h2 a
          summary: p.lead
          date_published: time@datetime
        paging: {next: "a.older@href"}

    """
  }
}
