/// Plain values inside `{ }` and `[ ]`, found again in the raw line where YAML cut them short.
extension SyntaxProblem {
  /// Where the value that holds a byte began: behind the last `: `, `, `, `{` or `[` before it.
  static func flowValueStart(before offset: Int, after open: Int, _ source: SourceText) -> Int? {
    let bytes = source.bytes
    let line = source.lineRange(source.line(ofByte: offset)).lowerBound
    var position = offset - 1
    while position >= max(open, line) {
      let byte = bytes[position]
      let isSeparator =
        ((byte == 0x3A || byte == 0x2C) && position + 1 < bytes.count && Traps.isBlank(bytes[position + 1]))
        || byte == 0x2C || position == open
      if isSeparator {
        position += 1
        while position < offset, Traps.isBlank(bytes[position]) { position += 1 }
        return position < offset ? position : nil
      }
      position -= 1
    }
    return nil
  }

  /// A value inside brackets: to the comma or bracket that ends it, brackets of its own passed over.
  static func flowValue(from index: Int, _ source: SourceText) -> Span {
    let rest = Traps.restOfLine(at: index, in: source)
    let start = source.byteOffset(ofScalar: rest.start)
    let end = source.byteOffset(ofScalar: rest.end)
    var depth = 0
    var position = start
    while position < end {
      switch source.bytes[position] {
      case 0x7B, 0x5B: depth += 1
      case 0x7D, 0x5D:
        if depth == 0 { return trimmed(start, position, source) }
        depth -= 1
      case 0x2C where depth == 0: return trimmed(start, position, source)
      default: break
      }
      position += 1
    }
    return rest
  }

  /// Whether a bracket is open on the line before a place; quoted ones do not count.
  static func isInFlow(_ index: Int, _ source: SourceText) -> Bool {
    let offset = source.byteOffset(ofScalar: index)
    let line = source.lineRange(source.line(ofByte: offset))
    var depth = 0
    var quote: UInt8?
    for byte in source.bytes[line.lowerBound..<max(line.lowerBound, min(offset, line.upperBound))] {
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      switch byte {
      case 0x22, 0x27: quote = byte
      case 0x7B, 0x5B: depth += 1
      case 0x7D, 0x5D: depth -= 1
      default: break
      }
    }
    return depth > 0
  }

  private static func trimmed(_ start: Int, _ end: Int, _ source: SourceText) -> Span {
    var end = end
    while end > start, Traps.isBlank(source.bytes[end - 1]) { end -= 1 }
    return Span(source.scalarIndex(ofByte: start), source.scalarIndex(ofByte: end))
  }
}
