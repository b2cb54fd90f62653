import URIs

/// A program that writes feeds, by what it says of itself, and how its feeds are paged: the one table of them.
struct FeedGenerator: Sendable {
  /// Its name, for a person.
  var name: String
  /// Words of the `generator` element, in lower case; one is enough.
  var words: [String] = []
  /// Words of the head of the feed or of its Link headers, such as namespaces; one is enough.
  var signs: [String] = []
  /// How the next page is asked for.
  var paging: Paging = .none
  /// What a person should know.
  var note: String = ""
  /// Where the same content has more pages: an address to probe, made from the feed's.
  var elsewhere: (@Sendable (URIReference) -> String?)?

  /// How the next page is asked for.
  enum Paging: Sendable {
    /// It cannot be.
    case none
    /// A page number in the query, from `start`.
    case page(parameter: String, start: Int)
    /// The number of the first item in the query, from `start`.
    case offset(parameter: String, start: Int)
    /// A page number as the last part of the path: `/rss/2/`.
    case path
  }

  /// The program that the signs name.
  static func of(_ signs: FeedSigns) -> FeedGenerator? {
    let generator = signs.generator.lowercased()
    return all.first { candidate in
      candidate.words.contains { generator.contains($0) }
        || candidate.signs.contains { signs.head.contains($0) || signs.links.contains($0) }
    }
  }

  static let all: [FeedGenerator] = [
    FeedGenerator(
      name: "WordPress", words: ["wordpress.org", "wordpress.com", "wordpress"], signs: ["https://api.w.org/"],
      paging: .page(parameter: "paged", start: 1)),
    FeedGenerator(
      name: "Ghost", words: ["ghost"], paging: .path,
      note: "Ghost serves further pages of its feed at /rss/2/ unless the site was set up otherwise"),
    FeedGenerator(
      name: "Hugo", words: ["hugo"],
      note: "Hugo writes a feed as one file: it has no further pages, and the site decides how many items it holds"),
    FeedGenerator(
      name: "Jekyll", words: ["jekyll"], note: "Jekyll writes a feed as one file: it has no further pages"),
    FeedGenerator(
      name: "Medium", words: ["medium"],
      note: "Medium shows the latest 10 posts and nothing older"),
    FeedGenerator(
      name: "Mastodon", words: ["mastodon"],
      note: "the RSS of Mastodon is its latest page only; its JSON API has all pages, by Link headers",
      elsewhere: { feed in
        guard feed.path.hasPrefix("/tags/"), feed.path.hasSuffix(".rss") else { return nil }
        return origin(feed) + "/api/v1/timelines/tag/" + feed.path.dropFirst(6).dropLast(4) + "?limit=40"
      }),
    FeedGenerator(
      name: "Discourse", words: ["discourse"],
      note: "Discourse pages its JSON by page numbers from 0",
      elsewhere: { feed in
        feed.path.hasSuffix(".rss") ? origin(feed) + feed.path.dropLast(4) + ".json?page=0" : nil
      }),
    FeedGenerator(
      name: "MediaWiki", words: ["mediawiki"],
      note: "the feeds of MediaWiki hold the latest changes only; its api.php has all of them, by continue tokens",
      elsewhere: { feed in
        guard let end = feed.path.firstRange(of: "index.php") ?? feed.path.firstRange(of: "api.php") else { return nil }
        return origin(feed) + feed.path[..<end.lowerBound]
          + "api.php?action=query&list=recentchanges&rcprop=title|ids|timestamp|user|comment&rclimit=50&format=json"
      }),
    FeedGenerator(
      name: "Blogger", words: ["blogger"], paging: .offset(parameter: "start-index", start: 1),
      note: "Blogger counts items from 1"),
    FeedGenerator(
      name: "YouTube", signs: ["xmlns:yt=\"http://www.youtube.com/xml/schemas"],
      note: "YouTube shows the latest 15 videos of a channel or list and nothing older"),
  ]

  private static func origin(_ reference: URIReference) -> String {
    (reference.scheme ?? "https") + "://" + (reference.authority ?? "")
  }
}
