import HTTPServer

/// The HTML pages of the demo site that are no source: start page, items, pictures.
enum DemoMarkup {
  static func page(status: Int = 200, title: String, head: String = "", body: String) -> ServerResponse {
    ServerResponse(
      status: status, "text/html; charset=utf-8",
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <title>\(title)</title>
      <meta name="viewport" content="width=device-width">
      <style>body{max-width:40em;margin:2em auto;padding:0 1em;font:1rem/1.5 sans-serif}img{width:4em}</style>
      \(head)</head>
      <body>
      \(body)
      </body>
      </html>

      """)
  }

  static let notFound = page(
    status: 404, title: "Not found", body: "<h1>Not found</h1>\n<p>There is no such page. <a href=\"/\">Start</a></p>")

  static func start(origin: String) -> ServerResponse {
    page(
      title: "Weft demo site",
      body: """
        <h1>Weft demo site</h1>
        <p>Three sources with \(DemoPost.Source.allCases.reduce(0) { $0 + $1.count }) items over two years, the same in
        every run. Each is paged in its own way:</p>
        <ul>
        <li><a href="/api/posts?page=1&amp;per_page=20">/api/posts?page=1&amp;per_page=20</a>: a JSON page API, with the
        total in the body and Link headers</li>
        <li><a href="/feed?paged=1">/feed?paged=1</a>: an RSS feed; past the end it answers 404</li>
        <li><a href="/news/">/news/</a>: an HTML listing with a link to older news</li>
        </ul>
        <p>Read them as one feed: save <code>config/demo.yaml</code> of Weft’s sources, then</p>
        <pre>WEFT_DEMO=\(origin) weft feed -c config/demo.yaml</pre>
        """)
  }

  static func article(_ post: DemoPost) -> ServerResponse {
    let date = post.isUndated ? "" : "<p><time>\(DemoClock(seconds: post.published).text)</time></p>\n"
    // In a title element markup would be shown as text.
    var title = ""
    var isInTag = false
    for character in post.titleHTML {
      if character == "<" { isInTag = true }
      if !isInTag { title.append(character) }
      if character == ">" { isInTag = false }
    }
    return page(
      title: title,
      body: "<h1>\(post.titleHTML)</h1>\n\(date)\(post.contentHTML)\n<p>\(escaped(post.desk))</p>")
  }

  static func picture(_ path: String) -> ServerResponse {
    guard path.hasSuffix(".svg"), let number = Int(path.dropFirst("/images/".count).dropLast(4)),
      (0..<12).contains(number)
    else { return notFound }
    return ServerResponse(
      "image/svg+xml",
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 8\"><rect width=\"8\" height=\"8\" "
        + "fill=\"hsl(\(number * 30) 40% 60%)\"/><circle cx=\"4\" cy=\"4\" r=\"\(1 + number % 3)\"/></svg>\n")
  }
}
