public import WeftModel

/// A place in a feed from which another feed of the same sources goes on, as if it had never stopped.
///
/// It holds where each source has to be read again and which of the items there were handed out already; no items, no
/// secrets. `ResumeCursor` makes text of it.
public struct ResumePoint: Hashable, Sendable {
  /// How many items were read up to it.
  public internal(set) var count = 0
  /// The last item read of the time line; `nil`: none was.
  var boundary: MergeKey?
  /// The time of the first item read, as a key's `major`.
  var top: Int64?
  /// How many of the last items read came from one source, where that is capped.
  var runLength = 0
  /// The source that they came from.
  var runSource = 0
  /// Where runs are capped: items that others went before.
  var passes: [Passed] = []
  /// How many items of the time line were read.
  var timelineTurns: UInt64 = 0
  /// The last turn of a lane that was read; `nil`: none was.
  var lastTurn: MergeKey?
  /// `fuse: sum`: how many items of the round were read.
  var roundOffset = 0
  var sources: [Source] = []
  /// Identities of the last items read, each with its source.
  var recent: [Identity] = []

  /// Every source has given all it has: nothing follows.
  public var isEnd: Bool {
    sources.allSatisfy { source in
      if case .ended = source.state { true } else { false }
    }
  }

  /// By time: what follows is not newer than this, but for late items; `nil`: nothing was read.
  public var watermark: Timestamp? {
    boundary.map { Timestamp(microseconds: $0.major == .min ? .max : -$0.major) }
  }

  /// An identity that an item had which was read.
  struct Identity: Hashable, Sendable {
    var hash: UInt64
    var source: Int
  }

  /// An item that was not read, and how many went before it that stand behind it.
  struct Passed: Hashable, Sendable {
    var source: Int
    var sequence: UInt32
    var count: Int
  }

  /// Where one source stands.
  struct Source: Hashable, Sendable {
    var state = State.untouched
    var isLane = false
    /// By time: no item that was not read has a key below this one.
    var bound = MergeKey.least
    /// By turns: the turn of its next item.
    var turn: UInt64 = 1
    var disorder: Int64 = 0
    var disorderedPages = 0
    /// A hash of the last item before the place of resumption, to see whether the list has moved.
    var anchor: UInt32?
    /// The list has moved and the place was not found again.
    var isSearching = false
    /// The pages to read again; what follows the last of them comes next.
    var pages: [Mark] = []
  }

  enum State: Hashable, Sendable {
    /// Nothing is known of the source.
    case untouched
    /// Its pages have to be read on.
    case open
    /// It has given all it has.
    case ended(EndReason)
  }

  /// A page to read again.
  struct Mark: Hashable, Sendable {
    var cursor: PageCursor?
    /// Its items take turns.
    var isLane = false
    var ordinal = 1
    var itemsBefore = 0
    var sequence: UInt32 = 0
    /// How long the runs of items are that were read and that were not, in turn.
    var runs: [Int] = []
    var tail: Int64?
    var neighbour: Timestamp?

    /// How many of the page's items this tells something of.
    var count: Int { runs.reduce(0) { $0 &+ $1 } }

    /// Not all items were read of a page that has so many.
    func hasOpenItems(of count: Int) -> Bool { runs.count > 1 || runs.first ?? 0 < count }

    /// The item at the index was read.
    func isDone(_ index: Int) -> Bool {
      var rest = index
      var isDone = true
      for run in runs {
        if rest < run { return isDone }
        rest -= run
        isDone.toggle()
      }
      return false
    }
  }
}
