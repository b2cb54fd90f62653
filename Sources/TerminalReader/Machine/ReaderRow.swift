/// One row of the list. It keeps what is needed while its item is let go.
struct ReaderRow: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// The item at a position of the feed (from 1), or of a refresh (below 0).
    case item(Int)
    /// Items of the source are missing.
    case gap(Int)
    /// What was read in an earlier session stands above.
    case earlier
  }

  var kind: Kind
  /// The place of the source in the feed's list; -1: none.
  var source: Int32
  var identity: UInt64 = 0

  /// The key of the item; `nil`: it is none.
  var key: Int? { if case .item(let key) = kind { key } else { nil } }
}
