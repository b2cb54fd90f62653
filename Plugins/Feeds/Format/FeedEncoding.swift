import Charsets
import WeftModel

/// The charset of a feed.
enum FeedEncoding {
  /// The body in UTF-8, without a byte order mark.
  ///
  /// - Parameter charset: a label that overrides what the response and the document say.
  static func utf8(_ response: Response, charset: String?) -> [UInt8] {
    if let charset = charset.flatMap(Charset.init(label:)) { return toUTF8(response.body, from: charset) }
    // JSON Feed has no declaration, and XML's rules find the marks of wide text in both.
    return decodeText(response.body, form: .xml, httpCharset: response.charset).utf8
  }
}
