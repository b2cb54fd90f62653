import WeftModel

/// How far a feed was read: what the reader has had, not what the machine has given out ahead of it.
struct ReadingProgress: Sendable {
  /// How many items were read.
  var count = 0
  /// The last of them on the time line, in key order.
  var boundary = MergeKey.least
  /// The time of the newest of them, as a key's `major`.
  var top: Int64?
  /// How many of the last ones came from one source.
  var run = SourceRun()
  /// `max_run`: how many of them went before items that were not read.
  var passes: MergeMachine.Passes = [:]
  /// The same for those that are being given out: what each of them passes, by its place among them.
  private var passed: [Int: [ItemPlace]] = [:]
  private var nextPassed: [Int: [ItemPlace]] = [:]
  /// How many of them stood on the time line.
  var timelineTurns: UInt64 = 0
  /// The last turn of a lane that was read.
  var lastTurn = MergeKey.least
  /// The pages of each source that are not wholly read, the one before the first of them, and the last one.
  ///
  /// Slices, whose front is dropped without moving the rest: thousands of pages may lie ahead of the reader.
  private var pages: [ArraySlice<ReadPage>]
  /// The pages of all entries that are not done with.
  var shelf = PageShelf()
  /// Items that were given out and are not yet known to be read, in their order.
  private var batch: [Entry] = []
  /// The last items read, where later ones may be the same.
  private(set) var recent: [Entry] = []
  private let remembers: Bool
  /// `fuse: sum`: the rounds that were not yet wholly read.
  private var rounds: [Round] = []
  /// Those items of the first of them that were read.
  private var round: [Entry] = []
  /// Items that are not shown and add to the scores of the round that is being gathered.
  private var held: [Entry] = []

  private struct Round {
    var count: Int
    var held: [Entry]
  }

  /// So many items before the place of resumption are compared with those after it.
  static let window = 32

  init(sources: Int, remembers: Bool) {
    pages = Array(repeating: [], count: sources)
    self.remembers = remembers
  }

  /// The pages of a source that are not wholly read, the one before the first of them, and the last one.
  func readPages(of source: Int) -> [ReadPage] { pages[source].map { $0.read(from: shelf) } }

  /// How many items were given out last.
  var given: Int { batch.count }

  /// How many items of the current round were read.
  var roundOffset: Int { round.count }

  /// The items given out that were not read, if so many of the last ones were.
  func unread(after consumed: Int) -> ArraySlice<Entry> { batch.dropFirst(consumed) }

  /// The reader has had all that was given out before, and is given these.
  mutating func give(_ entries: [Entry]) {
    read(batch.count)
    batch = entries
    (passed, nextPassed) = (nextPassed, [:])
  }

  /// `max_run`: the item that is given out next but so many passes these.
  mutating func note(_ places: [ItemPlace], passedBy index: Int) {
    if !places.isEmpty { nextPassed[index] = places }
  }

  /// The reader has had so many of the items given out.
  mutating func read(_ consumed: Int) {
    guard consumed > 0, !batch.isEmpty else { return }
    let given = batch
    batch = []
    let count = min(consumed, given.count)
    if remembers { remember(given[max(0, count - Self.window)..<count]) }
    // As most are: nothing has to be looked up for each, and they are done with at once.
    if passes.isEmpty, passed.isEmpty, rounds.isEmpty {
      for entry in given[..<count] { pass(entry) }
      finish(given[..<count])
    } else {
      readOneByOne(given[..<count])
    }
    if count < given.count { batch = Array(given[count...]) }
  }

  private mutating func readOneByOne(_ given: ArraySlice<Entry>) {
    for index in given.indices {
      if !passes.isEmpty {
        passes[ItemPlace(source: given[index].source, sequence: given[index].sequence)] = nil
      }
      if !passed.isEmpty { for place in passed[index] ?? [] { passes[place, default: 0] += 1 } }
      read(given[index])
    }
  }

  private mutating func read(_ entry: Entry) {
    pass(entry)
    guard let first = rounds.first else { return finish(entry) }
    // A round is read again as a whole: its order depends on all of its items.
    round.append(entry)
    if round.count >= first.count { endRound() }
  }

  /// The reader is behind the entry.
  private mutating func pass(_ entry: Entry) {
    count += 1
    run.note(entry.source)
    if entry.isLane {
      lastTurn = entry.key
    } else {
      timelineTurns += 1
      if entry.key > boundary { boundary = entry.key }
      if top == nil { top = entry.key.major }
    }
  }

  private mutating func remember(_ entries: ArraySlice<Entry>) {
    shelf.keep(entries)
    recent += entries
    guard recent.count >= 4 * Self.window else { return }
    let old = recent.count - Self.window
    for entry in recent[..<old] { shelf.release(entry.slot) }
    recent.removeFirst(old)
  }

  /// `fuse: sum`: a round was sorted; its first items were read before the feed was resumed.
  mutating func began(roundOf size: Int, read entries: ArraySlice<Entry>) {
    guard size > 0 else { return }
    rounds.append(Round(count: size, held: held))
    held = []
    round += entries
    if round.count >= size { endRound() }
  }

  private mutating func endRound() {
    for entry in round + rounds.removeFirst().held { finish(entry) }
    round = []
  }

  /// `fuse: sum`: the items are not shown, but count in the round that is being gathered.
  mutating func hold(_ entries: [Entry]) { held += entries }

  /// A page arrived.
  mutating func received(_ page: ReadPage, from source: Int) {
    pages[source].append(page)
    drop(source, pages[source].endIndex - 2)
  }

  /// The item will not be handed out any more.
  mutating func finish(_ entry: Entry) { finish([entry]) }

  private mutating func finish(_ entries: ArraySlice<Entry>) {
    for entry in shelf.finish(entries) {
      let source = entry.source
      guard let index = pages[source].firstIndex(where: { $0.slot == entry.slot }) else { continue }
      pages[source][index].close()
      drop(source, index)
    }
  }

  /// Forgets a page that is wholly read, unless it is the one that shows where the reader is, which then takes the place
  /// of an earlier one.
  ///
  /// All pages behind the first that is open are open, but perhaps the last: a reader may have thousands of them ahead.
  private mutating func drop(_ source: Int, _ index: Int) {
    let start = pages[source].startIndex
    let last = pages[source].endIndex - 1
    guard index >= start, last > start else { return }
    let first = pages[source].firstIndex { $0.slot != nil } ?? last
    if index > first, index < last, pages[source][index].slot == nil { pages[source].remove(at: index) }
    if first > start + 1 { pages[source].removeFirst(first - 1 - start) }
  }
}
