import Foundation
import WeftKit

/// Asks a site of `weft serve`.
struct SiteClient: Sendable {
  private static let transport = CurlTransport(userAgent: "weft-tests", clock: { Timestamp(seconds: 0) })

  /// `http://127.0.0.1:PORT`.
  let origin: String

  /// What it answers.
  func get(_ target: String, _ headers: [String: String] = [:]) async throws -> Response {
    var request = WeftKit.Request(url: target.hasPrefix("http") ? target : origin + target)
    request.limits = RequestLimits(bodyBytes: 64 << 20, whole: .seconds(60))
    for (name, value) in headers { request.headers[name] = value }
    return try await Self.transport.response(to: request)
  }

  func object(_ target: String) async throws -> [String: Any] {
    let body = try await get(target).body
    return try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any] ?? [:]
  }

  /// The values of a member of all items of `/feed.json`, page by page to its end.
  func walk(_ member: String = "id", limit: Int) async throws -> [String] {
    var values: [String] = []
    var next: String? = "/feed.json?limit=\(limit)"
    while let target = next {
      let page = try await object(target)
      values += (page["items"] as? [[String: Any]] ?? []).compactMap { $0[member] as? String }
      next = page["next_url"] as? String
    }
    return values
  }
}
