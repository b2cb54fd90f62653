internal import CSimdJSON

/// A parsed JSON text (RFC 8259): simdjson's tape beside the text itself, in which numbers keep their digits.
///
/// What real APIs send and simdjson refuses is read: integers of any length, lone surrogates (as U+FFFD), bytes that
/// are not UTF-8 (as U+FFFD), a byte order mark, UTF-16 and UTF-32. When a member's name repeats, the last one counts.
///
/// Unchecked `Sendable`: the buffers come from a C library, but nothing writes to them after `init`; what is
/// made later, the places of values in the text, is exchanged atomically.
public final class JSONDocument: @unchecked Sendable {
  /// The deepest nesting of arrays and objects that is read.
  public static let maximumDepth = 1024

  private var parsed: weft_json_document
  private let tape: JSONTape

  /// Parses a whole JSON text.
  ///
  /// - Throws: what is wrong and where, with the line and column of the text.
  public init(_ bytes: [UInt8]) throws(JSONDocumentError) {
    var text = JSONEncoding.utf8(bytes)
    var parsed = weft_json_document()
    var code = JSONDocument.parse(text, nil, into: &parsed)
    if code == WEFT_JSON_BAD_UTF8 {
      text = JSONEncoding.repaired(text)
      code = JSONDocument.parse(text, nil, into: &parsed)
    }
    var numbersAreExact = true
    if code == WEFT_JSON_NO_MEMORY { throw .tooLarge(bytes: text.count) }
    if code != WEFT_JSON_OK {
      // Either the text is no JSON, which the check says by throwing, or it holds what only simdjson refuses. The
      // replacements have the length of what they replace: offsets stay those of the text.
      var check = JSONSyntaxCheck(text, maximumDepth: JSONDocument.maximumDepth)
      try check.run()
      numbersAreExact = check.replacedNumbers == 0
      code = JSONDocument.parse(text, check.replaced, into: &parsed)
      guard code == WEFT_JSON_OK else { throw .unreadable }
    }
    guard let tape = JSONTape(parsed, size: text.count, numbersAreExact: numbersAreExact) else { throw .unreadable }
    self.parsed = parsed
    self.tape = tape
  }

  deinit { weft_json_free(&parsed) }

  /// The value that the document is.
  public var root: JSONNode { JSONNode(document: self, position: JSONTape.root) }

  /// Gives access to the tape for the time of the call.
  @inline(__always) func withTape<Result, Failure: Error>(
    _ body: (JSONTape) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(tape)
  }

  private static func parse(_ text: [UInt8], _ substitute: [UInt8]?, into document: inout weft_json_document) -> Int32 {
    text.withUnsafeBufferPointer { text in
      guard let start = text.baseAddress, !text.isEmpty else { return Int32(WEFT_JSON_REFUSED) }
      guard let substitute else { return weft_json_parse(start, nil, text.count, maximumDepth, &document) }
      return substitute.withUnsafeBufferPointer {
        weft_json_parse(start, $0.baseAddress, text.count, maximumDepth, &document)
      }
    }
  }
}
