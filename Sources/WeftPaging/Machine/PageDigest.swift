public import WeftModel

/// What a walk looks at of a page's items: hashes. Made once, where the page is made, so that many pages are digested
/// side by side and a walk touches no text.
public struct PageDigest: Sendable {
  /// What makes each item one within its source (see `ItemIdentity`), in the order of the page.
  public let identities: [UInt64]
  /// The hashes of the items' own ids (see `ItemIdentity/ids(of:)`), in the order of the page.
  public let ids: [UInt64]
  /// A hash of all identities.
  let fingerprint: UInt64

  /// The digest of a page as it was received, before anything is cut off.
  public init(of page: borrowing Page) {
    ids = ItemIdentity.ids(of: page.items)
    identities = ItemIdentity.identities(of: page.items, ids: ids, homePage: page.feed.homePageURL)
    var hash = ContentHash()
    for identity in identities { hash.combine(identity) }
    fingerprint = hash.value
  }
}
