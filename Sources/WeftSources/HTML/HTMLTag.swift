/// A tag or comment of HTML in running text, found without building a tree.
struct HTMLTag {
  /// The index behind the tag's `>`.
  var end: Int
  /// The tag ends a word on the screen: it breaks the line or starts a block.
  var separatesWords: Bool
  /// Where the attributes begin: behind the name.
  var attributes: Int
  /// It is a start tag.
  var isStart: Bool
  /// It opens an element whose content is never shown: a script or a style sheet.
  var hidesContent: Bool

  /// The tag, comment or declaration that begins at `<`; `nil` where the `<` begins none ("a < b", "<3").
  init?(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) {
    var index = start + 1
    guard index < bytes.count else { return nil }
    attributes = index
    isStart = false
    separatesWords = false
    hidesContent = false
    if bytes[index] == UInt8(ascii: "!") || bytes[index] == UInt8(ascii: "?") {
      guard let close = HTMLTag.endOfComment(in: bytes, at: start) else { return nil }
      end = close
      return
    }
    isStart = bytes[index] != UInt8(ascii: "/")
    if !isStart { index += 1 }
    let nameStart = index
    while index < bytes.count, HTMLTag.isName(bytes[index], first: index == nameStart) { index += 1 }
    guard index > nameStart, index < bytes.count, HTMLTag.endsName(bytes[index]) else { return nil }
    let name = UnsafeBufferPointer(rebasing: bytes[nameStart..<index])
    // Words in angle brackets are text unless HTML knows the element: "<T>", "<insert name>".
    guard let isBlock = HTMLElements.isBlock(name) else { return nil }
    separatesWords = isBlock
    hidesContent = isStart && HTMLElements.isHidden(name)
    attributes = index
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: ">"):
        end = index + 1
        return
      case UInt8(ascii: "="):
        index += 1
        while index < bytes.count, bytes[index] == 0x20 { index += 1 }
        if index < bytes.count, bytes[index] == 0x22 || bytes[index] == 0x27 {
          let quote = bytes[index]
          index += 1
          while index < bytes.count, bytes[index] != quote { index += 1 }
          index += 1
        }
      default: index += 1
      }
    }
    // As in a browser, a tag that is not closed takes the rest with it; so text is looked at once, however hostile.
    end = bytes.count
  }

  /// Where hidden content ends: at the next `</script` or `</style`, or at the end of the text.
  static func endOfHidden(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    while index + 4 < bytes.count {
      if bytes[index] == 0x3C, bytes[index + 1] == 0x2F, bytes[index + 2] | 0x20 == UInt8(ascii: "s") {
        let (second, third) = (bytes[index + 3] | 0x20, bytes[index + 4] | 0x20)
        if second == UInt8(ascii: "c") || (second == UInt8(ascii: "t") && third == UInt8(ascii: "y")) { return index }
      }
      index += 1
    }
    return bytes.count
  }

  private static func endOfComment(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
    let isComment = start + 3 < bytes.count && bytes[start + 2] == 0x2D && bytes[start + 3] == 0x2D
    var index = start + (isComment ? 4 : 2)
    if !isComment, index >= bytes.count || !(isName(bytes[start + 2], first: true) || bytes[start + 2] == 0x5B) {
      return nil
    }
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: ">"),
        !isComment || (bytes[index - 1] == 0x2D && bytes[index - 2] == 0x2D)
      {
        return index + 1
      }
      index += 1
    }
    return bytes.count
  }

  private static func isName(_ byte: UInt8, first: Bool) -> Bool {
    (0x41...0x5A).contains(byte & 0xDF) || (!first && ((0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x3A))
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    byte == 0x3E || byte == 0x2F || byte == 0x20 || (byte >= 0x09 && byte <= 0x0D)
  }
}
