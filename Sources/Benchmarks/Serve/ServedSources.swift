import Glibc
import HTTPServer

/// Fifty feeds of a hundred pages on one server: one is dead, one broken, one slow.
final class ServedSources: Sendable {
  private static let count = 50
  private static let perPage = 5

  private let server: LoopbackServer

  init() throws {
    server = try LoopbackServer { request in
      guard let source = Int(request.path.dropFirst()) else { return .text("no", status: 404) }
      switch source {
      case 1: return .hangUp
      case 2: return .text("this is no feed")
      default: break
      }
      let page = request.parameter("page").flatMap { Int($0) } ?? 1
      let body = Self.page(page, of: source)
      let headers = [ServerRequest.Field("Content-Type", "application/feed+json")]
      // The third takes two seconds for a page, the others some milliseconds, as servers do.
      let pause = source == 3 ? Duration.seconds(2) : .milliseconds(20 + source)
      return ServerResponse(headers: headers, body: .slowly([Array(body.utf8)], pause: pause))
    }
  }

  private static func page(_ page: Int, of source: Int) -> String {
    let text = String(repeating: "All work and no play. ", count: 30)
    let items = ((page - 1) * perPage..<page * perPage).map { index in
      let date = 1_750_000_000 - (index * count + source) * 60
      return """
        {"id":"\(source)-\(index)","url":"http://example.org/\(source)/\(index)","title":"Item \(index) of \(source)",\
        "content_html":"<p>\(text)</p>","date_published":"\(rfc3339(date))"}
        """
    }
    return """
      {"version":"https://jsonfeed.org/version/1.1","title":"S\(source)","items":[\(items.joined(separator: ","))]}
      """
  }

  private static func rfc3339(_ seconds: Int) -> String {
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts.tm_year + 1_900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))T\(two(parts.tm_hour)):"
      + "\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
  }

  /// A configuration of them all; first pages are asked for once in the time that this takes.
  var configuration: String {
    "defaults: {request: {retry: {times: 0}}}\nsources:\n"
      + (1...Self.count).map { "  s\($0): {url: \"\(server.origin)/\($0)?page={page}\"}\n" }.joined()
  }

  /// The pages that were asked for of the sources that answer, each as often as it was.
  var askedPages: [String] { server.requests.filter { !["/1", "/2"].contains($0.path) }.map(\.target) }
}
