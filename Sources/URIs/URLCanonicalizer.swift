/// Makes canonical addresses (see `canonicalURL(_:stripQuery:)`); made once, used for every item.
public struct URLCanonicalizer: Sendable {
  private let stripQuery: QueryNamePatterns

  /// - Parameter stripQuery: names of query parameters to leave out; a `*` stands for any text.
  public init(stripQuery: [String] = []) { self.stripQuery = QueryNamePatterns(stripQuery) }

  /// The form that identity compares.
  public func canonical(_ url: String) -> String {
    var url = url
    return url.withUTF8(canonicalIfPlain) ?? canonicalByParts(url, stripQuery: stripQuery)
  }

  /// Most addresses have nothing to repair: lower-case host without port, no escapes, no dot segments. They are copied
  /// in one pass; nil for the others.
  private func canonicalIfPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    let start: Int
    if bytes.starts(with: "https://".utf8) {
      start = 8
    } else if bytes.starts(with: "http://".utf8) {
      start = 7
    } else {
      return nil
    }
    var index = start
    while index < bytes.count, Self.isPlainHost(bytes[index]) { index += 1 }
    guard index > start, bytes[index - 1] != UInt8(ascii: ".") else { return nil }
    let isBare = index == bytes.count || bytes[index] == UInt8(ascii: "?") || bytes[index] == UInt8(ascii: "#")
    guard isBare || bytes[index] == UInt8(ascii: "/") else { return nil }
    let pathStart = index
    var previous: UInt8 = 0
    while index < bytes.count, bytes[index] != UInt8(ascii: "?"), bytes[index] != UInt8(ascii: "#") {
      let byte = bytes[index]
      guard Self.isPlain(byte), byte != UInt8(ascii: ".") || previous != UInt8(ascii: "/") else { return nil }
      previous = byte
      index += 1
    }
    let pathEnd = index
    while index < bytes.count, bytes[index] != UInt8(ascii: "#") {
      guard Self.isPlain(bytes[index]), bytes[index] != UInt8(ascii: "+") else { return nil }
      index += 1
    }
    let queryEnd = index
    while index < bytes.count {
      guard Self.isPlain(bytes[index]) || index == queryEnd else { return nil }
      index += 1
    }
    let copy = [UInt8](unsafeUninitializedCapacity: bytes.count + 1) { output, count in
      func append(_ from: Int, _ to: Int) {
        for at in from..<to {
          output[count] = bytes[at]
          count += 1
        }
      }
      append(start - 2, pathEnd)
      if pathStart == pathEnd {
        output[count] = UInt8(ascii: "/")
        count += 1
      }
      appendQuery(bytes, from: pathEnd, to: queryEnd) { from, to, isFirst in
        output[count] = isFirst ? UInt8(ascii: "?") : UInt8(ascii: "&")
        count += 1
        append(from, to)
      }
      if queryEnd + 1 < bytes.count,
        bytes[queryEnd + 1] == UInt8(ascii: "/") || bytes[queryEnd + 1] == UInt8(ascii: "!")
      {
        append(queryEnd, bytes.count)
      }
    }
    return text(copy)
  }

  /// Calls `keep` with the bounds of each parameter that stays; `from` is the question mark.
  private func appendQuery(
    _ bytes: UnsafeBufferPointer<UInt8>, from: Int, to end: Int, keep: (Int, Int, Bool) -> Void
  ) {
    guard from + 1 < end else { return }
    var isFirst = true
    var start = from + 1
    while start <= end {
      var stop = start
      var nameEnd: Int?
      while stop < end, bytes[stop] != UInt8(ascii: "&") {
        if nameEnd == nil, bytes[stop] == UInt8(ascii: "=") { nameEnd = stop }
        stop += 1
      }
      if !stripQuery.match(bytes[start..<(nameEnd ?? stop)]) {
        keep(start, stop, isFirst)
        isFirst = false
      }
      start = stop + 1
    }
  }

  private static func isPlainHost(_ byte: UInt8) -> Bool {
    byte &- 0x61 < 26 || byte.isASCIIDigit || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
  }

  /// A byte that the canonical form leaves as it is, wherever it stands.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, 0x7F...: false
    case UInt8(ascii: "\""), UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
      UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
      false
    default: true
    }
  }
}
