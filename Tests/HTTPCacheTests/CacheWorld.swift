import Foundation
@testable import HTTPCache
import TestSupport
import WeftModel

/// A cache in a folder of its own, a server behind it, and a clock.
final class CacheWorld: Sendable {
  let folder = TemporaryFolder()
  let clock = JumpingClock(CacheWorld.start)
  let problems = Problems()
  let server: ScriptedTransport
  let cache: ResponseCache

  /// 2026-01-05T12:00:00Z, a Monday.
  static let start = Timestamp(seconds: 1_767_614_400)
  static let page = "https://blog.example/feed?paged=2"

  /// - Parameter answer: what the server answers; the fields and the body, as of the clock's instant.
  init(limit: Int = ResponseCache.defaultLimit, _ answer: @escaping @Sendable (Request) -> Answer) {
    let clock = clock
    server = ScriptedTransport { request in answer(request).response(to: request, at: clock.now()) }
    cache = ResponseCache(folder: folder.path, limit: limit, report: problems.add)
  }

  /// Another run on the same folder, or another folder.
  func cache(
    folder: String? = nil, limit: Int = ResponseCache.defaultLimit, lockWait: Duration = .seconds(2)
  ) -> ResponseCache {
    ResponseCache(
      file: CacheFile(folder: folder ?? self.folder.path), limit: limit, lockWait: lockWait, report: problems.add)
  }

  func transport(_ mode: CachingTransport.Mode = .normal, _ other: ResponseCache? = nil) -> CachingTransport {
    CachingTransport(other ?? cache, mode: mode, clock: clock, inner: server)
  }

  @discardableResult
  func get(
    _ request: Request = Request(url: CacheWorld.page), _ mode: CachingTransport.Mode = .normal,
    _ other: ResponseCache? = nil
  ) async throws -> Response {
    try await transport(mode, other).response(to: request)
  }

  /// How many requests the server got.
  var count: Int { get async { await server.requests.count } }
}

/// What a server answers.
struct Answer: Hashable, Sendable {
  var status = 200
  var headers = HeaderFields()
  var body = ""
  /// The address that answers; `nil`: the one that was asked.
  var url: String?
  var redirects: [String] = []
  var warnings: [SourceWarning] = []

  init(_ body: String = "", status: Int = 200, _ headers: HeaderFields = HeaderFields()) {
    self.body = body
    self.status = status
    self.headers = headers
  }

  /// A page that calls itself an archive, of so many bytes and more.
  static func archive(_ size: Int = 0, status: Int = 200, _ headers: HeaderFields = HeaderFields()) -> Answer {
    let document = "<feed xmlns:fh=\"http://purl.org/syndication/history/1.0\"><fh:archive/></feed>"
    return Answer(document + String(repeating: "x", count: size), status: status, headers)
  }

  func response(to request: Request, at instant: Timestamp) -> Response {
    let address = String(request.url.prefix { $0 != "#" })
    return Response(
      status: status, headers: headers, body: Array(body.utf8), url: url ?? address, redirects: redirects,
      receivedAt: instant, duration: .milliseconds(80), warnings: warnings)
  }
}

extension Response {
  var text: String { String(decoding: body, as: UTF8.self) }
}

extension Request {
  /// A request with settings of `request.cache`.
  static func page(
    _ url: String = CacheWorld.page, _ headers: HeaderFields = HeaderFields(), fresh: Duration = .zero,
    isConditional: Bool = true
  ) -> Request {
    let cache = CacheSettings(isConditional: isConditional, fresh: fresh)
    return Request(url: url, headers: headers, manners: RequestManners(cache: cache))
  }

  var isConditional: Bool { headers["If-None-Match"] != nil || headers["If-Modified-Since"] != nil }
}

/// What the cache reported.
///
/// `@unchecked`: the list is only reached under the lock.
final class Problems: @unchecked Sendable {
  private let lock = NSLock()
  private var warnings: [SourceWarning] = []

  @Sendable func add(_ warning: SourceWarning) { lock.withLock { warnings.append(warning) } }

  var all: [SourceWarning] { lock.withLock { warnings } }
  var codes: [String] { all.map(\.code) }
}
