import WeftKit

/// What each source did in a run, from the engine's events: for messages, the table of `--stats` and the exit status.
struct SourceLedger: Sendable {
  /// What one source did.
  struct Row: Equatable, Sendable {
    /// The source's name.
    var name: String
    /// The last state: `initial`, `fetching`, `loadMore`, `full` or `error`.
    var state = "initial"
    /// Why, as the trace spells it; empty where there is no reason.
    var why = ""
    /// Pages received.
    var pages = 0
    /// Requests made, retries included.
    var requests = 0
    /// How many of the requests were retries.
    var retries = 0
    /// Pages that a cache had, whether the server was asked for them or not.
    var cached = 0
    /// Items received.
    var items = 0
    /// Bytes received.
    var bytes = 0
    /// The time in which a request was in flight.
    var time = Duration.zero
    /// The last failure, until a page arrives.
    var failure: SourceFailure?
    /// What it was asked and has not answered yet.
    var waiting: Waiting?
    /// When its page is asked again.
    var retryAt: Timestamp?
    /// Whether the list was read whole.
    var completeness = SourceStatus.Completeness.unknown
    /// It is left out for the time being.
    var isExcluded = false

    /// It ended in `error` or was still left out.
    var hasFailed: Bool { state == "error" || isExcluded }
  }

  /// A request in flight.
  struct Waiting: Equatable, Sendable {
    /// Where it went, without secrets.
    var address: String
    /// When.
    var since: Timestamp
  }

  /// The sources, in the order of the configuration.
  private(set) var rows: [Row]
  /// An item was printed.
  private(set) var hasEmitted = false
  private var places: [String: Int] = [:]

  init(sources: [String]) {
    rows = sources.map { Row(name: $0) }
    for (place, name) in sources.enumerated() { places[name] = place }
  }

  /// What the source did so far.
  subscript(source: String) -> Row? { places[source].map { rows[$0] } }

  /// Takes an event in.
  mutating func note(_ event: FeedEvent) {
    switch event.kind {
    case .request(let source, let address, _, let attempt, _):
      change(source) { row in
        row.requests += 1
        row.waiting = Waiting(address: address, since: event.at)
        row.retryAt = nil
        if attempt > 1 { row.retries += 1 }
      }
    case .page(let source, _, let items, let bytes, let duration, let cacheUse, _):
      change(source) { row in
        row.pages += 1
        if cacheUse != .none { row.cached += 1 }
        row.items += items
        row.bytes += bytes
        row.time += duration
        row.failure = nil
        row.waiting = nil
        row.isExcluded = false
      }
    case .failure(let source, let failure, let retryAt):
      change(source) { row in
        row.failure = failure
        row.retryAt = retryAt
        row.waiting = nil
      }
    case .state(let source, _, let to, let why):
      change(source) { row in
        row.state = to.rawValue
        row.why = why ?? ""
      }
    case .exclude(let source, _): change(source) { $0.isExcluded = true }
    case .emit: hasEmitted = true
    case .warning: break
    }
  }

  /// Takes in what the engine knows at the end.
  mutating func note(_ statuses: [SourceStatus]) {
    for status in statuses { change(status.name) { $0.completeness = status.completeness } }
  }

  private mutating func change(_ source: String, _ body: (inout Row) -> Void) {
    guard let place = places[source] else { return }
    body(&rows[place])
  }

  /// The names of the sources of which items may be missing.
  var missing: [String] { rows.filter(\.hasFailed).map(\.name) }

  /// The exit status of a run by the contract: 0 done, 1 a source failed, 2 every source failed before its first item.
  var exitStatus: Int32 {
    let failed = rows.filter(\.hasFailed)
    if failed.isEmpty { return ExitStatus.done }
    let isHopeless = failed.count == rows.count && failed.allSatisfy { $0.items == 0 }
    return isHopeless ? ExitStatus.nothing : ExitStatus.partial
  }
}
