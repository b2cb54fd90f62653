import WeftModel

/// The times of one page's items, as the merge takes them.
struct PageDates {
  /// For each item the time by which it is placed, where that is not its own for all of them.
  private var effective: [Timestamp?] = []
  private var plain: [Int64] = []
  /// The time that an undated item right after this page would inherit.
  private(set) var neighbour: Timestamp?
  /// Where the page really ends, as a key's `major`.
  private(set) var tail: Int64?
  /// The newest time that is not pinned, as a key's `major`.
  private(set) var newest: Int64?
  /// The time from the newest to the oldest item, in microseconds.
  private(set) var span: Int64 = 0
  /// There are items, and none of them has a time.
  private(set) var isWhollyUndated = false
  private var future: [Int] = []

  /// - Parameters:
  ///   - times: as `PageFacts` has them.
  ///   - neighbour: the time of the last item of the page before.
  ///   - latest: later times are taken for this one; `nil`: they are kept.
  init(
    _ items: [Item], _ times: [Int64], neighbour: Timestamp?, latest: Timestamp?, undated: MergeSettings.Undated
  ) {
    if let first = times.first, let last = times.last, latest.map({ first <= $0.microseconds }) ?? true {
      let (newest, oldest) = (Timestamp(microseconds: first), Timestamp(microseconds: last))
      plain = times
      self.neighbour = oldest
      tail = MergeKey.major(of: oldest)
      note(newest, oldest)
      return
    }
    var own: [Timestamp] = []
    own.reserveCapacity(items.count)
    effective.reserveCapacity(items.count)
    var last = neighbour
    var firstDate: Timestamp?
    var hasUndatedFront = false
    for index in items.indices {
      guard var date = items[index].date else {
        if undated == .inherit, last == nil { hasUndatedFront = true }
        effective.append(undated == .inherit ? last : nil)
        continue
      }
      if let latest, date > latest {
        future.append(index)
        date = latest
      }
      effective.append(date)
      if firstDate == nil { firstDate = date }
      guard !items[index].isPinned else { continue }
      last = date
      own.append(date)
    }
    self.neighbour = last
    isWhollyUndated = firstDate == nil && neighbour == nil && !items.isEmpty
    if hasUndatedFront, let date = own.first ?? firstDate {
      for index in effective.indices where effective[index] == nil { effective[index] = date }
    }
    tail = DateTail.of(own).map(MergeKey.major)
    if var latest = own.first, var oldest = own.first {
      for date in own {
        if date > latest { latest = date }
        if date < oldest { oldest = date }
      }
      note(latest, oldest)
    }
  }

  private mutating func note(_ latest: Timestamp, _ oldest: Timestamp) {
    newest = MergeKey.major(of: latest)
    let (difference, overflow) = latest.microseconds.subtractingReportingOverflow(oldest.microseconds)
    span = overflow ? .max : difference
  }

  /// The time by which the item at the index is placed; `nil`: it has none.
  @inline(__always)
  func time(at index: Int) -> Timestamp? {
    plain.isEmpty ? effective[index] : Timestamp(microseconds: plain[index])
  }

  func isFuture(_ index: Int) -> Bool { !future.isEmpty && future.contains(index) }
}
