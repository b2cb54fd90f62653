import WeftModel
import WeftPaging

extension MergeMachine {
  /// How many items beyond those handed out the reader wants settled.
  @inline(__always)
  var demand: Int {
    wantsAll ? .max : position - committed + prefetch + (isHeldByRun ? patienceWithRuns + 1 : 0)
  }

  @inline(__always)
  var prefetch: Int { min(max(0, settings.prefetch), 1 << 32) }

  /// Every page is needed: `--limit all`.
  @inline(__always)
  var wantsAll: Bool { position == .max }

  /// How many items the window shows smooth mode, beyond the settled ones.
  @inline(__always)
  var windowDemand: Int {
    settings.mode == .smooth && !wantsAll && position > 0 ? ahead + longestDistance : 0
  }

  /// How many items the reader will pass at once; the one that it waits for is not passed yet.
  @inline(__always)
  private var ahead: Int { max(0, position - committed - 1) }

  /// Puts a source among those that may be asked, unless a page of it waits already where all pages are needed anyway.
  mutating func offer(_ source: Int) {
    guard tracks[source].readiness == .idle, !tracks[source].isPaused else { return }
    let pageSize = max(1, tracks[source].pageSize)
    // What stands beyond its own source's watermark needs the next page to be settled.
    let isSettling = tracks[source].disorder == 0 && tracks[source].unreadMarks.isEmpty
    let enough = pageSize + (settings.maxRun > 0 ? patienceWithRuns + 1 : 0)
    if wantsAll, isSettling, counts[source].unread - tracks[source].beyond >= enough { return }
    if tracks[source].isLane {
      if frontier.contains(source) { idle.set(source, tracks[source].watermark(of: source)) }
      guard waiting[source].count < (isByRounds ? 1 : pageSize) else { return }
      idleLanes.set(source, strides.key(tracks[source].turn, of: source))
    } else {
      idle.set(source, tracks[source].watermark(of: source))
    }
  }

  /// Asks the sources that are needed, and no other.
  mutating func request(at now: Timestamp) {
    guard position > 0 else { return }
    while let source = retries.topSource, let key = retries.topKey, key.major <= now.microseconds {
      retries.remove(source)
      tracks[source].readiness = .idle
      if tracks[source].isExcluded { ask(source, for: .retry, at: now, orQueue: true) } else { offer(source) }
    }
    if wantsAll {
      while let source = idle.topSource ?? idleLanes.topSource, ask(source, for: .frontier, at: now) {}
      return
    }
    if isByRounds { return requestRound(at: now) }
    if hasLanes { requestLanes(at: now) }
    switch settings.mode {
    case .eco:
      requestFrontier(at: now)
      if settings.readsAhead { requestAhead(at: now) }
    case .smooth: requestRunways(at: now)
    }
  }

  /// Eco: the holder of the frontier, while too few items are settled. As long as sources are quite unknown, each of
  /// them holds it: all first pages go out together, for each is provably needed.
  private mutating func requestFrontier(at now: Timestamp) {
    while let holder = frontier.topSource, ready.count < demand, isTimelineShort {
      guard idle.contains(holder) else {
        // The holder is being asked; others that are as unknown are needed too.
        guard frontier.topKey?.major == .min, let next = idle.topSource, idle.topKey?.major == .min else { return }
        guard ask(next, for: .first, at: now) else { return }
        continue
      }
      guard ask(holder, for: tracks[holder].tail == nil ? .first : .frontier, at: now) else { return }
    }
  }

  /// Smooth: each source whose runway is shorter than its distance, those that run dry first at the front.
  private mutating func requestRunways(at now: Timestamp) {
    let ahead = ahead
    var passedOver: [Int] = []
    defer { for source in passedOver { offer(source) } }
    let longest = longestDistance
    while let source = idle.topSource, let key = idle.topKey {
      guard isRunway(upTo: key, shorterThan: ahead + longest) else { return }
      if isRunway(upTo: key, shorterThan: ahead + distance(of: source, at: now)) {
        guard ask(source, for: tracks[source].tail == nil ? .first : .prefetch, at: now) else { return }
      } else {
        idle.remove(source)
        passedOver.append(source)
      }
    }
  }

  /// Fewer than `distance` items can be read before a source with this watermark has to deliver.
  ///
  /// The items up to the watermark are not counted: they are fewer exactly where the item number `distance` lies
  /// beyond it.
  @inline(__always)
  private func isRunway(upTo watermark: MergeKey, shorterThan distance: Int) -> Bool {
    guard ready.count + window.count >= distance else { return true }
    let index = distance - 1 - ready.count
    return index >= 0 && window[index].key > watermark
  }

  /// How far ahead of the reader a source's items must reach: `prefetch`, or what is read while it answers.
  private func distance(of source: Int, at now: Timestamp) -> Int {
    let read = speed.itemsPerSecond(at: now) * tracks[source].latency
    return min(max(prefetch, 1, Int(min(read, 1e6)) + 2 * (read > 0 ? 1 : 0)), longestDistance)
  }

  @inline(__always)
  private var longestDistance: Int { max(prefetch, 200) }

