import WeftModel

/// When requests may start, host by host: pure bookkeeping, in which instants come from outside.
///
/// The widest spacing that any source asks for at a host holds for all of them: the server sees one client. An answer
/// 429 or 503 slows the host down for all too; each answer without one makes it faster again.
struct HostPacer {
  /// The spacing after the first answer 429 or 503; it doubles with each further one.
  static let firstPenalty = Duration.milliseconds(250)
  /// The widest spacing that answers alone can cause.
  static let maximalPenalty = Duration.seconds(30)

  private var hosts: [String: Host] = [:]

  private struct Host {
    /// The start of the request that is the last to be sent.
    var last: Timestamp?
    var spacing = Duration.zero
    var penalty = Duration.zero

    var interval: Duration { max(spacing, penalty) }
  }

  /// Gives a request its turn, behind those that came before it.
  ///
  /// - Returns: the instant at which it may be sent; `now` where nothing holds it back.
  mutating func reserve(_ name: String, spacing: Duration?, at now: Timestamp) -> Timestamp {
    var host = hosts[name] ?? Host()
    host.spacing = max(host.spacing, spacing ?? .zero)
    var turn = now
    if let last = host.last, host.interval > .zero { turn = max(now, last.advanced(by: host.interval)) }
    host.last = max(turn, host.last ?? turn)
    hosts[name] = host
    return turn
  }

  /// Takes back the turn of a request that was cancelled while it waited; those behind it keep theirs.
  mutating func giveBack(_ name: String, turn: Timestamp) {
    guard let host = hosts[name], host.last == turn else { return }
    hosts[name]?.last = turn.advanced(by: .zero - host.interval)
  }

  /// Widens the spacing at a host, as its `robots.txt` asks.
  mutating func widen(_ name: String, to spacing: Duration) {
    hosts[name, default: Host()].spacing = max(hosts[name]?.spacing ?? .zero, spacing)
  }

  /// Takes the status of an answer in.
  mutating func note(_ name: String, status: Int) {
    let penalty = hosts[name]?.penalty ?? .zero
    if status == 429 || status == 503 {
      hosts[name, default: Host()].penalty = min(
        max(penalty * 2, HostPacer.firstPenalty), HostPacer.maximalPenalty)
    } else if penalty > .zero {
      hosts[name]?.penalty = penalty > HostPacer.firstPenalty / 2 ? penalty * 3 / 4 : .zero
    }
  }

  /// The least time between two starts at the host, as it stands.
  func interval(_ name: String) -> Duration { hosts[name]?.interval ?? .zero }
}
