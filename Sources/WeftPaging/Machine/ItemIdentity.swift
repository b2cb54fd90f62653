import URIs
public import WeftModel

/// What makes two items of one source the same: its own id, else its address, else its content.
public enum ItemIdentity {
  /// The identities of a page's items, as hashes, in their order.
  ///
  /// - An id that stands in one document for several addresses or titles is no identity (some feeds give every entry the
  ///   feed's id); such items are known by their address, else by their content.
  /// - An address that is the source's home page, or stands in one document for several ids, is none either.
  /// - Items without id and address are known by their content, and by their count where a page repeats it.
  public static func identities(of items: [Item], homePage: String?) -> [UInt64] {
    let shared = SharedIDs(items)
    let home = homePage.map(addressHash)
    var repeats: [UInt64: Int] = [:]
    return items.enumerated().map { index, item in
      if item.hasOwnID, !shared.contains(index) { return ContentHash.of("id", item.id) }
      if let url = item.url {
        let hash = addressHash(url)
        if hash != home { return item.hasOwnID ? combine(hash, with: item) : hash }
      }
      let content = ContentHash.of(
        "content", item.title ?? "", item.url ?? "", item.contentHTML ?? item.contentText ?? item.summary ?? "",
        item.date.map { String($0.microseconds) } ?? item.id)
      let count = repeats[content, default: 0]
      repeats[content] = count + 1
      return count == 0 ? content : ContentHash.of("repeat", String(content), String(count))
    }
  }

  /// Two items that share an id and an address differ by their title.
  private static func combine(_ hash: UInt64, with item: Item) -> UInt64 {
    ContentHash.of("address and title", String(hash), item.title ?? "")
  }

  private static func addressHash(_ url: String) -> UInt64 { ContentHash.of("url", canonicalURL(url)) }

  /// The items whose id stands elsewhere in the document with another address or title.
  private struct SharedIDs {
    private var indices = Set<Int>()

    init(_ items: [Item]) {
      var first: [String: Int] = [:]
      first.reserveCapacity(items.count)
      for (index, item) in items.enumerated() where item.hasOwnID {
        guard let earlier = first[item.id] else {
          first[item.id] = index
          continue
        }
        if items[earlier].url != item.url || items[earlier].title != item.title {
          indices.insert(earlier)
          indices.insert(index)
        }
      }
    }

    func contains(_ index: Int) -> Bool { !indices.isEmpty && indices.contains(index) }
  }
}
