/// The connections that are open: for whom, since when, and which of them take too long; pure.
///
/// libmicrohttpd closes a connection that is still. One that sends a byte now and then, or takes an answer byte by byte,
/// would hold its thread for ever: so a whole request, and the sending of a whole answer, have a time, too.
struct ConnectionTable {
  /// What a connection is at.
  private enum Activity {
    /// Its next request is not there yet.
    case asking
    /// A handler is at work.
    case handling
    /// The answer goes out.
    case answering
    /// An answer without an end: events as they come.
    case listening
  }

  private struct Entry {
    var client: String
    var socket: Int32
    var activity = Activity.asking
    /// Seconds on a clock that never jumps.
    var since: Int
    var isRefused: Bool
  }

  private let limits: ServerLimits
  private var entries: [Int: Entry] = [:]
  private var perClient: [String: Int] = [:]

  init(limits: ServerLimits) { self.limits = limits }

  /// A connection of a client is open; past the limits its requests are refused.
  mutating func open(_ number: Int, client: String, socket: Int32, at now: Int) {
    let ofClient = (perClient[client] ?? 0) + 1
    perClient[client] = ofClient
    let isRefused = entries.count >= limits.connections || ofClient > limits.connectionsPerAddress
    entries[number] = Entry(client: client, socket: socket, since: now, isRefused: isRefused)
  }

  mutating func close(_ number: Int) {
    guard let entry = entries.removeValue(forKey: number) else { return }
    let left = (perClient[entry.client] ?? 1) - 1
    perClient[entry.client] = left > 0 ? left : nil
  }

  /// Its request is there whole.
  mutating func asked(_ number: Int, at now: Int) { change(number, .handling, now) }

  /// Its answer is made.
  mutating func answers(_ number: Int, withoutEnd: Bool, at now: Int) {
    change(number, withoutEnd ? .listening : .answering, now)
  }

  /// Its answer has gone out.
  mutating func answered(_ number: Int, at now: Int) { change(number, .asking, now) }

  private mutating func change(_ number: Int, _ activity: Activity, _ now: Int) {
    entries[number]?.activity = activity
    entries[number]?.since = now
  }

  /// The connection is one too many.
  func isRefused(_ number: Int) -> Bool { entries[number]?.isRefused ?? false }

  /// The sockets of the connections whose time is over.
  func overdue(at now: Int) -> [Int32] {
    entries.values.compactMap { entry in
      let most: Int
      switch entry.activity {
      case .asking: most = limits.requestSeconds
      case .answering: most = limits.answerSeconds
      case .handling, .listening: return nil
      }
      return now - entry.since >= most ? entry.socket : nil
    }
  }
}
