/// The pre-scan of an HTML document's bytes for its own declaration (HTML standard section 13.2.3.2).
struct HTMLPrescan {
  /// Browsers look at 1024 bytes at first and start again when the parser meets a later declaration; looking further at
  /// once has the same outcome without the second start.
  private static let window = 16_384

  private let bytes: Slice<UnsafeBufferPointer<UInt8>>
  private var index: Int

  /// The charset that a `meta` element declares in the first bytes; nil where none does.
  static func charset(_ bytes: UnsafeBufferPointer<UInt8>) -> Charset? {
    var scan = HTMLPrescan(bytes: bytes.prefix(window), index: 0)
    return scan.run()
  }

  private var isAtEnd: Bool { index >= bytes.endIndex }

  private func peek(_ ahead: Int = 0) -> UInt8 {
    index + ahead < bytes.endIndex ? bytes[index + ahead] : 0
  }

  private func starts(with word: StaticString) -> Bool {
    guard index + word.utf8CodeUnitCount <= bytes.endIndex else { return false }
    for offset in 0..<word.utf8CodeUnitCount where Self.lowered(peek(offset)) != word.utf8Start[offset] { return false }
    return true
  }

  private static func lowered(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte >= 9 && byte <= 13 && byte != 11 }
  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  private mutating func run() -> Charset? {
    while !isAtEnd {
      if starts(with: "<!--") {
        index += 2
        while !isAtEnd, !starts(with: "-->") { index += 1 }
        index += 3
      } else if starts(with: "<meta"), Self.isSpace(peek(5)) || peek(5) == UInt8(ascii: "/") {
        index += 5
        if let charset = readMeta() { return charset }
      } else if peek() == UInt8(ascii: "<"),
        Self.isLetter(peek(1)) || peek(1) == UInt8(ascii: "/") && Self.isLetter(peek(2))
      {
        index += 1
        while !isAtEnd, !Self.isSpace(peek()), peek() != UInt8(ascii: ">") { index += 1 }
        while readAttribute() != nil {}
        index += 1
      } else if starts(with: "<!") || starts(with: "</") || starts(with: "<?") {
        while !isAtEnd, peek() != UInt8(ascii: ">") { index += 1 }
        index += 1
      } else {
        index += 1
      }
    }
    return nil
  }

  /// One `meta`: its `charset`, or the `charset=` in its `content` where `http-equiv` is `content-type`.
  private mutating func readMeta() -> Charset? {
    var seen: Set<String> = []
    var hasPragma = false
    var needsPragma: Bool?
    var charset: Charset?
    while let (name, value) = readAttribute() {
      guard seen.insert(name).inserted else { continue }
      switch name {
      case "http-equiv": hasPragma = value == "content-type"
      case "content":
        guard charset == nil, let label = Self.label(inContent: value) else { continue }
        charset = Charset(label: label)
        if charset != nil { needsPragma = true }
      case "charset":
        charset = Charset(label: value)
        needsPragma = false
      default: continue
      }
    }
    // A tag cut off by the end of the text declares nothing.
    guard !isAtEnd, let needsPragma, !needsPragma || hasPragma, let charset else { return nil }
    // Text whose declaration could be read is not in a wide encoding.
    if !charset.isASCIICompatible { return .utf8 }
    return charset.name == "x-user-defined" ? .windows1252 : charset
  }

  /// HTML standard, "get an attribute": name and value in lower case; nil at the end of the tag.
  private mutating func readAttribute() -> (name: String, value: String)? {
    while Self.isSpace(peek()) || peek() == UInt8(ascii: "/") { index += 1 }
    guard !isAtEnd, peek() != UInt8(ascii: ">") else { return nil }
    var name: [UInt8] = []
    while !isAtEnd {
      let byte = peek()
      if byte == UInt8(ascii: "="), !name.isEmpty { break }
      if Self.isSpace(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") { break }
      name.append(Self.lowered(byte))
      index += 1
    }
    while Self.isSpace(peek()) { index += 1 }
    guard peek() == UInt8(ascii: "=") else { return (String(decoding: name, as: UTF8.self), "") }
    index += 1
    while Self.isSpace(peek()) { index += 1 }
    var value: [UInt8] = []
    let quote = peek()
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      index += 1
      while !isAtEnd, peek() != quote {
        value.append(Self.lowered(peek()))
        index += 1
      }
      index += 1
    } else {
      while !isAtEnd, !Self.isSpace(peek()), peek() != UInt8(ascii: ">") {
        value.append(Self.lowered(peek()))
        index += 1
      }
    }
    return (String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
  }

  /// HTML standard section 2.4.4, "extract a character encoding from a meta element".
  static func label(inContent content: String) -> String? {
    let bytes = Array(content.utf8)
    let word = Array("charset".utf8)
    var index = 0
    while index + word.count <= bytes.count {
      guard bytes[index..<index + word.count].elementsEqual(word) else {
        index += 1
        continue
      }
      index += word.count
      while index < bytes.count, isSpace(bytes[index]) { index += 1 }
      guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else { continue }
      index += 1
      while index < bytes.count, isSpace(bytes[index]) { index += 1 }
      guard index < bytes.count else { return nil }
      let quote = bytes[index]
      let value: ArraySlice<UInt8>
      if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
        guard let end = bytes[(index + 1)...].firstIndex(of: quote) else { return nil }
        value = bytes[(index + 1)..<end]
      } else {
        value = bytes[index...].prefix { !isSpace($0) && $0 != UInt8(ascii: ";") }
      }
      return String(decoding: value, as: UTF8.self)
    }
    return nil
  }
}
