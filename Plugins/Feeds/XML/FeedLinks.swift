/// Link relations of feeds.
enum FeedLinks {
  /// Relations that lead through a paged or archived feed (RFC 5005 sections 3 and 4).
  private static let paging: Set<String> = [
    "first", "last", "next", "previous", "prev", "prev-archive", "next-archive", "current",
  ]

  /// A relation as it is compared: in small letters, without the registry's address; `alternate` where none is given
  /// (RFC 4287 section 4.2.7.2).
  static func relation(_ text: String?) -> String {
    guard let text, !text.isEmpty else { return "alternate" }
    let relation = text.lowercased().filter { !$0.isWhitespace }
    let registry = "http://www.iana.org/assignments/relation/"
    return relation.hasPrefix(registry) ? String(relation.dropFirst(registry.count)) : relation
  }

  static func isPaging(_ relation: String) -> Bool { paging.contains(relation) }
}
