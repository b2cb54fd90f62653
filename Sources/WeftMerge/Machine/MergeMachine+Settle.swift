import WeftModel

extension MergeMachine {
  /// No item with a key up to this one can still come from a source that others wait for.
  @inline(__always)
  var frontierKey: MergeKey { frontier.topKey ?? .greatest }

  /// Moves what is settled into `ready`.
  mutating func settle() {
    let frontierKey = frontierKey
    // Without lanes what is settled goes straight on; the window then only holds what smooth mode looks at.
    if !hasLanes {
      while let key = window.firstKey, key <= frontierKey, let entry = window.popFirst() { ready.append(entry) }
      if window.isEmpty {
        settleHeads(upTo: frontierKey)
      }
    }
    let lookahead = windowDemand
    while let key = heads.topKey, key <= frontierKey || window.count + ready.count < lookahead, let entry = popHead() {
      window.append(entry)
    }
    if isByRounds { giveRound() } else if hasLanes { giveTurns(upTo: frontierKey) }
  }

  /// Moves the waiting items of the time line up to a key into `ready`. Where a source has several before the next one's
  /// first, they go together.
  private mutating func settleHeads(upTo limit: MergeKey) {
    guard let key = heads.topKey, key <= limit else { return }
    var ready = EntryQueue()
    swap(&ready, &self.ready)
    // What comes out is written down where that costs least, and handed on in large pieces.
    settling.withUnsafeMutableBufferPointer { settling in
      var count = 0
      waiting.withUnsafeMutableBufferPointer { waiting in
        heads.advance(upTo: limit) { source, bound in
          if count == settling.count {
            ready.append(settling)
            count = 0
          }
          return waiting[source].move(upTo: bound, to: settling, &count)
        }
      }
      ready.append(settling[..<count])
    }
    swap(&ready, &self.ready)
  }

  /// Takes the first waiting item of all sources on the time line.
  mutating func popHead() -> Entry? {
    guard let source = heads.topSource else { return nil }
    let entry = waiting[source].popFirst()
    if let next = waiting[source].firstKey { heads.moveTop(to: next) } else { heads.remove(source) }
    return entry
  }

  /// Gives turns to the time line and the lanes until somebody's turn comes who has nothing.
  private mutating func giveTurns(upTo frontierKey: MergeKey) {
    let timeline = strides.timeline
    while let source = turns.topSource {
      if source == timeline {
        guard let key = window.firstKey else {
          // Without a live source and without items the time line is at its end.
          guard frontier.isEmpty, heads.isEmpty else { return }
          turns.remove(timeline)
          continue
        }
        guard key <= frontierKey, let entry = window.popFirst() else { return }
        timelineTurns += 1
        lastTurn = turns.topKey ?? lastTurn
        ready.append(entry)
        turns.set(timeline, strides.key(timelineTurns + 1, of: timeline))
      } else {
        guard let entry = waiting[source].popFirst() else { return }
        lastTurn = entry.key
        ready.append(entry)
        setTurn(source)
        offer(source)
      }
    }
  }

  /// A lane's place among the turns: that of its first item, else of the one that it will give.
  mutating func setTurn(_ source: Int) {
    if let key = waiting[source].firstKey {
      turns.set(source, key)
    } else if tracks[source].isLive {
      turns.set(source, strides.key(tracks[source].turn, of: source))
    } else {
      turns.remove(source)
    }
  }

  /// Takes back what is ready but stands after `key`, or is no longer settled: late commit.
  mutating func unsettle(after key: MergeKey) {
    var first = ready.count
    if hasLanes {
      first = (0..<ready.count).first { !ready[$0].isLane && ready[$0].key > key } ?? first
    } else {
      while first > 0, ready[first - 1].key > key { first -= 1 }
    }
    takeBack(from: first)
  }

  /// A lane comes back: what was not handed out is given its turn anew, so that the lane's turn is that of the reader.
  mutating func takeBackTurns() {
    takeBack(from: 0)
    lastTurn = max(committedTurn, strides.key(timelineTurns, of: strides.timeline))
  }

  private mutating func takeBack(from first: Int) {
    while ready.count > first, let entry = ready.popLast() {
      if entry.isLane {
        waiting[entry.source].prepend(entry)
        turns.set(entry.source, entry.key)
      } else {
        window.prepend(entry)
        if hasLanes, timelineTurns > 0 {
          timelineTurns -= 1
          turns.set(strides.timeline, strides.key(timelineTurns + 1, of: strides.timeline))
        }
      }
    }
  }

  /// The source that keeps everything waiting.
  @inline(__always)
  var blockingSource: Int? {
    if isByRounds { return turns.sources.first { waiting[$0].isEmpty && tracks[$0].isLive } }
    guard hasLanes, let source = turns.topSource, source != strides.timeline else { return frontier.topSource }
    return waiting[source].isEmpty ? source : nil
  }
}
