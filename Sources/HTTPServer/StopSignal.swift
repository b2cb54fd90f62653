import Glibc
import Locks

/// Says to every thread that waits on a connection that the server stops.
struct StopSignal: ~Copyable {
  private let reading: Int32
  private let writing: Int32
  private let finishing = Lock(false)

  init() {
    var descriptors: [Int32] = [-1, -1]
    // Where there is no descriptor left, poll ignores -1, and only the client's leaving ends a wait.
    if pipe(&descriptors) == 0 {
      for descriptor in descriptors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    }
    reading = descriptors[0]
    writing = descriptors[1]
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// The server takes no new connection, and answers what it was asked.
  var isFinishing: Bool { finishing.with { $0 } }

  /// Says so.
  func finish() { finishing.with { $0 = true } }

  /// Ends all waits, now and later: the byte is never read.
  func raise() {
    var byte: UInt8 = 1
    _ = write(writing, &byte, 1)
  }

  /// Waits so long (`nil`: without end), or until the client at the socket leaves or the server stops.
  ///
  /// - Returns: the client is still there and the server goes on.
  func pause(_ duration: Duration?, socket: Int32) -> Bool {
    var milliseconds: Int32 = -1
    if let duration {
      let (seconds, attoseconds) = duration.components
      milliseconds = Int32(clamping: seconds &* 1_000 &+ attoseconds / 1_000_000_000_000_000)
    }
    var descriptors = [
      pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
      pollfd(fd: socket, events: Int16(bitPattern: UInt16(0x2000)), revents: 0),  // POLLRDHUP
    ]
    while true {
      let count = poll(&descriptors, 2, milliseconds)
      if count < 0 && errno == EINTR { continue }
      return count == 0
    }
  }
}
