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
        if hash != homePage { result.addresses[index] = hash }
      }
      let shared = Self.repeated(result.addresses)
      if !shared.isEmpty {
        for index in items.indices where shared.contains(result.addresses[index]) { result.addresses[index] = 0 }
      }
    }
    for (index, item) in items.enumerated() {
      if settings.byID, item.hasOwnID, item.id != item.url, Self.isAbsoluteURI(item.id) {
        let hash = address(item.id)
        if hash != homePage, hash != result.addresses[index] { result.add(hash, to: index) }
      }
      if settings.byTitle, let title = item.title, !title.isEmpty, let date = item.date {
        let day = date.microseconds / 86_400_000_000 - (date.microseconds % 86_400_000_000 < 0 ? 1 : 0)
        result.add(ContentHash.of("title", title, String(day)), to: index)
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

/// The identities of a page's items: the address of most, more of few.
struct PageIdentities: Sendable {
  /// 0: none.
  var addresses: [UInt64]
  private var others: [Int: [UInt64]] = [:]

  init(count: Int) { addresses = Array(repeating: 0, count: count) }

  mutating func add(_ hash: UInt64, to index: Int) { others[index, default: []].append(hash) }

  subscript(_ index: Int) -> (address: UInt64, others: [UInt64]) {
    (addresses[index], others.isEmpty ? [] : others[index] ?? [])
  }
}
