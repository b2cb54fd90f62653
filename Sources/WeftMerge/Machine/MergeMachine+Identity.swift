import WeftModel

extension MergeMachine {
  /// Whether the same item of several sources is shown once.
  @inline(__always)
  var isDeduplicating: Bool { settings.deduplication.scope == .all && tracks.count > 1 }

  /// Two items with the same identity are two if more time than this lies between them: seven days.
  static let identityWindow: Int64 = 7 * 86_400 * 1_000_000

  /// Gives the entries of a page their identities, and takes out those that another source's item before them is the
  /// same as.
  ///
  /// All items that share an identity are one, and the first in the order is the one shown; so what is shown does not
  /// depend on which of them arrived first, as long as none has been handed out.
  ///
  /// - Parameter counted: gets what was taken out and counts for an item of the round that is being gathered.
  mutating func claim(
    _ page: PageIdentities, for entries: inout [Entry], of stored: StoredPage, counted: inout [Entry]
  ) {
    let held = identities.add(page, of: entries, expired: expired) { Self.identityTime(of: $0, on: stored) }
    guard !held.isEmpty else { return }
    var losers: [(index: Int, isCounted: Bool)] = []
    for (index, kinds) in held {
      let entry = entries[index]
      let place = ItemPlace(
        source: entry.source, sequence: entry.sequence, major: Self.identityTime(of: entry, on: stored))
      switch claim(page, held: kinds, for: entry, at: place) {
      case .stays: break
      case .goes: losers.append((index, false))
      case .counts: losers.append((index, true))
      }
      entries[index].hasAlso = !also.isEmpty && also[place] != nil
    }
    for (index, isCounted) in losers.reversed() {
      let loser = entries.remove(at: index)
      if isCounted { counted.append(loser) }
    }
  }

  /// The time by which an item is near to another: an item that stands last because it has no time is as near to any
  /// other as one of a lane without a time.
  @inline(__always)
  private static func identityTime(of entry: Entry, on page: StoredPage) -> Int64? {
    if entry.isLane { return page.items[entry.index].date.map(MergeKey.major) }
    return entry.key.major < .max - 1 ? entry.key.major : nil
  }

  private enum Claim {
    case stays
    /// Another source's item that stands before it is the same one.
    case goes
    /// The same, and it adds to the score of that one.
    case counts
  }

  /// The same for an item of whose identities some are held by others: a bit for each kind.
  private mutating func claim(_ page: PageIdentities, held: Int, for entry: Entry, at place: ItemPlace) -> Claim {
    var holders: [ItemPlace] = []
    var claimed: [UInt64] = []
    for kind in 0..<page.kinds where held & 1 << kind != 0 {
      let hash = page[entry.index, kind]
      guard let holder = identities.holder(of: hash) else { continue }
      guard isNear(holder.place.major, place.major) else {
        claimed.append(hash)
        continue
      }
      if holder.isAmbiguous || holder.place.source == entry.source {
        if !holder.isAmbiguous, holder.place != place {
          set(hash, IdentityTable.Holder(place: place, isAmbiguous: true))
        }
        continue
      }
      let current = currentHolder(holder.place)
      if !holders.contains(current) { holders.append(current) }
    }
    var winner = place
    var loses = false
    if !holders.isEmpty {
      (winner, loses) = settle(entry, place, among: holders)
      for kind in 0..<page.kinds where page[entry.index, kind] != 0 {
        claimed.append(page[entry.index, kind])
      }
    }
    for hash in claimed where identities.holder(of: hash)?.isAmbiguous != true {
      set(hash, IdentityTable.Holder(place: winner))
    }
    guard loses else { return .stays }
    return isGathered(winner) ? .counts : .goes
  }

  /// The item belongs to a round that is not yet sorted.
  private func isGathered(_ place: ItemPlace) -> Bool {
    isByRounds && waiting[place.source].index(source: place.source, sequence: place.sequence) != nil
  }

  private mutating func set(_ hash: UInt64, _ holder: IdentityTable.Holder) {
    identities.set(hash, holder, expired: expired)
  }

  /// By time, nothing that is more than the window newer than the reader will be met again.
  @inline(__always)
  var expired: Int64 {
    guard settings.order == .newest, boundary != .least else { return .min }
    let (expired, overflow) = boundary.major.subtractingReportingOverflow(Self.identityWindow)
    return overflow ? .min : expired
  }

  private func isNear(_ first: Int64?, _ second: Int64?) -> Bool {
    guard let first, let second else { return true }
    let (distance, overflow) = first.subtractingReportingOverflow(second)
    return !overflow && distance.magnitude <= UInt64(Self.identityWindow)
  }