  /// Turns: each lane whose next unseen item has its turn within the demand, if all others deliver theirs. Where one
  /// does not, the turn only comes earlier: so each of these requests is needed.
  private mutating func requestLanes(at now: Timestamp) {
    while ready.count < demand, let source = idleLanes.topSource, let key = idleLanes.topKey {
      guard source == blockingSource || turnsBefore(key, atMost: demand - ready.count) else { return }
      guard ask(source, for: tracks[source].status.pageCount == 0 ? .first : .turn, at: now) else { return }
    }
  }

  /// The time line's share of the demand is not yet settled.
  @inline(__always)
  private var isTimelineShort: Bool {
    guard hasLanes else { return true }
    let settled = window.count(upTo: frontierKey)
    let next = strides.key(timelineTurns + UInt64(settled) + 1, of: strides.timeline)
    return turnsBefore(next, atMost: demand - ready.count)
  }

  /// Fewer than `limit` turns will be given before the place `key`.
  @inline(__always)
  private func turnsBefore(_ key: MergeKey, atMost limit: Int) -> Bool {
    var count = 0
    for source in turns.sources {
      if source == strides.timeline {
        if frontier.isEmpty && heads.isEmpty {
          count += min(window.count, Int(clamping: strides.turns(of: source, before: key) &- timelineTurns))
        } else {
          let turns = strides.turns(of: source, before: key)
          count += turns > timelineTurns ? Int(clamping: turns - timelineTurns) : 0
        }
      } else {
        count += waiting[source].count(upTo: key)
        let turns = strides.turns(of: source, before: key)
        let unseen = tracks[source].turn - 1
        if tracks[source].isLive, turns > unseen { count += Int(clamping: turns - unseen) }
      }
      if count >= limit { return false }
    }
    return true
  }

  /// Starts the source's next request; `false`: no request may be started now.
  @discardableResult
  mutating func ask(_ source: Int, for reason: FeedEvent.RequestReason, at now: Timestamp, orQueue: Bool = false)
    -> Bool
  {
    idle.remove(source)
    idleLanes.remove(source)
    guard inFlight.count < limits.total else {
      if orQueue {
        tracks[source].readiness = .queued
        overflow.append(source)
      } else {
        offer(source)
      }
      return false
    }
    let host = tracks[source].host
    if !host.isEmpty, inFlightByHost[host, default: 0] >= limits.perHost {
      tracks[source].readiness = .queued
      queuedByHost[host, default: []].append(source)
      return true
    }
    let before = loadState(of: source)
    switch tracks[source].pagination.demand(at: now) {
    case .fetch(let request):
      began(request, of: source, reason: before == .error ? .retry : reason, before: before, at: now)
    case .wait(let instant):
      tracks[source].readiness = .failed(retryAt: instant)
      retries.set(source, MergeKey(major: instant.microseconds, minor: UInt64(source)))
    case .none, .deliver: finish(source)
    }
    return true
  }

  mutating func began(
    _ request: PageRequest, of source: Int, reason: FeedEvent.RequestReason, before: LoadState, at now: Timestamp
  ) {
    idle.remove(source)
    idleLanes.remove(source)
    tracks[source].readiness = .inFlight(since: now)
    inFlight.append(source)
    if !tracks[source].host.isEmpty { inFlightByHost[tracks[source].host, default: 0] += 1 }
    changed(source, from: before)
    actions.append(.fetch(source: source, request, reason))
  }

  /// A request is over: its place goes to one that waits for it.
  mutating func requestEnded(_ source: Int, at now: Timestamp) {
    if let index = inFlight.firstIndex(of: source) { inFlight.swapAt(index, inFlight.count - 1); inFlight.removeLast() }
    if case .inFlight(let since) = tracks[source].readiness {
      let seconds = now.since(since).inSeconds
      tracks[source].latency += (seconds - tracks[source].latency) * (tracks[source].latency == 0 ? 1 : 0.3)
    }
    tracks[source].readiness = .idle
    tracks[source].isHeldBack = false
    tracks[source].blockingSince = nil
    let host = tracks[source].host
    if !host.isEmpty {
      inFlightByHost[host, default: 1] -= 1
      if var queue = queuedByHost[host], !queue.isEmpty {
        let next = queue.removeFirst()
        queuedByHost[host] = queue.isEmpty ? nil : queue
        release(next, at: now)
        if !queue.isEmpty { freedHosts.append(host) }
      }
    }
    if !overflow.isEmpty { release(overflow.removeFirst(), at: now) }
  }

  /// A place that is still free goes to the next that waits for one: the last may not need it any more. `false`: there
  /// is none, or nobody waits.
  mutating func passOnPlaces(at now: Timestamp) -> Bool {
    while let host = freedHosts.last {
      if inFlightByHost[host, default: 0] < limits.perHost, let next = queuedByHost[host]?.first {
        queuedByHost[host]?.removeFirst()
        if queuedByHost[host]?.isEmpty ?? true { queuedByHost[host] = nil }
        release(next, at: now)
        return true
      }
      freedHosts.removeLast()
    }
    guard inFlight.count < limits.total, !overflow.isEmpty else { return false }
    release(overflow.removeFirst(), at: now)
    return true
  }

  private mutating func release(_ source: Int, at now: Timestamp) {
    guard tracks[source].readiness == .queued else { return }
    tracks[source].readiness = .idle
    guard !tracks[source].isPaused else { return }
    if tracks[source].isExcluded { ask(source, for: .retry, at: now, orQueue: true) } else { offer(source) }
  }
}
