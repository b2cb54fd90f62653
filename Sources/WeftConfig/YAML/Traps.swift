/// Places where YAML reads something else than what was written, or nothing: looked for in the raw line.
enum Traps {
  private static let longestLook = 512

  /// From a place to the end of its line, without blanks at the end.
  static func restOfLine(at index: Int, in source: SourceText) -> Span {
    let start = source.byteOffset(ofScalar: index)
    // No further than messages show, so that a hostile line is not read again for each of its values.
    let limit = min(source.bytes.count, start + longestLook)
    var end = start
    while end < limit, source.bytes[end] != 0x0A, source.bytes[end] != 0x0D { end += 1 }
    while end > start, isBlank(source.bytes[end - 1]) { end -= 1 }
    return Span(index, source.scalarIndex(ofByte: end))
  }

  /// The value that begins at a place: to the end of its line, without a comment behind it.
  static func restOfValue(at index: Int, in source: SourceText) -> Span {
    let rest = restOfLine(at: index, in: source)
    let start = source.byteOffset(ofScalar: rest.start)
    let end = source.byteOffset(ofScalar: rest.end)
    var position = start
    while position + 2 < end {
      // A comment that is meant as one has a blank on both sides of its #.
      if isBlank(source.bytes[position]), source.bytes[position + 1] == 0x23, isBlank(source.bytes[position + 2]) {
        while position > start, isBlank(source.bytes[position - 1]) { position -= 1 }
        return Span(index, source.scalarIndex(ofByte: position))
      }
      position += 1
    }
    return rest
  }

  /// The comment that stands where a value was expected: `items: #list .entry`.
  static func commentInsteadOfValue(at index: Int, in source: SourceText) -> Span? {
    let bytes = source.bytes
    var position = source.byteOffset(ofScalar: index)
    while position < bytes.count, isBlank(bytes[position]) { position += 1 }
    guard position + 1 < bytes.count, bytes[position] == 0x23, isTextByte(bytes[position + 1]) else { return nil }
    return restOfLine(at: source.scalarIndex(ofByte: position), in: source)
  }

  /// The comment right behind a plain text that looks like a part of it: `div #x@href`, not `20 # a page`.
  static func commentBehindValue(endingAt index: Int, in source: SourceText) -> Span? {
    let bytes = source.bytes
    let position = source.byteOffset(ofScalar: index)
    guard position + 2 < bytes.count, bytes[position] == 0x20, bytes[position + 1] == 0x23,
      isTextByte(bytes[position + 2])
    else { return nil }
    return restOfLine(at: index + 1, in: source)
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func isTextByte(_ byte: UInt8) -> Bool { byte > 0x20 && byte != 0x23 }
}