  /// Which of several equal items stays: one that was handed out, else the first in the order.
  private mutating func settle(
    _ entry: Entry, _ place: ItemPlace, among holders: [ItemPlace]
  ) -> (winner: ItemPlace, loses: Bool) {
    var winner = place
    var winnerEntry: Entry? = entry
    var withdrawn: [ItemPlace] = []
    var names: [String] = [tracks[entry.source].name]
    for holder in holders {
      let other = waitingEntry(at: holder)
      let isBefore = other.map { other in winnerEntry.map { precedes(other, $0) } ?? false } ?? (winnerEntry != nil)
      if isBefore {
        if winner != place { withdrawn.append(winner) }
        winner = holder
        winnerEntry = other
      } else if other != nil {
        withdrawn.append(holder)
      }
    }
    if isByRounds, winnerEntry != nil {
      addScores(of: [(place, entry)] + withdrawn.map { ($0, waitingEntry(at: $0)) }, to: winner)
    }
    for loser in withdrawn { names += withdraw(loser, for: winner) }
    guard winnerEntry != nil else { return (winner, true) }
    names.removeAll { $0 == tracks[winner.source].name }
    var known = also[winner] ?? []
    for name in names where !known.contains(name) { known.append(name) }
    also[winner] = known.isEmpty ? nil : known
    if winner != place { mark(winner) }
    return (winner, winner != place)
  }

  private mutating func addScores(of items: [(ItemPlace, Entry?)], to winner: ItemPlace) {
    for (place, entry) in items where place != winner {
      guard let entry else { continue }
      bonus[winner, default: 0] += score(entry) + (bonus.removeValue(forKey: place) ?? 0)
    }
  }

  /// In the order; an item that takes its source's turn and one with a place in time stay as they came.
  private func precedes(_ first: Entry, _ second: Entry) -> Bool {
    first.isLane == second.isLane ? first.key < second.key : true
  }

  /// The item that stands for another one now.
  private func currentHolder(_ place: ItemPlace) -> ItemPlace {
    var current = place
    while !replacements.isEmpty, let next = replacements[current] { current = next }
    return current
  }

  private enum Room { case waiting(Int), window(Int), ready(Int) }

  /// Where an item that was not handed out lies.
  private func room(of place: ItemPlace) -> Room? {
    let source = place.source
    if hasLanes || place.major == nil {
      if let index = waiting[source].index(source: source, sequence: place.sequence) { return .waiting(index) }
      if let index = window.index(source: source, sequence: place.sequence) { return .window(index) }
      return ready.index(source: source, sequence: place.sequence).map { .ready($0) }
    }
    let key = MergeKey(major: place.major ?? 0, minor: UInt64(source) << 32 | UInt64(place.sequence))
    if let index = waiting[source].index(of: key) { return .waiting(index) }
    if let index = window.index(of: key) { return .window(index) }
    return ready.index(of: key).map { .ready($0) }
  }

  private func waitingEntry(at place: ItemPlace) -> Entry? {
    switch room(of: place) {
    case .waiting(let index): waiting[place.source][index]
    case .window(let index): window[index]
    case .ready(let index): ready[index]
    case nil: nil
    }
  }

  private mutating func mark(_ place: ItemPlace) {
    switch room(of: place) {
    case .waiting(let index): waiting[place.source][index].hasAlso = also[place] != nil
    case .window(let index): window[index].hasAlso = also[place] != nil
    case .ready(let index): ready[index].hasAlso = also[place] != nil
    case nil: break
    }
  }

  /// Takes out an item in favour of an equal one; gives the sources that had it.
  private mutating func withdraw(_ place: ItemPlace, for winner: ItemPlace) -> [String] {
    let source = place.source
    // What is remembered is bounded; beyond that a third copy is still dropped, but not named.
    if replacements.count > 4_096 { replacements.removeAll() }
    replacements[place] = winner
    if let entry = waitingEntry(at: place) {
      if isGathered(place) { progress.hold([entry]) } else { progress.finish(entry) }
    }
    switch room(of: place) {
    case .waiting(let index):
      waiting[source].remove(at: index)
      if tracks[source].isLane {
        setTurn(source)
      } else if let key = waiting[source].firstKey {
        heads.set(source, key)
      } else {
        heads.remove(source)
      }
    case .window(let index): window.remove(at: index)
    case .ready(let index): ready.remove(at: index)
    case nil: return []
    }
    counts[source].unread -= 1
    offer(source)
    return [tracks[source].name] + (also.removeValue(forKey: place) ?? [])
  }
}
