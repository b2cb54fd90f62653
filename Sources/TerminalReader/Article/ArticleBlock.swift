/// A piece of an article that stands on lines of its own, before it is broken into them.
struct ArticleBlock: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case paragraph
    case heading
    /// Its blanks and line ends count.
    case code
    case rule
  }

  var kind = Kind.paragraph
  /// Harmless text.
  var text: String
  /// What stands before its first line, and before the others.
  var first = ""
  var rest = ""
  /// It follows the block before it without an empty line.
  var isTight = false
}

/// What an article says, with the addresses that it points to.
struct ArticleText: Hashable, Sendable {
  var blocks: [ArticleBlock] = []
  /// Absolute addresses; the number in the text counts from 1.
  var links: [String] = []

  /// The number of an address; `nil`: there are too many.
  mutating func number(of address: String) -> Int? {
    if let index = links.firstIndex(of: address) { return index + 1 }
    guard links.count < 200 else { return nil }
    links.append(address)
    return links.count
  }
}
