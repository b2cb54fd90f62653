public import WeftModel

/// One request of one page.
public struct PageRequest: Hashable, Sendable {
  /// The page; `nil` is the first one.
  public var cursor: PageCursor?
  /// The page's place in the walk, from 1.
  public var ordinal: Int
  /// Which attempt at this page it is, from 1.
  public var attempt: Int
  /// The machine's generation.
  public var generation: Int

  /// A request.
  public init(cursor: PageCursor?, ordinal: Int, attempt: Int, generation: Int) {
    self.cursor = cursor
    self.ordinal = ordinal
    self.attempt = attempt
    self.generation = generation
  }
}

/// A page that the machine accepted.
public struct PageDelivery: Equatable, Sendable {
  /// The page, with all its items (fewer where `max_items` cut it).
  public var page: Page
  /// The page's place in the walk, from 1.
  public var ordinal: Int
  /// For each item of the page: it was not seen earlier in this walk.
  public var isNew: [Bool]
  /// The page's warnings and those of the machine.
  public var warnings: [SourceWarning]

  /// A page that the machine accepted.
  public init(page: consuming Page, ordinal: Int, isNew: [Bool], warnings: [SourceWarning] = []) {
    self.page = page
    self.ordinal = ordinal
    self.isNew = isNew
    self.warnings = warnings
  }
}

/// What the machine says of a page that it accepted.
package struct PageReceipt: Sendable {
  /// The page's place in the walk, from 1.
  package let ordinal: Int
  /// For each item that is taken, from the page's first on: it was not seen earlier in this walk.
  package let isNew: [Bool]
  /// The machine's own warnings.
  package let warnings: [SourceWarning]

  /// How many of the page's items are taken (fewer than it has where `max_items` cut it).
  package var itemCount: Int { isNew.count }
}

/// Where a walk goes on that was begun elsewhere.
public struct WalkStart: Hashable, Sendable {
  /// The page; `nil` is the first one.
  public var cursor: PageCursor?
  /// The page's place in the walk, from 1.
  public var ordinal: Int
  /// How many items were received before the page, before any filter or deduplication.
  public var itemsBefore: Int

  /// A page of a walk.
  public init(cursor: PageCursor?, ordinal: Int, itemsBefore: Int) {
    self.cursor = cursor
    self.ordinal = ordinal
    self.itemsBefore = itemsBefore
  }
}
