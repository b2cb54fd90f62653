/// The format of a feed, found from its first bytes.
enum FeedFormat: Equatable {
  /// RSS, whatever version.
  case rss
  /// RSS 0.90 and 1.0.
  case rdf
  /// Atom 0.3 or 1.0.
  case atom
  /// A JSON object; whether it is a feed is in its `version`.
  case json
}

/// Where a document begins and what it is.
struct FeedStart: Equatable {
  /// The format, or what it looks like instead.
  var format: FeedFormat?
  /// The place of the first `<` of the XML document, or of the JSON text.
  var offset: Int
  /// The root element's name as written, without prefix; empty where there is none.
  var root = ""
  /// There is text before the document.
  var hasJunk = false

  /// Junk before a document is looked through so far.
  private static let mostJunk = 64 << 10

  /// Looks at the first bytes of a document in UTF-8.
  init(_ bytes: [UInt8]) {
    let scan = RootScan(bytes: bytes)
    offset = scan.skipSpace(from: 0)
    guard offset < bytes.count else { return }
    if bytes[offset] == UInt8(ascii: "{") || bytes[offset] == UInt8(ascii: "[") {
      format = .json
      return
    }
    let first = offset
    var root = scan.root(from: offset)
    // A server's warning in front: the document begins at its declaration, or at a root that only feeds have.
    if root.flatMap({ FeedStart.format(of: $0.name) }) == nil, root?.name.lowercased() != "html" {
      var index = first
      let end = min(bytes.count, first + FeedStart.mostJunk)
      while index < end {
        guard let tag = bytes[index..<end].firstIndex(of: UInt8(ascii: "<")) else { break }
        guard scan.startsDocument(at: tag) else {
          index = tag + 1
          continue
        }
        // Whatever begins between here and that root would lead to it again.
        guard let later = scan.root(from: tag) else { break }
        index = later.offset + 1
        if FeedStart.format(of: later.name) != nil {
          root = later
          offset = tag
          hasJunk = tag > first
          break
        }
      }
    }
    guard let root else { return }
    self.root = root.name
    format = FeedStart.format(of: root.name)
    if !hasJunk, bytes[first] != UInt8(ascii: "<") { hasJunk = true }
  }

  private static func format(of root: String) -> FeedFormat? {
    switch root.lowercased() {
    case "rss", "channel", "item": .rss
    case "rdf": .rdf
    case "feed", "entry": .atom
    default: nil
    }
  }
}

/// Finds the first element of a document.
struct RootScan {
  let bytes: [UInt8]

  func skipSpace(from start: Int) -> Int {
    var index = start
    while index < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[index]) { index += 1 }
    return index
  }

  /// A declaration, or a tag whose name only a feed's root has.
  func startsDocument(at tag: Int) -> Bool {
    ["<?xml", "<rss", "<feed", "<rdf:RDF", "<RDF", "<!--", "<!DOCTYPE"].contains { matches($0, at: tag) }
  }

  /// The first element from `start` on: behind declarations, comments and a document type.
  func root(from start: Int) -> (name: String, offset: Int)? {
    var index = start
    while let tag = bytes[min(index, bytes.count)...].firstIndex(of: UInt8(ascii: "<")) {
      if matches("<!--", at: tag) {
        guard let end = find("-->", from: tag + 4) else { return nil }
        index = end + 3
      } else if matches("<?", at: tag) {
        guard let end = bytes[tag...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
        index = end + 1
      } else if matches("<!", at: tag) {
        guard let end = endOfDeclaration(from: tag) else { return nil }
        index = end
      } else {
        return name(at: tag + 1).map { ($0, tag) }
      }
    }
    return nil
  }

  private func endOfDeclaration(from start: Int) -> Int? {
    var depth = 0
    for index in start..<bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ">") where depth <= 0: return index + 1
      default: break
      }
    }
    return nil
  }

  private func name(at start: Int) -> String? {
    var end = start
    while end < bytes.count, end - start < 100, bytes[end] > 0x20, bytes[end] != 0x3E, bytes[end] != 0x2F { end += 1 }
    let name = String(decoding: bytes[start..<end], as: UTF8.self)
    guard let first = name.first, first.isLetter || first == "_" else { return nil }
    return name.split(separator: ":").last.map(String.init)
  }

  private func matches(_ text: StaticString, at index: Int) -> Bool {
    let count = text.utf8CodeUnitCount
    guard index + count <= bytes.count else { return false }
    return text.withUTF8Buffer { pattern in pattern.elementsEqual(bytes[index..<(index + count)]) }
  }

  private func find(_ text: StaticString, from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      if matches(text, at: index) { return index }
      index += 1
    }
    return nil
  }
}
