internal import CSimdJSON

/// The tape of a parsed document: a view of memory that the document owns, for use inside `JSONDocument.withTape`.
///
/// A position on the tape is the index of the word that begins a value (a member's name has its own word before it).
struct JSONTape {
  let words: UnsafePointer<UInt64>
  let strings: UnsafePointer<UInt8>
  let source: UnsafeBufferPointer<UInt8>
  private let owner: UnsafeMutableRawPointer
  /// False when numbers were replaced before parsing, so that only their digits in the source count.
  let numbersAreExact: Bool

  /// - Parameter size: the bytes of the text.
  init?(_ parsed: weft_json_document, size: Int, numbersAreExact: Bool) {
    guard let words = parsed.tape, let strings = parsed.strings, let text = parsed.text,
      let owner = parsed.owner
    else { return nil }
    self.words = words
    self.strings = strings
    source = UnsafeBufferPointer(start: text, count: size)
    self.owner = owner
    self.numbersAreExact = numbersAreExact
  }

  /// What a word begins: the type bytes of simdjson's tape.
  enum Word {
    static let object = UInt8(ascii: "{")
    static let array = UInt8(ascii: "[")
    static let objectEnd = UInt8(ascii: "}")
    static let arrayEnd = UInt8(ascii: "]")
    static let string = UInt8(ascii: "\"")
    static let signed = UInt8(ascii: "l")
    static let unsigned = UInt8(ascii: "u")
    static let double = UInt8(ascii: "d")
    static let yes = UInt8(ascii: "t")
    static let no = UInt8(ascii: "f")
    static let null = UInt8(ascii: "n")
  }

  /// The position of the document's root value.
  static let root = 1

  @inline(__always) func type(_ position: Int) -> UInt8 { UInt8(truncatingIfNeeded: words[position] >> 56) }

  /// The position after the value, with all that it contains.
  @inline(__always) func next(_ position: Int) -> Int {
    let word = words[position]
    switch UInt8(truncatingIfNeeded: word >> 56) {
    case Word.object, Word.array: return Int(UInt32(truncatingIfNeeded: word))
    case Word.signed, Word.unsigned, Word.double: return position &+ 2
    default: return position &+ 1
    }
  }

  /// The position of the word that ends the container.
  @inline(__always) func end(_ position: Int) -> Int { Int(UInt32(truncatingIfNeeded: words[position])) &- 1 }

  /// The bytes of a string or a member's name, escapes decoded.
  @inline(__always) func bytes(_ position: Int) -> UnsafeBufferPointer<UInt8> {
    let start = strings + Int(words[position] & 0x00FF_FFFF_FFFF_FFFF)
    let length = UnsafeRawPointer(start).loadUnaligned(as: UInt32.self)
    return UnsafeBufferPointer(start: start + 4, count: Int(UInt32(littleEndian: length)))
  }

  /// The value of the member with this name, or nil. The last one counts when a name repeats, as in JavaScript,
  /// Python, Go and jq.
  @inline(__always) func member(_ object: Int, _ name: JSONName) -> Int? {
    var found: Int?
    let end = end(object)
    var position = object &+ 1
    while position < end {
      let key = position
      position &+= 1
      if length(key) == name.bytes.count, prefix(key) == name.prefix, name.hasRest(of: bytes(key)) { found = position }
      position = next(position)
    }
    return found
  }

  /// The number of bytes of a string or a name.
  @inline(__always) func length(_ position: Int) -> Int {
    let start = UnsafeRawPointer(strings + Int(words[position] & 0x00FF_FFFF_FFFF_FFFF))
    return Int(UInt32(littleEndian: start.loadUnaligned(as: UInt32.self)))
  }

  /// The first eight bytes of a string or a name as a number, the lowest first; zeros where it is shorter.
  @inline(__always) func prefix(_ position: Int) -> UInt64 {
    // Strings are followed by at least 32 allocated bytes.
    let start = UnsafeRawPointer(strings + Int(words[position] & 0x00FF_FFFF_FFFF_FFFF))
    let bytes = UInt64(littleEndian: (start + 4).loadUnaligned(as: UInt64.self))
    let length = length(position)
    return length >= 8 ? bytes : bytes & ((1 << UInt64(8 &* length)) &- 1)
  }

  /// The element at an index, counted from the end when negative.
  func element(_ array: Int, _ index: Int) -> Int? {
    let end = end(array)
    var wanted = index
    if index < 0 {
      wanted = count(array) &+ index
      guard wanted >= 0 else { return nil }
    }
    var position = array &+ 1
    while position < end {
      if wanted == 0 { return position }
      wanted &-= 1
      position = next(position)
    }
    return nil
  }

  /// The number of elements or members.
  func count(_ container: Int) -> Int {
    let end = end(container)
    let step = type(container) == Word.object ? 1 : 0
    var position = container &+ 1
    var count = 0
    while position < end {
      position = next(position &+ step)
      count &+= 1
    }
    return count
  }

  /// The bytes of the source that write the value.
  func written(_ position: Int) -> UnsafeBufferPointer<UInt8> {
    // Without memory for the places a value is written as nothing.
    guard let offsets = weft_json_offsets(owner) else {
      return UnsafeBufferPointer(rebasing: source[0..<0])
    }
    let start = Int(offsets[position])
    let end: Int
    switch type(position) {
    case Word.object, Word.array: end = Int(offsets[self.end(position)]) &+ 1
    case Word.string: end = endOfString(from: start)
    default: end = endOfScalar(from: start)
    }
    return UnsafeBufferPointer(rebasing: source[start..<end])
  }

  /// The digits of a number as written.
  func digits(_ position: Int) -> String {
    let type = type(position)
    // Only zero is written in more than one way as an integer: `0`, `-0`.
    let value = words[position &+ 1]
    if numbersAreExact, value != 0 {
      if type == Word.signed { return String(Int64(bitPattern: value)) }
      if type == Word.unsigned { return String(value) }
    }
    return String(decoding: written(position), as: UTF8.self)
  }

  private func endOfString(from start: Int) -> Int {
    var index = start &+ 1
    while index < source.count, source[index] != UInt8(ascii: "\"") {
      index &+= source[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index &+ 1, source.count)
  }

  private func endOfScalar(from start: Int) -> Int {
    var index = start
    while index < source.count {
      switch source[index] {
      case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), 0x20, 0x0A, 0x0D, 0x09: return index
      default: index &+= 1
      }
    }
    return index
  }
}
