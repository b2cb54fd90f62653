/// Where an element of a feed stands.
enum FeedScope { case document, feed, entry, person, image, media, text }

/// The scopes of the elements that are open, in memory of their own: an array's checks cost more than what it does here.
struct ScopeStack {
  /// The parser opens 256 elements at most (`SAXLimits`), and the document is a scope as well.
  private var scopes = InlineArray<260, FeedScope>(repeating: .document)
  private(set) var count = 1

  /// The scope of the innermost element.
  var innermost: FeedScope { scopes[count - 1] }

  /// Opens a scope.
  mutating func enter(_ scope: FeedScope) {
    scopes[count] = scope
    count += 1
  }

  /// Ends the innermost scope and gives it; the document's stays.
  mutating func leave() -> FeedScope {
    guard count > 1 else { return .document }
    count -= 1
    return scopes[count]
  }
}
