import HTTPServer
import Locks
import WeftKit

/// Answers as they go out: with entity tags, compressed where the client can, kept as long as no page of a source
/// changes.
final class ReadyAnswers: Sendable {
  /// An answer to all who ask the same.
  struct Answer: Sendable {
    var version: UInt64
    var mediaType: String
    var body: [UInt8]
    var compressed: [UInt8]?
    var tag: String

    var size: Int { body.count + (compressed?.count ?? 0) }
  }

  /// By address; a cursor makes each page's address another.
  private struct Store {
    var answers: [String: Answer] = [:]
    var bytes = 0

    mutating func keep(_ answer: Answer, _ key: String) {
      // A few large ones would put out all others.
      guard answer.size <= ReadyAnswers.bytes / 4 else { return }
      if answers.count >= ReadyAnswers.limit || bytes + answer.size > ReadyAnswers.bytes { self = Store() }
      bytes += answer.size - (answers[key]?.size ?? 0)
      answers[key] = answer
    }
  }

  private let kept = Lock(Store())
  private static let limit = 256
  private static let bytes = 32 << 20

  /// The kept answer to a request, if it is of this version.
  func kept(_ request: ServerRequest, version: UInt64) -> ServerResponse? {
    guard let found = kept.with({ $0.answers[ReadyAnswers.key(request)] }), found.version == version else { return nil }
    return response(found, request)
  }

  /// An answer to a request that is not kept.
  func answer(_ request: ServerRequest, _ mediaType: String, _ body: [UInt8]) -> ServerResponse {
    response(made(request, mediaType, body, version: nil), request)
  }

  /// An answer as it goes out; kept under a version.
  func made(_ request: ServerRequest, _ mediaType: String, _ body: [UInt8], version: UInt64?) -> Answer {
    let answer = Answer(
      version: version ?? 0, mediaType: mediaType, body: body, compressed: Compression.gzip(body), tag: Tag.of(body))
    if version != nil { kept.with { $0.keep(answer, ReadyAnswers.key(request)) } }
    return answer
  }

  static func key(_ request: ServerRequest) -> String { (request.header("Host") ?? "") + request.target }

  /// The answer for one who asks: compressed, or nothing where it is known.
  func response(_ answer: Answer, _ request: ServerRequest) -> ServerResponse {
    let isCompressed = answer.compressed != nil && ReadyAnswers.accepts(request)
    // Another form of the bytes is another entity (RFC 9110 section 8.8.3).
    let tag = "\"" + answer.tag + (isCompressed ? "-g" : "") + "\""
    var headers: [ServerRequest.Field] = [.init("ETag", tag), .init("Vary", "Accept-Encoding")]
    headers.append(.init("Content-Type", answer.mediaType))
    if let given = request.header("If-None-Match"), ReadyAnswers.matches(given, tag) {
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
