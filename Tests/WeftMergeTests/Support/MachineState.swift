import WeftModel
import WeftPaging

@testable import WeftMerge

/// Everything that a machine's future depends on, as one value: two machines with equal states behave alike from here.
///
/// Instants count from now: when something is due matters, not what time it is. In eco nobody asks how fast the reader
/// and the sources are.
struct MachineState: Hashable {
  private var words: [Int64] = []
  private let now: Timestamp

  init(_ machine: MergeMachine, at now: Timestamp) {
    self.now = now
    let isSmooth = machine.settings.mode == .smooth
    words.reserveCapacity(64 + machine.tracks.count * 40)
    add(machine.position, machine.committed, machine.unfinished, machine.excludedCount, machine.pausedCount)
    for track in machine.tracks { add(track.isPaused) }
    add(machine.hasLanes, machine.isCancelled)
    add(machine.boundary, machine.lastTurn, machine.committedTurn)
    words.append(Int64(truncatingIfNeeded: machine.timelineTurns))
    if isSmooth { words.append(Int64(bitPattern: machine.speed.itemsPerSecond(at: now).bitPattern)) }
    for source in machine.inFlight.sorted() { add(source) }
    for source in machine.overflow { add(source) }
    add(machine.ready, machine)
    add(machine.window, machine)
    for (source, track) in machine.tracks.enumerated() {
      add(track, source, machine)
      if isSmooth { words.append(Int64(bitPattern: track.latency.bitPattern)) }
    }
    add(machine.identities.count, machine.also.count, machine.replacements.count, machine.bonus.count)
  }

  private mutating func add(_ numbers: Int...) { for number in numbers { words.append(Int64(number)) } }
  private mutating func add(_ flags: Bool...) { for flag in flags { words.append(flag ? 1 : 0) } }

  private mutating func add(_ keys: MergeKey...) {
    for key in keys {
      words.append(key.major)
      words.append(Int64(bitPattern: key.minor))
    }
  }

  private mutating func add(_ key: MergeKey?) {
    words.append(key == nil ? -7 : -8)
    if let key { add(key) }
  }

  private mutating func add(_ instant: Timestamp?) { words.append(instant?.since(now).inMicroseconds ?? .min) }

  private mutating func add(_ queue: EntryQueue, _ machine: MergeMachine) {
    add(queue.count)
    for index in 0..<queue.count {
      let entry = queue[index]
      add(entry.key)
      add(entry.source, Int(entry.sequence), machine.progress.shelf[entry].ordinal, entry.index)
      add(entry.isLane, entry.hasAlso)
    }
  }

  private mutating func add(_ track: Track, _ source: Int, _ machine: MergeMachine) {
    add(machine.waiting[source], machine)
    switch track.readiness {
    case .idle: add(0)
    case .queued: add(1)
    case .inFlight(let since):
      add(2)
      add(since)
    case .failed(let retryAt):
      add(3)
      add(retryAt)
    case .finished: add(4)
    }
    switch track.pagination.state {
    case .initial: add(0)
    case .fetching(let request): add(1, request.ordinal, request.attempt, request.generation)
    case .loadMore: add(2)
    case .full: add(3)
    case .error(let failed): add(4, failed.request.ordinal, failed.request.attempt)
    }
    add(track.isLane, track.isExcluded, track.isStuck)
    add(track.blockingSince)
    words.append(track.tail ?? .min)
    words.append(track.disorder)
    words.append(Int64(truncatingIfNeeded: track.turn))
    words.append(track.neighbour?.microseconds ?? .min)
    add(Int(track.sequence), track.disorderedPages, machine.counts[source].unread, track.pageSize)
    add(track.pagination.walk.pageCount)
    for heap in [machine.heads, machine.frontier, machine.idle, machine.idleLanes, machine.turns] {
      add(heap.key(of: source))
    }
    add(machine.retries.contains(source))
  }
}
