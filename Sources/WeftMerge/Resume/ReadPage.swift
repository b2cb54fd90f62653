import WeftModel

/// What is left of one received page: which of its items are done with, so that a feed can be resumed there.
struct ReadPage: Sendable {
  /// Where the page was read; `nil`: the first page.
  let cursor: PageCursor?
  /// The page's place in the walk, from 1.
  let ordinal: Int
  /// How many items the walk had received before it.
  let itemsBefore: Int
  /// The place of its first item among all that were received from the source.
  let sequence: UInt32
  /// How many items it has.
  let count: Int
  /// Its items take turns.
  let isLane: Bool
  /// By turns: the turn that its first item has, if it is new.
  let turn: UInt64
  /// By time: the source's tail before the page.
  let tail: Int64?
  /// The time that undated items at its start inherit.
  let neighbour: Timestamp?
  /// A hash of the id of its last item.
  let lastHash: UInt64
  /// The page's place on the shelf, as long as items are open.
  private(set) var slot: UInt32?
  /// How many items are still to be handed out.
  private(set) var open = 0
  /// The page itself, as long as items are open.
  private var stored: StoredPage?
  /// Items that are done with: a bit for each, 64 in a row; none where all are.
  private var done: [UInt64] = []

  init(
    _ stored: StoredPage, slot: UInt32?, isLane: Bool, cursor: PageCursor?, itemsBefore: Int, sequence: UInt32,
    turn: UInt64, tail: Int64?, neighbour: Timestamp?, lastHash: UInt64
  ) {
    self.slot = slot
    self.isLane = isLane
    self.cursor = cursor
    ordinal = stored.ordinal
    self.itemsBefore = itemsBefore
    self.sequence = sequence
    count = stored.items.count
    self.turn = turn
    self.tail = tail
    self.neighbour = neighbour
    self.lastHash = lastHash
  }

  /// No item will be handed out any more.
  mutating func close() { slot = nil }

  /// The same with what the shelf knows of it.
  func read(from shelf: PageShelf) -> ReadPage {
    guard let slot else { return self }
    var page = self
    (page.stored, page.open, page.done) = shelf.state(of: slot)
    return page
  }

  private func isDone(_ index: Int) -> Bool {
    let word = index >> 6
    return !done.indices.contains(word) || done[word] & 1 << UInt64(index & 63) != 0
  }

  /// The page is named by a number, so that another one may stand there later.
  var isNumbered: Bool { cursor.isNumbered }

  /// Some item is done with.
  var isBegun: Bool { open < count }

  /// How long the runs of items are that are done with and that are open, in turn, up to the last one that is done with.
  var runs: [Int] {
    var runs: [Int] = []
    var isRunDone = true
    var length = 0
    for index in 0..<count {
      if isDone(index) == isRunDone {
        length += 1
      } else {
        runs.append(length)
        isRunDone.toggle()
        length = 1
      }
    }
    if isRunDone, length > 0 { runs.append(length) }
    return runs
  }

  /// A hash of the last item of the page's done beginning; `nil`: its first item is open.
  var anchor: UInt64? {
    guard open > 0 else { return count > 0 ? lastHash : nil }
    guard let first = (0..<count).first(where: { !isDone($0) }), first > 0, let stored else { return nil }
    return ContentHash.of(stored.items[first - 1].id)
  }
}

extension PageCursor? {
  /// A number that counts from the list's top, without an anchor of its own.
  var isNumbered: Bool {
    switch self {
    case .page, .offset(_, anchor: nil): true
    case .offset, .token, .url, nil: false
    }
  }
}
