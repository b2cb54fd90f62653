import Feeds
import WeftModel

/// Decodes a document as if it had come from `https://example.org/feed`.
func decode(_ bytes: [UInt8], contentType: String? = nil, url: String = "https://example.org/feed")
  throws(SourceFailure) -> DecodedPage
{
  var headers = HeaderFields()
  headers["Content-Type"] = contentType
  return try FeedDecoder().decode(
    Response(headers: headers, body: bytes, url: url, receivedAt: Timestamp(microseconds: 0)))
}

func decode(_ text: String, contentType: String? = nil, url: String = "https://example.org/feed")
  throws(SourceFailure) -> DecodedPage
{
  try decode(Array(text.utf8), contentType: contentType, url: url)
}

/// The failure of a document that is no feed.
func failure(_ text: String) -> SourceFailure? {
  do throws(SourceFailure) {
    _ = try decode(text)
    return nil
  } catch {
    return error
  }
}

/// An RSS feed around the inside of its only item.
func rss(item inside: String) -> String {
  "<rss version=\"2.0\"><channel><title>T</title><item>\(inside)</item></channel></rss>"
}

/// The only item of an RSS feed.
func item(_ inside: String) throws -> Item {
  let items = try decode(rss(item: inside)).items
  guard items.count == 1, let item = items.first else { throw NotOneItem(count: items.count) }
  return item
}

struct NotOneItem: Error { let count: Int }
