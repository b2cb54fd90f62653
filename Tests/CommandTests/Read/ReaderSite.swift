import Foundation
import HTTPServer
import TestSupport

@testable import weft

/// A server with the sources of a reader's test: numbered feeds with pages, of which some are dead, slow or broken.
final class ReaderSite: Sendable {
  let server: LoopbackServer
  private let new = Locked<[String: Int]>([:])
  private let asked = Locked<[String: Int]>([:])
  private let broken = Locked<Set<String>>(["/broken"])

  /// - Parameters:
  ///   - pages: how many pages each source has, of ten items.
  ///   - titles: a title for an item, by its source and number.
  init(pages: Int, title: @escaping @Sendable (String, Int) -> (title: String, html: String)? = { _, _ in nil }) throws
  {
    let (new, broken, asked) = (self.new, self.broken, self.asked)
    server = try LoopbackServer { request in
      let name = String(request.path.dropFirst())
      asked.with { $0[name, default: 0] += 1 }
      if broken.with({ $0.contains(request.path) }) { return .text("<?xml broken", status: 500) }
      if name == "slow" { usleep(3_000_000) }
      let page = request.parameter("page").flatMap { Int($0) } ?? 1
      let first = (page - 1) * 10 + 1
      let added = page == 1 ? new.with { $0[name] ?? 0 } : 0
      let numbers = Array((first - added)..<(first + 10))
      let origin = "http://\(request.header("Host") ?? "")"
      let items = numbers.map { number -> [String: Any] in
        let time = Date(timeIntervalSince1970: 1_738_332_000 - Double(number) * 3_600)
        let given = title(name, number)
        return [
          "id": "\(name)-\(number)", "url": "http://example.org/\(name)/\(number)",
          "title": given?.title ?? "\(name) item \(number).", "date_published": time.formatted(.iso8601),
          "content_html": given?.html ?? "<p>Text of \(number) with <a href='/link'>a link</a>.</p>",
        ]
      }
      var feed: [String: Any] = [
        "version": "https://jsonfeed.org/version/1.1", "title": given(title, name), "items": items,
      ]
      if page < pages { feed["next_url"] = "\(origin)/\(name)?page=\(page + 1)" }
      let bytes = (try? JSONSerialization.data(withJSONObject: feed)) ?? Data()
      return ServerResponse("application/feed+json", String(decoding: bytes, as: UTF8.self))
    }
  }

  /// How often a source was asked.
  func requests(of name: String) -> Int { asked.with { $0[name] ?? 0 } }

  /// So many new items stand at the top of a source.
  func add(_ count: Int, to name: String) { new.with { $0[name, default: 0] += count } }

  /// What was broken works.
  func mend() { broken.with { $0 = [] } }

  func stop() { server.stop() }
}

private func given(_ title: (String, Int) -> (title: String, html: String)?, _ name: String) -> String {
  title(name, 0)?.title ?? name
}
