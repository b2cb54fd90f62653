import Glibc
import Locks

/// Keeps clients within the limits of a server: the table of its connections, and a thread that ends those whose time is
/// over.
final class ConnectionGuard: Sendable {
  let limits: ServerLimits
  private let table: Lock<ConnectionTable>

  init(limits: ServerLimits) {
    self.limits = limits
    table = Lock(ConnectionTable(limits: limits))
  }

  func open(_ number: Int, client: String, socket: Int32) {
    table.with { $0.open(number, client: client, socket: socket, at: Self.now) }
  }

  func close(_ number: Int) { table.with { $0.close(number) } }

  /// A request is there whole.
  ///
  /// - Returns: whether the connection is one too many.
  func asked(_ number: Int) -> Bool {
    table.with { table in
      table.asked(number, at: Self.now)
      return table.isRefused(number)
    }
  }

  func answers(_ number: Int, withoutEnd: Bool) {
    table.with { $0.answers(number, withoutEnd: withoutEnd, at: Self.now) }
  }

  func answered(_ number: Int) { table.with { $0.answered(number, at: Self.now) } }

  /// Ends what is overdue. A socket in the table is open: its connection takes it out before it is closed.
  func sweep() {
    table.with { table in
      for socket in table.overdue(at: Self.now) { _ = shutdown(socket, Int32(SHUT_RDWR)) }
    }
  }

  /// What a client is told whose connection is one too many.
  static let refusal = ServerResponse(
    status: 503, "text/plain; charset=utf-8", "Too many connections are open.\n",
    headers: [.init("Retry-After", "5"), .init("Connection", "close")])

  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec
  }
}
