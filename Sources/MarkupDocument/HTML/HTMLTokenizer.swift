import CharacterReferences

/// Cuts HTML text into tags and runs of characters (HTML standard 13.2.5).
///
/// It lends slices of the input wherever nothing has to be decoded. The tree builder tells it, after a start tag, which
/// kind of text follows.
struct HTMLTokenizer: ~Copyable {
  enum Token { case characters, nulls, startTag, endTag, comment, doctype, end }
  enum ContentModel { case data, rcdata, rawText, script, plainText }

  let input: UnsafeBufferPointer<UInt8>
  var position = 0
  var contentModel = ContentModel.data
  /// `<![CDATA[` is text: the current node belongs to a drawing or a formula.
  var allowsCDATA = false

  /// The characters of the token; a slice of the input or of `decoded`. A comment's or a DOCTYPE's text.
  private(set) var text = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  /// The attributes of the tag.
  private(set) var attributes: HTMLAttributes
  /// The bytes of the tag's own name, at the start of `attributes.names`.
  private var nameCount = 0
  private(set) var isSelfClosing = false

  /// Room for what one character reference stands for (two code points at most).
  private let decoded: UnsafeMutableBufferPointer<UInt8>
  /// The name of the tag that opened RCDATA, raw text or a script.
  private var openedBy: ContiguousArray<UInt8> = []

  init(_ input: UnsafeBufferPointer<UInt8>, decoded: UnsafeMutableBufferPointer<UInt8>) {
    self.input = input
    self.decoded = decoded
    attributes = HTMLAttributes(input: input)
  }

