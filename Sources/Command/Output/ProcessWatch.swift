import Locks
import Glibc

/// Watches for what ends the program from outside: signals, and a reader of standard output that goes away.
///
/// Signals are taken by a waiting thread, not by a handler, so that Ctrl-C works at once whatever the engine does and
/// nothing has to be safe inside a handler.
enum ProcessWatch {
  /// Blocks the signals that the watch takes; to be called before any other thread begins, which inherits this.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    var set = signals
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  private static let tidying = Lock<[@Sendable () -> Void]>([])

  /// What is to be done when a signal ends the process: a server answers what it was asked.
  static func beforeEnd(_ work: @escaping @Sendable () -> Void) { tidying.with { $0.append(work) } }

  /// Waits for a signal and ends the process with 128 and its number; a second one ends it at once, whatever is still to
  /// be done. Runs on the main thread and never returns.
  ///
  /// - Parameter beforeEnd: what must still be written.
  static func waitForSignals(beforeEnd: () -> Void) -> Never {
    var set = signals
    while true {
      var number: Int32 = 0
      guard sigwait(&set, &number) == 0 else { continue }
      endAtSecondSignal()
      for work in tidying.with({ $0 }) { work() }
      beforeEnd()
      endProcess(128 + number)
    }
  }

  private static func endAtSecondSignal() {
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { _ in
        var set = ProcessWatch.signals
        var number: Int32 = 0
        while sigwait(&set, &number) != 0 {}
        endProcess(128 + number)
      }, nil)
  }

  /// Where standard output is a pipe, ends the process quietly as soon as nobody reads it any more: no request is made
  /// for a reader that is gone.
  static func watchStandardOutput() {
    var status = stat()
    guard fstat(1, &status) == 0 else { return }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFIFO || kind == S_IFSOCK else { return }
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { _ in
        // Without any event asked for, poll reports only that the other end is closed.
        var entry = pollfd(fd: 1, events: 0, revents: 0)
        while true {
          entry.revents = 0
          guard poll(&entry, 1, -1) > 0 else { continue }
          if Int32(entry.revents) & POLLERR != 0 { endProcess(ExitStatus.done) }
          if Int32(entry.revents) & (POLLHUP | POLLNVAL) != 0 { return nil }
        }
      }, nil)
    pthread_detach(thread)
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }

  private static var signals: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    // What whoever started the program lets it ignore (nohup), it ignores: the action of a blocked signal stays as it was.
    for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) { sigaddset(&set, number) }
    return set
  }
}
