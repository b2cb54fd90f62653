internal import CMicroHTTPD
import Glibc
import Locks

/// The end of a daemon, on a thread of its own: libmicrohttpd waits for the threads of all connections, and one of them
/// may hang in its handler.
///
/// `@unchecked`: the daemon's handle is used by that thread only.
final class DaemonEnd: @unchecked Sendable {
  private let daemon: OpaquePointer
  private let core: ServerCore
  private let isOver = Lock(false)

  /// Begins it; what the server retained of its core is released at the end.
  init(_ daemon: OpaquePointer, _ core: ServerCore) {
    self.daemon = daemon
    self.core = core
    var thread = pthread_t()
    let started = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<DaemonEnd>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
    if started == 0 { pthread_detach(thread) } else { Unmanaged.passUnretained(self).release() }
  }

  private func run() {
    MHD_stop_daemon(daemon)
    Unmanaged.passUnretained(core).release()
    isOver.with { $0 = true }
  }

  /// Waits for it, but no longer than that.
  func wait(milliseconds: Int) {
    var waited = 0
    while waited < milliseconds, !isOver.with({ $0 }) {
      usleep(2_000)
      waited += 2
    }
  }
}
