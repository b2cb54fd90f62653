/// In which line each `outline` element of a text begins; the parser mends the text and forgets its lines.
struct OutlineLines {
  private var lines: [Int] = []

  init(_ bytes: [UInt8]) {
    let name = Array("<outline".utf8)
    var line = 1
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case 0x0A: line += 1
      case 0x3C:
        if Self.begins(bytes, at: index, with: "<!--") {
          index = Self.skip(bytes, from: index, past: "-->", counting: &line)
          continue
        }
        if Self.begins(bytes, at: index, with: "<![CDATA[") {
          index = Self.skip(bytes, from: index, past: "]]>", counting: &line)
          continue
        }
        let end = index + name.count
        // The name may have a prefix in no list that was ever seen.
        if end <= bytes.count, zip(bytes[index..<end], name).allSatisfy({ $0 | 0x20 == $1 | 0x20 }),
          end == bytes.count || [0x20, 0x09, 0x0A, 0x0D, 0x2F, 0x3E].contains(bytes[end])
        {
          lines.append(line)
        }
      default: break
      }
      index += 1
    }
  }

  /// The line of an element, from 1.
  ///
  /// - Parameter number: the element's place among the outlines of the text, from 0.
  func line(ofOutline number: Int) -> Int? { lines.indices.contains(number) ? lines[number] : nil }

  private static func begins(_ bytes: [UInt8], at index: Int, with text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[index...].starts(with: $0) }
  }

  private static func skip(
    _ bytes: [UInt8], from start: Int, past end: StaticString, counting line: inout Int
  ) -> Int {
    var index = start
    while index < bytes.count {
      if bytes[index] == 0x0A { line += 1 }
      if begins(bytes, at: index, with: end) { return index + end.utf8CodeUnitCount }
      index += 1
    }
    return index
  }
}