  /// The tag's name in lower case, until the next tag is read.
  var name: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: attributes.names.bytes[..<nameCount]) }

  /// The text up to the end tag of the last start tag is not markup.
  mutating func enter(_ model: ContentModel) {
    contentModel = model
    openedBy = ContiguousArray(name)
  }

  mutating func next() -> Token {
    guard position < input.count else { return .end }
    switch contentModel {
    case .data: return nextInData()
    case .rcdata, .rawText: return nextInRawText(decodes: contentModel == .rcdata)
    case .script: return nextInScript()
    case .plainText: return emitText(upTo: input.count)
    }
  }

  // MARK: characters

  private mutating func nextInData() -> Token {
    let start = position
    while position < input.count {
      let byte = input[position]
      if byte == 0x3C || byte == 0x26 || byte == 0 { break }
      position &+= 1
    }
    if position > start { return lend(start, position) }
    switch input[position] {
    case 0x3C: return nextAfterLessThan()
    case 0x26: return nextReference()
    default:
      position &+= 1
      return .nulls
    }
  }

  private mutating func lend(_ start: Int, _ end: Int) -> Token {
    text = UnsafeBufferPointer(rebasing: input[start..<end])
    return .characters
  }

  private mutating func emitText(upTo end: Int) -> Token {
    let start = position
    while position < end, input[position] != 0 { position &+= 1 }
    if position > start { return lend(start, position) }
    position &+= 1
    return replacement()
  }

  private mutating func replacement() -> Token {
    lendDecoded(encode(0xFFFD, at: 0))
  }

  private mutating func lendDecoded(_ count: Int) -> Token {
    text = UnsafeBufferPointer(start: decoded.baseAddress, count: count)
    return .characters
  }

  private func encode(_ value: UInt32, at offset: Int) -> Int {
    guard let scalar = Unicode.Scalar(value) else { return offset }
    var end = offset
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
      decoded[end] = byte
      end &+= 1
    }
    return end
  }

  private mutating func nextReference() -> Token {
    guard let count = decodeReference(inAttribute: false) else {
      position &+= 1
      return lend(position &- 1, position)
    }
    return lendDecoded(count)
  }

  /// Decodes the reference at the position into `decoded` and steps over it; returns the number of bytes.
  private mutating func decodeReference(inAttribute: Bool) -> Int? {
    let start = position &+ 1
    guard start < input.count else { return nil }
    guard input[start] == 0x23 else {
      guard let found = HTMLCharacterReferences.reference(in: input, at: start, inAttribute: inAttribute) else {
        return nil
      }
      position = start &+ found.length
      let end = encode(found.first, at: 0)
      return found.second == 0 ? end : encode(found.second, at: end)
    }
    var index = start &+ 1
    var isHexadecimal = false
    if index < input.count, input[index] | 0x20 == 0x78 {
      isHexadecimal = true
      index &+= 1
    }
    let firstDigit = index
    var value: UInt32 = 0
    while index < input.count {
      let byte = input[index]
      let digit: UInt32
      switch byte {
      case 0x30...0x39: digit = UInt32(byte &- 0x30)
      case 0x41...0x46 where isHexadecimal, 0x61...0x66 where isHexadecimal: digit = UInt32((byte | 0x20) &- 0x57)
      default: digit = 99
      }
      if digit == 99 { break }
      // Saturates: more is no character anyway.
      value = min(value &* (isHexadecimal ? 16 : 10) &+ digit, 0x110000)
      index &+= 1
    }
    guard index > firstDigit else { return nil }
    if index < input.count, input[index] == 0x3B { index &+= 1 }
    position = index
    return encode(HTMLCharacterReferences.scalar(numbered: value), at: 0)
  }

  // MARK: raw text

  private mutating func nextInRawText(decodes: Bool) -> Token {
    let start = position
    while position < input.count {
      let byte = input[position]
      if byte == 0x3C, isEndTag(at: position) { break }
      if byte == 0 || decodes && byte == 0x26 { break }
      position &+= 1
    }
    if position > start { return lend(start, position) }
    switch input[position] {
    case 0x3C:
      contentModel = .data
      return nextAfterLessThan()
    case 0x26: return nextReference()
    default:
      position &+= 1
      return replacement()
    }
  }

  /// `</name` of the open element, and what ends a name.
  private func isEndTag(at start: Int) -> Bool {
    start &+ 1 < input.count && input[start &+ 1] == 0x2F && isName(openedBy, at: start &+ 2)
  }

  private func isName(_ name: some Collection<UInt8>, at start: Int) -> Bool {
    var index = start
    for byte in name {
      guard index < input.count, lowered(input[index]) == byte else { return false }
      index &+= 1
    }
    guard index < input.count else { return false }
    let byte = input[index]
    return isSpace(byte) || byte == 0x2F || byte == 0x3E
  }

  /// Scripts hide their end tag in comments: `<!-- <script> … </script> -->` (13.2.5.18 to 31).
  private mutating func nextInScript() -> Token {
    var isEscaped = false
    var isDoublyEscaped = false
    let script = "script".utf8
    var index = position
    scan: while index < input.count {
      switch input[index] {
      case 0x3C:
        if matches("<!--", at: index), !isEscaped {
          isEscaped = true
          index &+= 2
          continue scan
        }
        if index &+ 1 < input.count, input[index &+ 1] == 0x2F, isName(script, at: index &+ 2) {
          if !isDoublyEscaped { break scan }
          isDoublyEscaped = false
        } else if isEscaped, !isDoublyEscaped, isName(script, at: index &+ 1) {
          isDoublyEscaped = true
        }
      case 0x2D where isEscaped && matches("-->", at: index):
        isEscaped = false
        isDoublyEscaped = false
      default: break
      }
      index &+= 1
    }
    if index > position {
      let start = position
      position = index
      // A NUL in a script matters to nobody; the tree cannot hold it.
      return lend(start, input[start..<index].firstIndex(of: 0) ?? index)
    }
    contentModel = .data
    return nextAfterLessThan()
  }

  func matches(_ text: StaticString, at start: Int) -> Bool {
    guard start &+ text.utf8CodeUnitCount <= input.count else { return false }
    for index in 0..<text.utf8CodeUnitCount where input[start &+ index] != text.utf8Start[index] { return false }
    return true
  }

  // MARK: markup

  private mutating func nextAfterLessThan() -> Token {
    let start = position
    guard start &+ 1 < input.count else {
      position = input.count
      return lend(start, position)
    }
    let byte = input[start &+ 1]
    if isLetter(byte) {
      position = start &+ 1
      return nextTag(.startTag)
    }
    switch byte {
    case 0x2F:
      guard start &+ 2 < input.count else {
        position = input.count
        return lend(start, position)
      }
      if isLetter(input[start &+ 2]) {
        position = start &+ 2
        return nextTag(.endTag)
      }
      if input[start &+ 2] == 0x3E {
        // No token: an empty run of characters says so without recursion.
        position = start &+ 3
        return lend(position, position)
      }
      return bogusComment(from: start &+ 2)
    case 0x21: return nextDeclaration(from: start &+ 2)
    case 0x3F: return bogusComment(from: start &+ 1)
    default:
      position = start &+ 1
      return lend(start, position)
    }
  }

  private mutating func bogusComment(from start: Int) -> Token {
    let end = input[start...].firstIndex(of: 0x3E) ?? input.count
    text = UnsafeBufferPointer(rebasing: input[start..<end])
    position = min(end &+ 1, input.count)
    return .comment
  }

  private mutating func nextDeclaration(from start: Int) -> Token {
    if matches("--", at: start) { return nextComment(from: start &+ 2) }
    if isName("doctype".utf8, at: start) || matches("DOCTYPE", at: start) || matches("doctype", at: start) {
      _ = bogusComment(from: start &+ 7)
      return .doctype
    }
    if allowsCDATA, matches("[CDATA[", at: start) {
      var end = start &+ 7
      while end < input.count, !matches("]]>", at: end) { end &+= 1 }
      text = UnsafeBufferPointer(rebasing: input[(start &+ 7)..<end])
      position = min(end &+ 3, input.count)
      return .characters
    }
    return bogusComment(from: start)
  }

  private mutating func nextComment(from start: Int) -> Token {
    var end = start
    if matches(">", at: start) {
      position = start &+ 1
    } else if matches("->", at: start) {
      position = start &+ 2
    } else {
      position = input.count
      end = input.count
      var index = start
      while index < input.count {
        if input[index] == 0x2D {
          if matches("-->", at: index) || matches("--!>", at: index) {
            end = index
            position = index &+ (input[index &+ 2] == 0x3E ? 3 : 4)
            break
          }
        }
        index &+= 1
      }
    }
    text = UnsafeBufferPointer(rebasing: input[start..<end])
    return .comment
  }

  /// Reads a tag from its name on. A tag that the input cuts off is dropped.
  private mutating func nextTag(_ kind: Token) -> Token {
    attributes.removeAll()
    isSelfClosing = false
    while position < input.count {
      let byte = input[position]
      if isSpace(byte) || byte == 0x2F || byte == 0x3E { break }
      appendToName(byte)
      position &+= 1
    }
    nameCount = attributes.names.count
    while true {
      while position < input.count, isSpace(input[position]) || input[position] == 0x2F {
        // `/>` and nothing between.
        if input[position] == 0x2F, position &+ 1 < input.count, input[position &+ 1] == 0x3E { isSelfClosing = true }
        position &+= 1
      }
      guard position < input.count else { return .end }
      if input[position] == 0x3E {
        position &+= 1
        return kind
      }
      readAttribute()
    }
  }

  private mutating func appendToName(_ byte: UInt8) {
    if byte == 0 {
      attributes.names.append("\u{FFFD}")
    } else {
      attributes.names.append(lowered(byte))
    }
  }

  private mutating func readAttribute() {
    let nameStart = attributes.names.count
    // A leading `=` belongs to the name.
    appendToName(input[position])
    position &+= 1
    while position < input.count {
      let byte = input[position]
      if isSpace(byte) || byte == 0x2F || byte == 0x3E || byte == 0x3D { break }
      appendToName(byte)
      position &+= 1
    }
    let name = nameStart..<attributes.names.count
    var afterName = position
    while afterName < input.count, isSpace(input[afterName]) { afterName &+= 1 }
    if afterName < input.count, input[afterName] == 0x3D {
      position = afterName &+ 1
      while position < input.count, isSpace(input[position]) { position &+= 1 }
      readValue(name)
    } else {
      attributes.append(name: name, value: position..<position, isLent: true)
    }
  }

  private mutating func readValue(_ name: Range<Int>) {
    guard position < input.count else {
      attributes.append(name: name, value: position..<position, isLent: true)
      return
    }
    let quote = input[position]
    let isQuoted = quote == 0x22 || quote == 0x27
    if isQuoted { position &+= 1 }
    var start = position
    // Most values are quoted and hold no reference: they are lent as they stand.
    if isQuoted {
      var end = position
      while end < input.count, input[end] != quote, input[end] != 0x26, input[end] != 0 { end &+= 1 }
      position = end
      if end == input.count || input[end] == quote {
        attributes.append(name: name, value: start..<end, isLent: true)
        if end < input.count { position &+= 1 }
        return
      }
    }
    let decodedStart = attributes.decoded.count
    while position < input.count {
      let byte = input[position]
      if isQuoted ? byte == quote : isSpace(byte) || byte == 0x3E { break }
      if byte == 0x26 || byte == 0 {
        attributes.decoded.append(UnsafeBufferPointer(rebasing: input[start..<position]))
        if byte == 0 {
          attributes.decoded.append("\u{FFFD}")
          position &+= 1
        } else if let count = decodeReference(inAttribute: true) {
          attributes.decoded.append(UnsafeBufferPointer(start: decoded.baseAddress, count: count))
        } else {
          attributes.decoded.append(0x26)
          position &+= 1
        }
        start = position
        continue
      }
      position &+= 1
    }
    attributes.decoded.append(UnsafeBufferPointer(rebasing: input[start..<position]))
    attributes.append(name: name, value: decodedStart..<attributes.decoded.count, isLent: false)
    if isQuoted, position < input.count { position &+= 1 }
  }

  // MARK: bytes

  private func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }
  private func lowered(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }
  private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0C || byte == 0x0D
  }
}
