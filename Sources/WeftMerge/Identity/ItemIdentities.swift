import URIs
import WeftModel

/// What makes items of different sources the same, by the settings of `dedupe`.
struct ItemIdentities: Sendable {
  let settings: MergeSettings.Deduplication

  /// The identities of each item of a page; an address that is the source's home page, or that stands on the page for
  /// several ids, is none.
  ///
  /// - Parameter ids: the hashes of the items' own ids, as `ItemIdentity.ids` gives them.
  func identities(of items: [Item], ids: [UInt64], homePage: UInt64?) -> PageIdentities {
    let stripQuery = settings.stripQuery
    let homePage = homePage ?? 0
    let kinds = settings.byTitle ? 3 : 2
    // Items are looked at where they lie: a copy of one costs more than its hashes.
    var hashes = Array(repeating: UInt64(0), count: items.count * kinds)
    for index in items.indices {
      let first = index &* kinds
      let hasOwnID = settings.byID && items[index].hasOwnID
      if settings.byURL, let url = items[index].url {
        let hash = AddressHash.of(url, stripQuery: stripQuery)
        hashes[first] = hash == homePage ? 0 : hash
        if hasOwnID, Self.isSame(items[index].id, url) { continue }
      } else if hasOwnID, items[index].id == items[index].url {
        continue
      }
      guard hasOwnID, index < ids.count else { continue }
      let hash = AddressHash.ofURI(items[index].id, own: ids[index], stripQuery: stripQuery)
      if hash != homePage { hashes[first &+ 1] = hash }
    }
    dropShared(&hashes, kinds)
    if settings.byTitle { addTitles(of: items, to: &hashes) }
    return PageIdentities(kinds: kinds, hashes: hashes)
  }

  /// An address that stands for several items of a page is none; an id that is the address says nothing more.
  private func dropShared(_ hashes: inout [UInt64], _ kinds: Int) {
    let shared = ContentHash.repeated(among: hashes, step: kinds)
    for first in stride(from: 0, to: hashes.count, by: kinds) {
      let isShared = !shared.isEmpty && shared.contains(hashes[first])
      if isShared { hashes[first] = 0 }
      if hashes[first + 1] == hashes[first] { hashes[first + 1] = 0 }
    }
  }

  private func addTitles(of items: [Item], to hashes: inout [UInt64]) {
    for index in items.indices {
      guard let title = items[index].title, !title.isEmpty, let date = items[index].date else { continue }
      let day = date.microseconds / 86_400_000_000 - (date.microseconds % 86_400_000_000 < 0 ? 1 : 0)
      hashes[index * 3 + 2] = ContentHash.of("title", title, String(day))
    }
  }

  @inline(__always)
  private static func isSame(_ id: String, _ url: String) -> Bool { id.utf8.count == url.utf8.count && id == url }

  func address(_ url: String) -> UInt64 { AddressHash.of(url, stripQuery: settings.stripQuery) }
}

/// The identities of a page's items, in the order address, id, title; 0 is none.
struct PageIdentities: Sendable {
  /// How many there may be of an item.
  let kinds: Int
  /// All of them, in the order of the items.
  private(set) var hashes: [UInt64]

  init(kinds: Int, hashes: [UInt64]) {
    self.kinds = kinds
    self.hashes = hashes
  }

  /// Takes out an identity that is none: the address of the source's home page.
  mutating func drop(_ identity: UInt64) {
    guard hashes.contains(identity) else { return }
    for index in hashes.indices where hashes[index] == identity { hashes[index] = 0 }
  }

  subscript(_ index: Int, _ kind: Int) -> UInt64 { hashes[index * kinds + kind] }
}
