import Foundation
import HTTPServer
import TestSupport

/// Fifty feeds on one server, three pages of ten items each: one is dead, one broken, one slow.
final class FiftySources: Sendable {
  static let count = 50
  static let pages = 3
  static let perPage = 10

  /// How the third source is slow.
  enum Slowness: Sendable {
    /// Its first page comes after a while.
    case late
    /// It does not answer before it is told to.
    case held
  }

  let server: LoopbackServer
  private let gate: Gate

  init(_ slowness: Slowness = .late) throws {
    let gate = Gate(isOpen: slowness != .held)
    self.gate = gate
    server = try LoopbackServer { request in
      guard let source = Int(request.path.dropFirst()) else { return .text("no", status: 404) }
      switch source {
      case 1: return .hangUp
      case 2: return .text("this is no feed", status: 200)
      default: break
      }
      let page = request.parameter("page").flatMap { Int($0) } ?? 1
      let text = Self.page(page, of: source)
      let headers = [ServerRequest.Field("Content-Type", "application/feed+json")]
      guard source == 3, page == 1 else { return ServerResponse(headers: headers, body: .bytes(Array(text.utf8))) }
      gate.wait()
      return ServerResponse(headers: headers, body: .slowly([Array(text.utf8)], pause: .milliseconds(300)))
    }
  }

  private static func page(_ page: Int, of source: Int) -> String {
    let items = ((page - 1) * perPage..<min(page * perPage, pages * perPage)).map { index in
      // Minutes before an instant, so that all sources mix.
      let date = Date(timeIntervalSince1970: 1_750_000_000 - Double(index * count + source) * 60).ISO8601Format()
      return """
        {"id": "\(source)-\(index)", "url": "http://example.org/\(source)/\(index)", "title": "Item \(index) of \(source)",\
        "content_html": "<p>Text of it.</p>", "date_published": "\(date)"}
        """
    }
    return """
      {"version": "https://jsonfeed.org/version/1.1", "title": "S\(source)", "items": [\(items.joined(separator: ","))]}
      """
  }

  /// The slow source answers now.
  func release() { gate.open() }

  func stop() {
    release()
    server.stop()
  }

  /// A configuration of them all.
  ///
  /// - Parameter patience: how long a reader waits for a source.
  func configuration(patience: String = "3s") -> String {
    "defaults: {request: {retry: {times: 0}}}\nmerge: {patience: \(patience)}\nsources:\n"
      + (1...Self.count).map { "  s\($0): {url: \"\(server.origin)/\($0)?page={page}\"}\n" }.joined()
  }

  /// The ids of the merged feed, newest first, of the sources that answer.
  static let order = (0..<pages * perPage).flatMap { index in (3...count).map { "\($0)-\(index)" } }

  /// The pages that were asked for of the sources that answer, each as often as it was.
  var askedPages: [String] { server.requests.filter { !["/1", "/2"].contains($0.path) }.map(\.target) }
}
