import WeftModel
import WeftPaging

extension MergeMachine {
  /// How a page is taken, with regard to what was read before the feed was resumed.
  enum Passage: Equatable {
    /// Nothing of it was read before.
    case whole
    /// It was begun before, and is as it was.
    case marked(ResumePoint.Mark)
    /// The list has moved: what was read is told by times and by the last item that was read, which stands at the index.
    case searching(anchor: Int?)
    /// An earlier page has to be read first.
    case again
  }

  /// What a source looks for whose list has moved since the feed was resumed.
  struct Search: Equatable, Sendable {
    /// A hash of the id of the last item that was read.
    var anchor: UInt32?
    /// Without times to compare: so many items at most are passed over.
    var room: Int
    /// The sequence of pages is gone back.
    var isGoingBack = true
  }

  /// How the page is to be taken.
  mutating func passage(
    of accepted: AcceptedPage, at cursor: PageCursor?, itemsBefore: Int, from source: Int
  ) -> Passage {
    guard let resumed = tracks[source].resumed else { return .whole }
    if accepted.prepared.page.role == .restart {
      tracks[source].unreadMarks = []
      tracks[source].search = Search(anchor: resumed.anchor, room: resumed.readCount, isGoingBack: false)
      return .whole
    }
    if let mark = tracks[source].unreadMarks.first {
      tracks[source].unreadMarks.removeFirst()
      tracks[source].sequence = mark.sequence
      tracks[source].neighbour = mark.neighbour
      if mark.tail != nil { tracks[source].tail = mark.tail }
      let isInPlace =
        mark != resumed.pages.first || resumed.anchor == nil || shows(resumed.anchor, mark, accepted.items)
      if tracks[source].search == nil, isInPlace { return .marked(mark) }
      if tracks[source].search == nil {
        tracks[source].search = Search(anchor: resumed.anchor, room: resumed.readCount - mark.itemsBefore)
      }
    }
    guard let search = tracks[source].search else { return .whole }
    let anchor = search.anchor.flatMap { anchor in accepted.items.firstIndex { Self.anchor(of: $0) == anchor } }
    if anchor == nil, search.isGoingBack, let start = pageBefore(accepted, at: cursor, itemsBefore: itemsBefore, source)
    {
      tracks[source].unreadMarks = []
      tracks[source].search?.room += accepted.receivedCount
      tracks[source].pagination.resume(at: [start])
      return .again
    }
    tracks[source].search?.isGoingBack = false
    if anchor != nil { tracks[source].search = nil }
    return .searching(anchor: anchor)
  }

  private static func anchor(of item: Item) -> UInt32 { UInt32(truncatingIfNeeded: ContentHash.of(item.id)) }

  private func shows(_ anchor: UInt32?, _ mark: ResumePoint.Mark, _ items: [Item]) -> Bool {
    guard let read = mark.runs.first, read > 0, read <= items.count else { return false }
    return Self.anchor(of: items[read - 1]) == anchor
  }

  /// The page before this one, where nothing on this one was read: items above were deleted, and it moved up.
  private func pageBefore(
    _ accepted: AcceptedPage, at cursor: PageCursor?, itemsBefore: Int, _ source: Int
  ) -> WalkStart? {
    let following = accepted.prepared.page.following
    guard accepted.ordinal > 1, !accepted.items.contains(where: { wasRead($0.date, source: source) }) else {
      return nil
    }
    let before: PageCursor
    switch (cursor, following) {
    case (.page(let number), .next(.page(let next), _)): before = .page(2 &* number &- next)
    case (.page(let number), _): before = .page(number &- 1)
    case (.offset(let offset, nil), _) where offset > 0:
      before = .offset(max(0, offset - max(1, accepted.receivedCount)), anchor: nil)
    default: return nil
    }
    return WalkStart(
      cursor: before, ordinal: accepted.ordinal - 1, itemsBefore: max(0, itemsBefore - accepted.receivedCount))
  }

  /// By time: an item of this time stood before the place where the feed was resumed.
  private func wasRead(_ date: Timestamp?, source: Int) -> Bool {
    guard let date, !tracks[source].isLane, startBoundary != .least else { return false }
    let major = MergeKey.major(of: date)
    guard major == startBoundary.major else { return major < startBoundary.major }
    return source < Int(startBoundary.minor >> 32)
  }

  /// The item was read before the feed was resumed.
  mutating func isRead(_ index: Int, of stored: StoredPage, _ passage: Passage, _ date: Timestamp?) -> Bool {
    switch passage {
    case .whole, .again: return false
    case .marked(let mark): return mark.isDone(index)
    case .searching(let anchor):
      let source = stored.source
      if tracks[source].isLane {
        if let anchor { return index <= anchor }
        guard let room = tracks[source].search?.room, room > 0 else { return false }
        tracks[source].search?.room = room - 1
        return true
      }
      if wasRead(date, source: source) { return true }
      guard let anchor, index <= anchor else { return false }
      // Above the last item that was read only what is older than it (a pinned one) was not.
      return date.map { MergeKey.major(of: $0) <= startBoundary.major } ?? true
    }
  }
}

extension ResumePoint.Source {
  /// How many items of the source were received up to the place.
  var readCount: Int { (pages.first?.itemsBefore ?? 0) + (pages.first?.runs.first ?? 0) }
}
