import WeftModel

/// A server whose pages say which they are, how long they are, and end with a sum of all that, so that a reader can tell
/// whether one is whole.
struct Pages: Transport {
  static let count = 40

  private let bodies: [[UInt8]]
  private let tag: String

  /// Pages of one round differ from those of another. They are made at once, so that a writer does little else than
  /// write.
  init(round: Int32) {
    tag = "\"\(round)\""
    bodies = (0..<Pages.count).map { number in
      var body = [UInt8]("\(Pages.request(number).url) of \(round) ".utf8)
      let size = 200 + number % 10 * 12_000
      while body.count < size { body.append(UInt8(truncatingIfNeeded: body.count &* 31 &+ Int(round))) }
      let sum = body.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
      return body + Array(" \(sum)".utf8)
    }
  }

  static func request(_ number: Int) -> Request { Request(url: "https://blog.example/feed?paged=\(number)") }

  func response(to request: Request) async throws(SourceFailure) -> Response {
    let number = request.url.split(separator: "=").last.flatMap { Int($0) } ?? 0
    return Response(
      headers: ["ETag": tag, "Cache-Control": "max-age=600"], body: bodies[number % Pages.count], url: request.url,
      receivedAt: SystemClock().now())
  }
}
