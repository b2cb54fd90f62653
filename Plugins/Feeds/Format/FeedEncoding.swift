import WeftModel

/// The charset of a feed.
enum FeedEncoding {
  /// The body in UTF-8, without a byte order mark.
  static func utf8(_ response: Response, charset: String?) -> [UInt8] {
    var body = response.body
    if body.starts(with: [0xEF, 0xBB, 0xBF]) { body.removeFirst(3) }
    return body
  }
}
