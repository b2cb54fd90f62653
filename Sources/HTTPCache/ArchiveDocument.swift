/// Feeds that say of themselves that they are an archive and do not change any more (RFC 5005 section 4).
///
/// The cache looks at the bytes: whether a page is one is only known when it is there, and then its publisher's word
/// counts, whoever asked for it.
enum ArchiveDocument {
  private static let namespace = Array("http://purl.org/syndication/history/1.0".utf8)
  private static let element = Array("archive".utf8)
  /// The element stands at feed level, before the entries; more of a document is not looked at.
  private static let head = 16 << 10

  /// The document holds an element `archive` of the namespace, such as `<fh:archive/>`.
  static func isArchive(_ body: [UInt8]) -> Bool {
    let head = body.prefix(head)
    guard let at = place(of: namespace, in: head) else { return false }
    // The prefix that the declaration gives: xmlns:fh="…"; without one the element has none either.
    let declaration = head[..<at].dropLast()
    let name = Array(declaration.reversed().prefix { $0 != UInt8(ascii: " ") && $0 != 0x0A && $0 != 0x09 }.reversed())
    guard name.starts(with: Array("xmlns".utf8)) else { return false }
    let prefix = name.dropFirst(6).prefix { $0 != UInt8(ascii: "=") }
    let opening =
      [UInt8(ascii: "<")] + (name.dropFirst(5).first == UInt8(ascii: ":") ? prefix + [UInt8(ascii: ":")] : [])
    guard let start = place(of: opening + element, in: head) else { return false }
    // Not `archives` or the like.
    let behind = head.dropFirst(start - head.startIndex + opening.count + element.count).first
    return behind.map { [UInt8(ascii: "/"), UInt8(ascii: ">"), 0x20, 0x0A, 0x0D, 0x09].contains($0) } ?? false
  }

  private static func place(of text: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = text.first, bytes.count >= text.count else { return nil }
    return bytes.indices.dropLast(text.count - 1).first { index in
      bytes[index] == first && bytes[index..<index + text.count].elementsEqual(text)
    }
  }
}
