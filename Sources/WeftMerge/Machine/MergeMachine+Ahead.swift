import WeftModel
import WeftPaging

/// Reading ahead for a reader that wants so many items and no more (`readsAhead`).
///
/// In eco mode one page is asked for after the other, although the first page of most answers shows how the rest will
/// go: a source with twenty items a day is needed again and again, one with two a year is not. From the density of each
/// source the time is estimated down to which the wanted items reach; whoever is not there yet is asked now. The
/// estimate is taken low, so that it costs next to nothing, and the last pages are asked for as in eco mode.
extension MergeMachine {
  /// More sources than this are not worth the sums.
  private static let maximalSources = 2_000

  mutating func requestAhead(at now: Timestamp) {
    guard !wantsAll, !hasLanes, tracks.count <= Self.maximalSources else { return }
    let missing = Double(demand - ready.count)
    guard missing >= 1, let middle = horizon(of: missing) else { return }
    // What is received is counted, what is not is estimated: the more of that, the lower.
    let wanted = missing - Self.caution * deviation(before: middle)
    guard wanted >= 1, let horizon = horizon(of: wanted) else { return }
    while let source = idle.topSource, let key = idle.topKey, key.major != .min, key.major < horizon {
      guard ask(source, for: .prefetch, at: now) else { return }
    }
  }

  /// The time, as a key's `major`, down to which so many unsettled items are expected; `nil`: it cannot be said.
  private func horizon(of wanted: Double) -> Int64? {
    var lower = Int64.max
    for track in tracks where track.isLive { if let tail = track.tail { lower = min(lower, tail) } }
    guard lower != .max else { return nil }
    var step: Int64 = 1_000_000
    while expected(before: lower &+ step) < wanted {
      guard step < 1 << 61, lower < Int64.max - 2 * step else { return nil }
      step *= 2
    }
    var (low, high) = (lower &+ step / 2, lower &+ step)
    for _ in 0..<24 {
      let middle = low + (high - low) / 2
      if expected(before: middle) < wanted { low = middle } else { high = middle }
    }
    return low
  }

  /// So many standard deviations are taken off.
  private static let caution = 2.0

  /// The standard deviation of what `expected` adds for pages that are not there: items come by chance, and so do those
  /// that the density was measured by.
  private func deviation(before major: Int64) -> Double {
    var variance = 0.0
    for track in tracks where track.isLive {
      guard let tail = track.tail, tail < major else { continue }
      let unseen = track.density * Double(major &- tail)
      variance += unseen + unseen * unseen / Double(max(1, track.pageSize))
    }
    return variance.squareRoot()
  }

  /// How many unsettled items stand before a time: those received, and of the rest what the sources' densities say.
  private func expected(before major: Int64) -> Double {
    let key = MergeKey(major: major, minor: 0)
    var count = Double(window.count(upTo: key))
    for (source, track) in tracks.enumerated() {
      count += Double(waiting[source].count(upTo: key))
      if track.isLive, let tail = track.tail, tail < major { count += track.density * Double(major &- tail) }
    }
    return count
  }

  /// How many items a source has in a microsecond, by its last pages.
  mutating func measureDensity(of source: Int, items: Int, before: Int64?, span: Int64) {
    guard let tail = tracks[source].tail, items > 0 else { return }
    let length = max(1, before.map { tail &- $0 } ?? span)
    let density = Double(items) / Double(length)
    tracks[source].density = before == nil ? density : (tracks[source].density + density) / 2
  }
}
