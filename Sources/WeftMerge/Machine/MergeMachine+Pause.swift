import WeftModel
import WeftPaging

extension MergeMachine {
  /// A person turns a source off, or on again.
  ///
  /// While it is off no request of it is begun and nobody waits for it; what was received of it, and what is in flight
  /// already, comes out in its place. When it is on again it goes on with the page that it would have been asked for,
  /// and holds the frontier again: what is not handed out yet waits for it, what it has for places that were passed
  /// comes late.
  mutating func setPaused(_ isPaused: Bool, _ source: Int, at now: Timestamp) {
    guard !isCancelled, tracks.indices.contains(source), tracks[source].isPaused != isPaused else { return }
    tracks[source].isPaused = isPaused
    tracks[source].status.isPaused = isPaused
    if !tracks[source].isFinished { pausedCount += isPaused ? 1 : -1 }
    if isPaused { pause(source) } else { unpause(source, at: now) }
    actions.append(.changed(source: source))
    advance(at: now)
  }

  private mutating func pause(_ source: Int) {
    tracks[source].blockingSince = nil
    idle.remove(source)
    idleLanes.remove(source)
    retries.remove(source)
    frontier.remove(source)
    if tracks[source].isLane { setTurn(source) }
  }

  private mutating func unpause(_ source: Int, at now: Timestamp) {
    if case .failed(let retryAt) = tracks[source].readiness {
      retries.set(source, MergeKey(major: retryAt.microseconds, minor: UInt64(source)))
    } else if tracks[source].isExcluded, tracks[source].readiness == .idle {
      // Others have gone on without it: it comes back with its next page, whoever needs that.
      ask(source, for: .retry, at: now, orQueue: true)
    }
    if tracks[source].isLive, !tracks[source].isLane || tracks[source].hasTimelineMarks {
      frontier.set(source, tracks[source].watermark(of: source))
      if !ready.isEmpty { unsettle(after: frontierKey) }
      returnTimeline()
    }
    if tracks[source].isLane, !isByRounds, waiting[source].isEmpty, tracks[source].isLive {
      // As after any absence: its missed turns are not made up for.
      takeBackTurns()
      skipTurns(of: source)
    }
    if tracks[source].isLane { setTurn(source) }
    offer(source)
  }
}
