import Foundation
import HTTPServer

/// A loopback server of sources for the built command: JSON Feeds by name, and whatever else a test wants.
enum PagedFeed {
  /// A page of a JSON Feed with items `NAME-1`, `NAME-2`, … one hour apart, newest first.
  ///
  /// - Parameters:
  ///   - next: the address of the next page.
  static func page(_ name: String, _ numbers: ClosedRange<Int>, next: String? = nil) -> ServerResponse {
    let items = numbers.map { number in
      let time = Date(timeIntervalSince1970: 1_738_332_000 - Double(number) * 3_600)
      return """
        {"id":"\(name)-\(number)","url":"http://example.org/\(name)/\(number)","title":"\(name) \(number)",\
        "content_text":"text","date_published":"\(time.formatted(.iso8601))"}
        """
    }
    let link = next.map { "\"next_url\":\"\($0)\"," } ?? ""
    return ServerResponse(
      "application/feed+json",
      "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"\(name)\",\(link)"
        + "\"items\":[\(items.joined(separator: ","))]}")
  }

  /// A configuration of sources at the server: name → path.
  static func configuration(_ sources: [(String, String)], origin: String, more: String = "") -> String {
    "sources:\n"
      + sources.map { name, path in
        "  \(name):\n    url: \(path.hasPrefix("http") ? path : origin + path)\n"
          + "    request: {retry: {times: 1, base: 10ms}}\n"
      }.joined() + more
  }

  /// The text with the server's address made the same in every run.
  static func steady(_ text: String, _ origin: String) -> String {
    text.replacing(origin, with: "http://SERVER").replacing(origin.dropFirst("http://".count), with: "SERVER")
      .replacing(/"cursor":"[\w-]+"/, with: "\"cursor\":\"CURSOR\"")
  }
}
