import URIs
import WeftModel

/// What makes items of different sources the same, by the settings of `dedupe`.
struct ItemIdentities: Sendable {
  let settings: MergeSettings.Deduplication

  /// The identities of each item of a page; an address that is the source's home page, or that stands on the page for
  /// several ids, is none.
  func identities(of items: [Item], homePage: UInt64?) -> PageIdentities {
    var result = PageIdentities(count: items.count)
    let stripQuery = settings.stripQuery
    // Items are looked at where they lie: a copy of one costs more than its hashes.
    var addresses: [UInt64] = []
    if settings.byURL {
      addresses.reserveCapacity(items.count)
      for index in items.indices {
        guard let url = items[index].url else {
          addresses.append(0)
          continue
        }
        let hash = AddressHash.of(url, stripQuery: stripQuery)
        addresses.append(hash == homePage ? 0 : hash)
      }
      let shared = ContentHash.repeated(among: addresses)
      for index in items.indices where shared.isEmpty || !shared.contains(addresses[index]) {
        result[index, 0] = addresses[index]
      }
    }
    if settings.byID {
      for index in items.indices where items[index].hasOwnID && !Self.isAddress(items[index]) {
        guard let hash = AddressHash.ofURI(items[index].id, stripQuery: stripQuery) else { continue }
        if hash != homePage, hash != result[index, 0] { result[index, 1] = hash }
      }
    }
    if settings.byTitle {
      for index in items.indices {
        guard let title = items[index].title, !title.isEmpty, let date = items[index].date else { continue }
        let day = date.microseconds / 86_400_000_000 - (date.microseconds % 86_400_000_000 < 0 ? 1 : 0)
        result[index, 2] = ContentHash.of("title", title, String(day))
      }
    }
    return result
  }

  /// The item's id is its address.
  @inline(__always)
  private static func isAddress(_ item: Item) -> Bool {
    item.id.utf8.count == item.url?.utf8.count && item.id == item.url
  }

  func address(_ url: String) -> UInt64 { AddressHash.of(url, stripQuery: settings.stripQuery) }
}

/// The identities of a page's items: up to three for each, in the order address, id, title; 0 is none.
struct PageIdentities: Sendable {
  static let kinds = 3
  /// All of them, in the order of the items.
  private(set) var hashes: [UInt64]

  init(count: Int) { hashes = Array(repeating: 0, count: count * Self.kinds) }

  subscript(_ index: Int, _ kind: Int) -> UInt64 {
    get { hashes[index * Self.kinds + kind] }
    set { hashes[index * Self.kinds + kind] = newValue }
  }
}
