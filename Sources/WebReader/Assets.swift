internal import CWebAssets
import WeftKit

/// The style sheet and the script of the page.
struct Assets: Sendable {
  /// A file of the page.
  struct File: Sendable {
    var path: String
    var mediaType: String
    var bytes: [UInt8]
    /// A hash of the bytes; the page asks for them by it, so that a browser may keep them for good.
    var version: String
  }

  static let style = file("/reader.css", "text/css; charset=utf-8", weft_reader_css)
  static let script = file("/reader.js", "text/javascript; charset=utf-8", weft_reader_js)

  private static func file(
    _ path: String, _ mediaType: String, _ content: (UnsafeMutablePointer<Int>?) -> UnsafePointer<UInt8>?
  ) -> File {
    var size = 0
    let bytes = content(&size).map { Array(UnsafeBufferPointer(start: $0, count: size)) } ?? []
    return File(path: path, mediaType: mediaType, bytes: bytes, version: Tag.of(bytes))
  }
}

/// Short hashes of bytes, for entity tags.
enum Tag {
  static func of(_ bytes: [UInt8]) -> String {
    var hash = ContentHash(seed: 21)
    var second = ContentHash(seed: 22)
    let text = String(decoding: bytes, as: UTF8.self)
    hash.combine(text)
    second.combine(text)
    return String(hash.value, radix: 36) + String(second.value, radix: 36)
  }
}
