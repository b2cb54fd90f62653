import URIs
import WeftModel

/// What makes items of different sources the same, by the settings of `dedupe`.
struct ItemIdentities: Sendable {
  let settings: MergeSettings.Deduplication

  /// The identities of each item of a page; an address that is the source's home page, or that stands on the page for
  /// several ids, is none.
  func identities(of items: [Item], homePage: UInt64?) -> PageIdentities {
    var result = PageIdentities(count: items.count)
    // Items are looked at where they lie: a copy of one costs more than its hashes.
    if settings.byURL {
      var hashes: [UInt64] = []
      hashes.reserveCapacity(items.count)
      for index in items.indices {
        let hash = items[index].url.map(address) ?? 0
        hashes.append(hash == homePage ? 0 : hash)
      }
      let shared = ContentHash.repeated(among: hashes)
      for index in items.indices where shared.isEmpty || !shared.contains(hashes[index]) {
        result[index, 0] = hashes[index]
      }
    }
    if settings.byID {
      for index in items.indices where items[index].hasOwnID && items[index].id != items[index].url {
        guard let hash = AddressHash.ofURI(items[index].id, stripQuery: settings.stripQuery) else { continue }
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

  func address(_ url: String) -> UInt64 { AddressHash.of(url, stripQuery: settings.stripQuery) }
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
