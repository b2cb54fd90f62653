import URIs
import WeftModel

/// What makes items of different sources the same, by the settings of `dedupe`.
struct ItemIdentities: Sendable {
  let settings: MergeSettings.Deduplication

  /// The identities of each item of a page; an address that is the source's home page, or that stands on the page for
  /// several ids, is none.
  func identities(of items: [Item], homePage: UInt64?) -> PageIdentities {
    var result = PageIdentities(count: items.count)
    if settings.byURL {
      for (index, item) in items.enumerated() {
        guard let url = item.url else { continue }
        let hash = address(url)
        if hash != homePage { result[index, 0] = hash }
      }
      let shared = Self.repeated(items.indices.map { result[$0, 0] })
      if !shared.isEmpty {
        for index in items.indices where shared.contains(result[index, 0]) { result[index, 0] = 0 }
      }
    }
    for (index, item) in items.enumerated() {
      if settings.byID, item.hasOwnID, Self.isAbsoluteURI(item.id), item.id != item.url {
        let hash = address(item.id)
        if hash != homePage, hash != result[index, 0] { result[index, 1] = hash }
      }
      if settings.byTitle, let title = item.title, !title.isEmpty, let date = item.date {
        let day = date.microseconds / 86_400_000_000 - (date.microseconds % 86_400_000_000 < 0 ? 1 : 0)
        result[index, 2] = ContentHash.of("title", title, String(day))
      }
    }
    return result
  }

  func address(_ url: String) -> UInt64 { AddressHash.of(url, stripQuery: settings.stripQuery) }

  /// RFC 3986 section 4.3: a scheme, a colon, and something behind it.
  static func isAbsoluteURI(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let first = bytes.first, isLetter(first), let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
      return false
    }
    guard bytes.index(after: colon) < bytes.endIndex else { return false }
    return bytes[..<colon].allSatisfy {
      isLetter($0) || $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") || $0 == UInt8(ascii: "+")
        || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    let lower = byte | 0x20
    return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
  }

  private static func repeated(_ hashes: [UInt64]) -> Set<UInt64> {
    let sorted = hashes.sorted()
    var result = Set<UInt64>()
    for (left, right) in zip(sorted, sorted.dropFirst()) where left == right && left != 0 { result.insert(left) }
    return result
  }
}

/// The identities of a page's items: up to three for each, in the order address, id, title; 0 is none.
struct PageIdentities: Sendable {
  static let kinds = 3
  private var hashes: [UInt64]

  init(count: Int) { hashes = Array(repeating: 0, count: count * Self.kinds) }

  subscript(_ index: Int, _ kind: Int) -> UInt64 {
    get { hashes[index * Self.kinds + kind] }
    set { hashes[index * Self.kinds + kind] = newValue }
  }
}
