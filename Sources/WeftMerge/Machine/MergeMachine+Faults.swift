import WeftModel
import WeftPaging

extension MergeMachine {
  /// A request failed: what follows for the source, and for those who wait for it.
  mutating func note(_ failed: PaginationStateMachine.Failed, of source: Int, before: LoadState) {
    if reportsEvents {
      actions.append(.report(.failure(source: tracks[source].name, failed.failure, retryAt: failed.retryAt)))
    }
    changed(source, from: before, why: failed.failure.message)
    if let retryAt = failed.retryAt {
      tracks[source].readiness = .failed(retryAt: retryAt)
      if !tracks[source].isPaused {
        retries.set(source, MergeKey(major: retryAt.microseconds, minor: UInt64(source)))
      }
    } else if settings.isStrict {
      tracks[source].isStuck = true
      finish(source)
    } else {
      finish(source)
      exclude(source, because: .permanent)
    }
  }

  /// Leaves out the sources that a waiting reader has waited for long enough; `true` where there was one.
  ///
  /// A reader waits for all sources in flight that may still give an item before the first one that is there, so
  /// their patience runs side by side.
  mutating func excludeBlockers(at now: Timestamp) -> Bool {
    guard !settings.isStrict else { return false }
    guard isReaderWaiting else {
      for source in inFlight { tracks[source].blockingSince = nil }
      return false
    }
    if let source = blockingSource, case .failed = tracks[source].readiness {
      exclude(source, because: .failed)
      return true
    }
    var isAnyExcluded = false
    let firstTime = firstWaitingKey
    let (earliest, overflow) = now.microseconds.subtractingReportingOverflow(patience)
    for source in inFlight {
      guard tracks[source].isLive, !tracks[source].isHeldBack, isInTheWay(source, of: firstTime) else {
        tracks[source].blockingSince = nil
        continue
      }
      let since = tracks[source].blockingSince ?? now
      tracks[source].blockingSince = since
      if !overflow, since.microseconds <= earliest {
        exclude(source, because: .slow)
        isAnyExcluded = true
      }
    }
    return excludeQueued(before: firstTime) || isAnyExcluded
  }

  /// Leaves out the sources that wait for a place which only those hold that were left out themselves: a host that
  /// hangs would else be waited for as often as it has more sources than places. They are asked when a place is free.
  private mutating func excludeQueued(before firstTime: MergeKey) -> Bool {
    let isFull = inFlight.count >= limits.total && inFlight.allSatisfy { tracks[$0].isExcluded }
    guard excludedCount > 0, isFull || !queuedByHost.isEmpty else { return false }
    var waiting = isFull ? tracks.indices.filter { tracks[$0].readiness == .idle } + overflow : []
    for (host, queue) in queuedByHost
    where isFull || inFlight.allSatisfy({ tracks[$0].host != host || tracks[$0].isExcluded }) { waiting += queue }
    var isAnyExcluded = false
    for source in waiting.sorted() where tracks[source].isLive && isInTheWay(source, of: firstTime) {
      if tracks[source].readiness == .idle {
        idle.remove(source)
        idleLanes.remove(source)
        tracks[source].readiness = .queued
        overflow.append(source)
      }
      exclude(source, because: .slow)
      isAnyExcluded = true
    }
    return isAnyExcluded
  }

  /// The request of a source waits for its turn at the host, or is sent at last: the patience with it runs only then.
  mutating func heldBack(_ isHeldBack: Bool, source: Int, for request: PageRequest, at now: Timestamp) {
    guard case .fetching(let current) = tracks[source].pagination.state, current == request else { return }
    tracks[source].isHeldBack = isHeldBack
    advance(at: now)
  }

  @inline(__always)
  private var isTimelineBlocked: Bool { !hasLanes || turns.topSource == strides.timeline }

  /// The first item that would be there if nobody were waited for: by time, or by turns where a lane is in the way.
  @inline(__always)
  private var firstWaitingKey: MergeKey {
    if isByRounds { return .greatest }
    guard !isTimelineBlocked else { return min(window.firstKey ?? .greatest, heads.topKey ?? .greatest) }
    var first = MergeKey.greatest
    for source in turns.sources where source == strides.timeline || !waiting[source].isEmpty {
      first = min(first, turns.key(of: source) ?? .greatest)
    }
    return first
  }

  @inline(__always)
  private func isInTheWay(_ source: Int, of key: MergeKey) -> Bool {
    if isTimelineBlocked { return !tracks[source].isLane && (frontier.key(of: source).map { $0 < key } ?? false) }
    return tracks[source].isLane && waiting[source].isEmpty && (turns.key(of: source).map { $0 < key } ?? false)
  }

  private mutating func exclude(_ source: Int, because reason: FeedEvent.ExclusionReason) {
    guard !tracks[source].isExcluded else { return }
    tracks[source].isExcluded = true
    if !tracks[source].isFinished { excludedCount += 1 }
    tracks[source].status.isExcluded = true
    tracks[source].blockingSince = nil
    frontier.remove(source)
    if tracks[source].isLane { setTurn(source) }
    if reportsEvents { actions.append(.report(.exclude(source: tracks[source].name, why: reason))) }
    actions.append(.changed(source: source))
  }

  /// Nothing will come from the source any more.
  mutating func finish(_ source: Int) {
    guard !tracks[source].isFinished else { return }
    tracks[source].readiness = .finished
    unfinished -= 1
    if tracks[source].isExcluded { excludedCount -= 1 }
    if tracks[source].isPaused { pausedCount -= 1 }
    idle.remove(source)
    idleLanes.remove(source)
    guard !tracks[source].isStuck else { return }
    frontier.remove(source)
    if tracks[source].isLane { setTurn(source) }
  }

  @inline(__always)
  func loadState(of source: Int) -> LoadState {
    switch tracks[source].pagination.state {
    case .initial: .initial
    case .fetching: .fetching
    case .loadMore: .loadMore
    case .full: .full
    case .error: .error
    }
  }

  /// What is told of a source.
  func status(of source: Int) -> SourceStatus {
    var status = tracks[source].status
    status.emittedCount = counts[source].emitted
    return status
  }

  /// Notes the load state of a source after an event.
  mutating func changed(_ source: Int, from before: LoadState, why: String? = nil) {
    let state = loadState(of: source)
    tracks[source].status.state = state
    tracks[source].status.failure = nil
    tracks[source].status.retryAt = nil
    tracks[source].status.heldUntil = nil
    switch tracks[source].pagination.state {
    case .full(let reason): tracks[source].status.endReason = reason
    case .error(let failed):
      tracks[source].status.failure = failed.failure
      tracks[source].status.retryAt = failed.retryAt
      tracks[source].status.heldUntil = failed.heldUntil
    case .initial, .fetching, .loadMore: break
    }
    if reportsEvents, state != before {
      actions.append(.report(.state(source: tracks[source].name, from: before, to: state, why: why)))
    }
    actions.append(.changed(source: source))
  }
}
