import HTTPServer

/// The HTML listing: `/news/`, then `/news/page/2/` and on, with an "older" link and `rel=next`.
enum DemoListing {
  static let size = 15

  /// The page of a path such as `/news/page/2/`; `nil` where it is none.
  static func page(of path: String) -> Int? {
    if path == "/news/" { return 1 }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[1] == "news", parts[2] == "page", parts[4] == "", let page = Int(parts[3]) else {
      return nil
    }
    return (2...1_000).contains(page) ? page : nil
  }

  static func response(page: Int) -> ServerResponse {
    let slice = DemoSlice(DemoPost.all(.news), page: page, size: size)
    guard !slice.posts.isEmpty else { return DemoMarkup.notFound }
    let up = page == 1 ? "" : "../../"
    let older = page < slice.pages ? up + "page/\(page + 1)/" : nil
    let articles = slice.posts.map { teaser($0, up) }.joined(separator: "\n")
    let newer = page > 1 ? "<a class=\"newer\" href=\"\(page == 2 ? up : up + "page/\(page - 1)/")\">Newer</a>" : ""
    return DemoMarkup.page(
      title: "News, page \(page)", head: older.map { "<link rel=\"next\" href=\"\($0)\">\n" } ?? "",
      body: """
        <h1>News</h1>
        <div id="list">
        \(articles)
        </div>
        <nav>\(newer)\(older.map { "<a class=\"older\" rel=\"next\" href=\"\($0)\">Older news</a>" } ?? "")</nav>
        """)
  }

  private static func teaser(_ post: DemoPost, _ up: String) -> String {
    let clock = DemoClock(seconds: post.published)
    let time = post.isUndated ? "" : "\n<time datetime=\"\(clock.rfc3339East)\">\(clock.text)</time>"
    return """
      <article class="teaser" id="n\(post.number)">
      <h2><a href="\(up)\(post.slug)">\(post.titleHTML)</a></h2>\(time)
      <img src="\(post.image)" alt="">
      <p class="lead">\(escaped(post.lead))</p>
      <p class="by">\(escaped(post.desk))</p>
      <ul class="tags">\(post.tags.map { "<li>\(escaped($0))</li>" }.joined())</ul>
      </article>
      """
  }
}
