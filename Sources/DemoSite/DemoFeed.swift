import HTTPServer

/// The RSS 2.0 feed: `/feed?paged=1`; past the end it answers 404, as WordPress does.
enum DemoFeed {
  static let size = 10

  static func response(to request: ServerRequest, origin: String) -> ServerResponse {
    let page = request.parameter("paged").map { Int($0) ?? 0 } ?? 1
    guard (1...1_000).contains(page) else { return DemoMarkup.notFound }
    let slice = DemoSlice(DemoPost.all(.letters), page: page, size: size)
    guard !slice.posts.isEmpty else { return DemoMarkup.notFound }
    var links = "<atom:link rel=\"self\" type=\"application/rss+xml\" href=\"\(origin)/feed?paged=\(page)\"/>"
    if page < slice.pages { links += "\n<atom:link rel=\"next\" href=\"\(origin)/feed?paged=\(page + 1)\"/>" }
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" \
      xmlns:content="http://purl.org/rss/1.0/modules/content/">
      <channel>
      <title>Garden Letters</title>
      <link>\(origin)/</link>
      \(links)
      <description>Letters to the garden desk of the demo site</description>
      <language>en</language>
      \(slice.posts.map { item($0, origin) }.joined(separator: "\n"))
      </channel>
      </rss>

      """
    return ServerResponse("application/rss+xml; charset=utf-8", text)
  }

  private static func item(_ post: DemoPost, _ origin: String) -> String {
    // Real feeds have relative links now and then, too.
    let link = post.index % 7 == 4 ? post.path : origin + post.path
    return """
      <item>
      <title>\(escaped(post.titleHTML))</title>
      <link>\(link)</link>
      <guid isPermaLink="false">tag:demo.weft.invalid,2023:letters/\(post.number)</guid>
      <pubDate>\(DemoClock(seconds: post.published).rfc5322)</pubDate>
      <dc:creator>\(escaped(post.desk))</dc:creator>
      \(post.tags.map { "<category>\(escaped($0))</category>" }.joined(separator: "\n"))
      <description>\(escaped(post.lead))</description>
      <content:encoded><![CDATA[\(post.contentHTML)]]></content:encoded>
      </item>
      """
  }
}
