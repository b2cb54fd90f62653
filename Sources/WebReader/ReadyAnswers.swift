import HTTPServer
import Locks
import WeftKit

/// Answers as they go out: with entity tags, compressed where the client can, kept as long as no page of a source
/// changes.
final class ReadyAnswers: Sendable {
  private struct Kept {
    var version: UInt64
    var mediaType: String
    var body: [UInt8]
    var compressed: [UInt8]?
    var tag: String
  }

  private let kept = Lock<[String: Kept]>([:])
  /// Answers by address; a cursor makes each page's address another.
  private static let limit = 256

  /// The kept answer to a request, if it is of this version.
  func kept(_ request: ServerRequest, version: UInt64) -> ServerResponse? {
    guard let found = kept.with({ $0[ReadyAnswers.key(request)] }), found.version == version else { return nil }
    return ReadyAnswers.response(found, request)
  }

  /// An answer to a request; kept under a version.
  func answer(
    _ request: ServerRequest, _ mediaType: String, _ body: [UInt8], version: UInt64? = nil
  ) -> ServerResponse {
    let answer = Kept(
      version: version ?? 0, mediaType: mediaType, body: body, compressed: Compression.gzip(body), tag: Tag.of(body))
    if version != nil {
      kept.with { kept in
        if kept.count >= ReadyAnswers.limit { kept.removeAll(keepingCapacity: true) }
        kept[ReadyAnswers.key(request)] = answer
      }
    }
    return ReadyAnswers.response(answer, request)
  }

  private static func key(_ request: ServerRequest) -> String { (request.header("Host") ?? "") + request.target }

  private static func response(_ answer: Kept, _ request: ServerRequest) -> ServerResponse {
    let isCompressed = answer.compressed != nil && accepts(request)
    // Another form of the bytes is another entity (RFC 9110 section 8.8.3).
    let tag = "\"" + answer.tag + (isCompressed ? "-g" : "") + "\""
    var headers: [ServerRequest.Field] = [.init("ETag", tag), .init("Vary", "Accept-Encoding")]
    headers.append(.init("Content-Type", answer.mediaType))
    if let given = request.header("If-None-Match"), matches(given, tag) {
      return ServerResponse(status: 304, headers: headers)
    }
    if isCompressed { headers.append(.init("Content-Encoding", "gzip")) }
    return ServerResponse(headers: headers, body: .bytes(isCompressed ? answer.compressed ?? [] : answer.body))
  }

  /// `gzip` with a weight above 0 (RFC 9110 section 12.5.3).
  private static func accepts(_ request: ServerRequest) -> Bool {
    for part in (request.header("Accept-Encoding") ?? "").lowercased().split(separator: ",") {
      let words = part.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
      guard words.first == "gzip" else { continue }
      let weight = words.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
      return weight > 0
    }
    return false
  }

  private static func matches(_ given: String, _ tag: String) -> Bool {
    given.split(separator: ",").contains { part in
      var text = part.filter { !$0.isWhitespace }
      if text.hasPrefix("W/") { text.removeFirst(2) }
      return text == tag || text == "*"
    }
  }
}
