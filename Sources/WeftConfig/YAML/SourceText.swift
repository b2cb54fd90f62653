/// The text of a configuration file as UTF-8, with the way from a character's index to its line and column.
///
/// libyaml counts Unicode scalars; what a person sees are lines that end with LF, CRLF or CR. Only the index of
/// libyaml's marks is used, so that its own idea of lines (it also breaks at U+0085, U+2028 and U+2029) never shows.
final class SourceText {
  /// Valid UTF-8 without a byte order mark.
  let bytes: [UInt8]
  private let isASCII: Bool
  /// The byte offset of every 256th scalar; empty for ASCII, where scalars are bytes.
  private let checkpoints: [Int]
  private static let stride = 256

  /// The byte offsets at which lines begin, made when the first position is asked for.
  private lazy var lineStarts: [Int] = {
    var starts = [0]
    for (offset, byte) in bytes.enumerated() {
      let endsLine =
        byte == 0x0A || (byte == 0x0D && (offset + 1 >= bytes.count || bytes[offset + 1] != 0x0A))
      if endsLine { starts.append(offset + 1) }
    }
    return starts
  }()

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    isASCII = bytes.allSatisfy { $0 < 0x80 }
    guard !isASCII else {
      checkpoints = []
      return
    }
    var checkpoints: [Int] = []
    var scalar = 0
    for (offset, byte) in bytes.enumerated() where byte & 0xC0 != 0x80 {
      if scalar % Self.stride == 0 { checkpoints.append(offset) }
      scalar += 1
    }
    self.checkpoints = checkpoints
  }

  /// The byte offset of a scalar; the end of the text for an index behind it.
  func byteOffset(ofScalar index: Int) -> Int {
    guard index > 0 else { return 0 }
    guard !isASCII else { return min(index, bytes.count) }
    let checkpoint = index / Self.stride
    guard checkpoint < checkpoints.count else { return bytes.count }
    var offset = checkpoints[checkpoint]
    var left = index % Self.stride
    while left > 0, offset < bytes.count {
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      left -= 1
    }
    return offset
  }

  /// The scalar index of the character that begins at, or holds, a byte.
  func scalarIndex(ofByte offset: Int) -> Int {
    let offset = min(max(offset, 0), bytes.count)
    guard !isASCII else { return offset }
    var low = 0
    var high = checkpoints.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if checkpoints[middle] <= offset { low = middle } else { high = middle }
    }
    guard low < checkpoints.count else { return 0 }
    var index = low * Self.stride
    var position = checkpoints[low]
    while position < offset {
      position += 1
      if position < bytes.count, bytes[position] & 0xC0 != 0x80 { index += 1 }
      if position == bytes.count { index += 1 }
    }
    return index
  }

  /// The line, from 0, that holds a byte.
  func line(ofByte offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The line number, from 1, that holds a scalar.
  func lineNumber(ofScalar index: Int) -> Int { line(ofByte: byteOffset(ofScalar: index)) + 1 }

  /// The bytes of a line, from 0, without its end.
  func lineRange(_ line: Int) -> Range<Int> {
    guard line < lineStarts.count else { return bytes.count..<bytes.count }
    let start = lineStarts[line]
    var end = line + 1 < lineStarts.count ? lineStarts[line + 1] : bytes.count
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return start..<end
  }

  /// The text between two scalar indexes.
  func text(_ span: Span) -> String {
    let start = byteOffset(ofScalar: span.start)
    return text(bytes: start..<max(start, byteOffset(ofScalar: span.end)))
  }

  /// The text of a range of bytes.
  func text(bytes range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }
}

/// A stretch of the file, in Unicode scalars from 0.
struct Span: Hashable {
  var start: Int
  var end: Int

  init(_ start: Int, _ end: Int) {
    self.start = start
    self.end = max(start, end)
  }
}
