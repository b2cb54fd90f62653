import HTTPServer
import Synchronization
import WeftKit

/// The server of one recipe, and the reading of a source of it through the whole engine.
struct RecipeServer {
  private let server: LoopbackServer

  /// What most recipes share: a JSON object with a list, no retries.
  static let list = """
      items: $.items
      fields: {id: id}
      request: {retry: {times: 0}}
    """
  /// For recipes whose document is the list.
  static let array = list.replacing("$.items", with: "$[*]")
  /// For recipes with a feed.
  static let feed = """
      request: {retry: {times: 0}}
    """

  init(host: String = "127.0.0.1", _ answer: @escaping @Sendable (ServerRequest) -> ServerResponse) throws {
    server = try LoopbackServer(host: host) { request in
      request.path == "/robots.txt" ? .text("", status: 404) : answer(request)
    }
  }

  /// A server whose answers depend on the time: the closure gets the number of the request, from 1.
  init(numbered answer: @escaping @Sendable (ServerRequest, Int) -> ServerResponse) throws {
    let count = Counter()
    try self.init { answer($0, count.next()) }
  }

  private final class Counter: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
      count.withLock { count in
        count += 1
        return count
      }
    }
  }

  var origin: String { server.origin }
  var port: Int { server.port }

  /// What was asked for, in order.
  var requests: [ServerRequest] { server.requests.filter { $0.path != "/robots.txt" } }
  /// Path and query of what was asked for, in order.
  var targets: [String] { requests.map(\.target) }

  /// What came of reading a source.
  struct Reading {
    var items: [FeedItem]
    var status: SourceStatus

    var ids: [String] { items.map(\.item.id) }
    var end: EndReason? { status.endReason }
    var warnings: [String] { status.warnings.map(\.code) }
  }

  /// Reads the source to its end; `ORIGIN` in its stanza is the server.
  func read(_ stanza: String, defaults: String = list) async throws -> Reading {
    let engine = Engine()
    let text = configuration(stanza, defaults: defaults)
    let feed = try engine.feed(of: engine.configuration(reading: text).configuration)
    feed.scroll(to: .max)
    var items: [FeedItem] = []
    for await item in feed { items.append(item) }
    guard let status = await feed.statuses.first else { throw NoSource() }
    return Reading(items: items, status: status)
  }

  /// The text of a configuration with one source.
  func configuration(_ stanza: String, defaults: String = list) -> String {
    let lines = stanza.split(separator: "\n", omittingEmptySubsequences: false).map { "    " + $0 }
    let text = "defaults:\n\(defaults)\nsources:\n  recipe:\n" + lines.joined(separator: "\n") + "\n"
    return text.replacing("ORIGIN", with: origin)
  }

  private struct NoSource: Error {}
}

/// Something that happens in the middle of a test.
final class Flag: Sendable {
  private let value = Mutex(false)

  var isSet: Bool { value.withLock { $0 } }
  func set() { value.withLock { $0 = true } }
}

extension ServerResponse {
  /// A JSON document.
  static func json(_ text: String, status: Int = 200, headers: [ServerRequest.Field] = []) -> ServerResponse {
    ServerResponse(status: status, "application/json", text, headers: headers)
  }

  /// An object with a list of items of these ids, and further members: `"next": 2`.
  static func items(_ ids: some Sequence<Int>, _ members: String = "") -> ServerResponse {
    .json(#"{"items": \#(list(ids))\#(members.isEmpty ? "" : ", ")\#(members)}"#)
  }

  /// A list of items of these ids, with a `Link` header line for each of `links`.
  static func array(_ ids: some Sequence<Int>, links: [String] = []) -> ServerResponse {
    .json(list(ids), headers: links.map { ServerRequest.Field("Link", $0) })
  }

  static func list(_ ids: some Sequence<Int>) -> String {
    "[" + ids.map { #"{"id": \#($0)}"# }.joined(separator: ", ") + "]"
  }
}

extension ServerRequest {
  /// The value of a query parameter as a number.
  func number(_ name: String) -> Int? { parameter(name).flatMap { Int($0) } }
}

/// The ids of a range, as items have them.
func ids(_ range: some Sequence<Int>) -> [String] { range.map(String.init) }
