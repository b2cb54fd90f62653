import WeftModel

/// The times of one page's items, as the merge takes them.
struct PageDates {
  /// For each item the time by which it is placed; `nil`: it has none.
  private(set) var effective: [Timestamp?] = []
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
  ///   - neighbour: the time of the last item of the page before.
  ///   - latest: later times are taken for this one; `nil`: they are kept.
  init(_ items: [Item], neighbour: Timestamp?, latest: Timestamp?, undated: MergeSettings.Undated) {
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
      newest = MergeKey.major(of: latest)
      span =
        oldest.since(latest).inMicroseconds.magnitude > UInt64(Int64.max)
        ? .max : abs(latest.since(oldest).inMicroseconds)
    }
  }

  func isFuture(_ index: Int) -> Bool { !future.isEmpty && future.contains(index) }
}
