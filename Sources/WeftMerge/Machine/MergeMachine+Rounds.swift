import WeftModel

/// Order `rank` with `fuse: sum`: reciprocal rank fusion, round by round.
///
/// An item's score is the sum of weight / (60 + rank) over the sources that have it. What a later page adds to an item
/// cannot be known, so a round is one page of each live source, sorted as a whole.
extension MergeMachine {
  @inline(__always)
  var isByRounds: Bool { settings.order == .rank && settings.fuse == .sum }

  /// The score of one place in one source's list, in units of 2⁻⁴⁰: whole numbers add up alike in any order.
  func score(_ entry: Entry) -> Int64 {
    let rank = Double(60 + strides.turns(of: entry.source, before: entry.key) + 1)
    return Int64(min(tracks[entry.source].weight, 1e6) / rank * 1_099_511_627_776)
  }

  /// Sorts what waits into `ready` once each source that others wait for has a page there.
  mutating func giveRound() {
    let isComplete = turns.sources.allSatisfy { !waiting[$0].isEmpty || !tracks[$0].isLive }
    guard isComplete else { return }
    var round: [Entry] = []
    for source in tracks.indices {
      while var entry = waiting[source].popFirst() {
        let place = ItemPlace(source: source, sequence: entry.sequence)
        let sum = score(entry) + (bonus.removeValue(forKey: place) ?? 0)
        entry.key = MergeKey(major: -sum, minor: UInt64(source) << 32 | UInt64(entry.sequence))
        round.append(entry)
      }
      setTurn(source)
      offer(source)
    }
    round.sort { $0.key < $1.key }
    let read = round.prefix(skippedInRound)
    skippedInRound = 0
    progress.began(roundOf: round.count, read: read)
    for entry in read {
      counts[entry.source].unread -= 1
      offer(entry.source)
    }
    for entry in round[read.endIndex...] { ready.append(entry) }
  }

  /// A round is needed: each source without a page for it is asked.
  mutating func requestRound(at now: Timestamp) {
    while ready.count < demand, let source = idleLanes.topSource {
      guard ask(source, for: tracks[source].status.pageCount == 0 ? .first : .turn, at: now) else { return }
    }
  }
}
