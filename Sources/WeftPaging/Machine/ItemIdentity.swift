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
    identities(of: items, ids: ids(of: items), homePage: homePage)
  }

  /// The hashes of the items' own ids; 0 for an item without one.
  public static func ids(of items: [Item]) -> [UInt64] {
    // Items are looked at where they lie: a copy of one costs more than its hash.
    var ids = Array(repeating: UInt64(0), count: items.count)
    for index in items.indices where items[index].hasOwnID { ids[index] = id(items[index].id) }
    return ids
  }

  /// The hash of an id.
  @inline(__always)
  public static func id(_ id: String) -> UInt64 {
    var hash = start
    hash.combine(id)
    return hash.value
  }

  private static let start: ContentHash = {
    var hash = ContentHash()
    hash.combine("id")
    return hash
  }()

  /// - Parameter ids: what `ids` gives for these items.
  static func identities(of items: [Item], ids: [UInt64], homePage: String?) -> [UInt64] {
    let repeated = ContentHash.repeated(among: ids)
    let shared = repeated.isEmpty ? [] : sharedIDs(of: items, among: repeated, ids)
    guard !shared.isEmpty || ids.contains(0) else { return ids }

    var identities = ids
    let home = homePage.map(addressHash)
    var repeats: [UInt64: Int] = [:]
    for (index, item) in items.enumerated() where !item.hasOwnID || shared.contains(index) {
      if let url = item.url {
        let hash = addressHash(url)
        if hash != home {
          identities[index] = item.hasOwnID ? combine(hash, with: item) : hash
          continue
        }
      }
      let content = ContentHash.of(
        "content", item.title ?? "", item.url ?? "", item.contentHTML ?? item.contentText ?? item.summary ?? "",
        item.date.map { String($0.microseconds) } ?? item.id)
      let count = repeats[content, default: 0]
      repeats[content] = count + 1
      identities[index] = count == 0 ? content : ContentHash.of("repeat", String(content), String(count))
    }
    return identities
  }

  /// Two items that share an id and an address differ by their title.
  private static func combine(_ hash: UInt64, with item: Item) -> UInt64 {
    ContentHash.of("address and title", String(hash), item.title ?? "")
  }

  private static func addressHash(_ url: String) -> UInt64 { ContentHash.of("url", canonicalURL(url)) }

  /// The items whose id stands elsewhere in the document with another address or title.
  private static func sharedIDs(of items: [Item], among repeated: Set<UInt64>, _ hashes: [UInt64]) -> Set<Int> {
    var shared = Set<Int>()
    var first: [String: Int] = [:]
    for (index, item) in items.enumerated() where item.hasOwnID && repeated.contains(hashes[index]) {
      guard let earlier = first[item.id] else {
        first[item.id] = index
        continue
      }
      if items[earlier].url != item.url || items[earlier].title != item.title {
        shared.insert(earlier)
        shared.insert(index)
      }
    }
    return shared
  }
}
