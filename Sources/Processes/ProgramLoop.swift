import Locks
internal import CSpawn
import Glibc
import WeftModel

/// The thread of one program: starts it, carries bytes both ways, ends it and reaps it.
///
/// The thread keeps the loop alive until the program has ended; the kernel kills the program when the thread does.
final class ProgramLoop: Sendable {
  private struct State {
    /// What was sent; the first `written` bytes are with the program.
    var pending: [UInt8] = []
    var written = 0
    var isInputClosed = false
    var hasEnded = false
    var leftBehind = 0
    /// When the group is killed; `nil`: nobody asked for its end.
    var deadline: UInt64?
    var isToldToEnd = false
    /// An eventfd that wakes the thread; -1 before it runs and after.
    var alarm: Int32 = -1
  }

  private let call: ProgramCall
  private let receive: @Sendable (RunningProgram.Event) -> Void
  private let state = Lock(State())
  private let mark: String

  /// The programs that run: their process groups.
  private static let groups = Lock<Set<pid_t>>([])
  private static let count = Lock(0)
  /// Marks what this process started. A process number would be another's in another namespace, or at another time.
  private static let run = String(UInt64.random(in: .min ... .max), radix: 36)

  init(_ call: ProgramCall, _ receive: @escaping @Sendable (RunningProgram.Event) -> Void) {
    self.call = call
    self.receive = receive
    let number = ProgramLoop.count.with { count in
      count += 1
      return count
    }
    mark = "\(ProgramLoop.run)-\(number);"
  }

  // MARK: from any thread

  /// Starts the thread and, on it, the program; returns when the program runs.
  func start() throws(ProgramStartFailure) {
    let outcome = Lock<Result<Void, ProgramStartFailure>?>(nil)
    let started = weft_alarm()
    guard started >= 0 else { throw ProgramStartFailure("no more descriptors to start a program", isTransient: true) }
    defer { close(started) }
    let body = ThreadBody { [self] in
      run { result in
        outcome.with { $0 = result }
        Kernel.ring(started)
      }
    }
    var thread = pthread_t()
    let context = Unmanaged.passRetained(body)
    let status = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().work()
        return nil
      }, context.toOpaque())
    guard status == 0 else {
      context.release()
      throw ProgramStartFailure("no more threads to start a program", isTransient: true)
    }
    pthread_detach(thread)
    Kernel.wait(started)
    guard let result = outcome.with({ $0 }) else { throw ProgramStartFailure("the program was not started") }
    try result.get()
  }

  func send(_ bytes: [UInt8], limit: Int = RunningProgram.pendingLimit) -> Bool {
    state.with { state in
      guard !state.hasEnded, !state.isInputClosed, state.pending.count - state.written <= limit - bytes.count
      else { return false }
      state.pending += bytes
      Kernel.ring(state.alarm)
      return true
    }
  }

  var leftBehind: Int { state.with(\.leftBehind) }

  func closeInput() {
    state.with { state in
      state.isInputClosed = true
      Kernel.ring(state.alarm)
    }
  }

  func terminate(grace: Duration) {
    let nanoseconds = max(0, grace.components.seconds &* 1_000_000_000 &+ grace.components.attoseconds / 1_000_000_000)
    state.with { state in
      guard !state.hasEnded else { return }
      state.deadline = min(state.deadline ?? .max, Kernel.now() &+ UInt64(nanoseconds))
      Kernel.ring(state.alarm)
    }
  }

  static func killAll() {
    let running = groups.with { $0 }
    guard !running.isEmpty else { return }
    for group in running { kill(-group, SIGKILL) }
    Descendants.kill(marked: run + "-", of: getpid())
  }

  // MARK: on the thread

  private func run(_ started: (Result<Void, ProgramStartFailure>) -> Void) {
    let alarm = weft_alarm()
    guard alarm >= 0 else {
      return started(.failure(ProgramStartFailure("no more descriptors to start a program", isTransient: true)))
    }
    let child: weft_child
    do throws(ProgramStartFailure) {
      child = try ProgramLoop.spawn(call, mark: mark)
    } catch {
      close(alarm)
      return started(.failure(error))
    }
    _ = ProgramLoop.groups.with { $0.insert(child.pid) }
    state.with { $0.alarm = alarm }
    started(.success(()))
    carry(child, alarm: alarm)
    let end = finish(child)
    state.with { state in
      state.hasEnded = true
      state.alarm = -1
      state.pending = []
      state.written = 0
    }
    // Whoever hears of the end finds nothing open any more.
    close(alarm)
    receive(.end(end))
  }

  /// Carries bytes until the program has ended.
  private func carry(_ child: weft_child, alarm: Int32) {
    var input = child.input
    var output = child.output
    var errors = child.errors
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    defer { for descriptor in [input, output, errors] where descriptor >= 0 { close(descriptor) } }
    while true {
      let (wantsToWrite, timeout) = state.with { state -> (Bool, Int32) in
        if state.isInputClosed, state.pending.isEmpty, input >= 0 {
          close(input)
          input = -1
        }
        return (!state.pending.isEmpty, ProgramLoop.end(child, &state))
      }
      var entries = [
        // A descriptor below 0 is passed over.
        pollfd(fd: alarm, events: Int16(POLLIN), revents: 0),
        pollfd(fd: child.process, events: Int16(POLLIN), revents: 0),
        pollfd(fd: output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wantsToWrite ? input : -1, events: Int16(POLLOUT), revents: 0),
      ]
      // Where the kernel gives no descriptor for a process, it is asked again and again.
      let limit: Int32 = child.process >= 0 ? timeout : timeout < 0 ? 20 : min(timeout, 20)
      let ready = poll(&entries, nfds_t(entries.count), limit)
      if ready < 0, errno != EINTR { break }
      if entries[0].revents != 0 { Kernel.drain(alarm) }
      if entries[2].revents != 0, !read(&output, &buffer, RunningProgram.Event.output) { output = -1 }
      if entries[3].revents != 0, !read(&errors, &buffer, RunningProgram.Event.errorOutput) { errors = -1 }
      if entries[4].revents != 0, !write(input) {
        close(input)
        input = -1
        state.with { state in
          state.isInputClosed = true
          state.pending = []
          state.written = 0
        }
      }
      if ProgramLoop.hasEnded(child) { break }
    }
    // The program is a zombie now, so its number is nobody else's: what is left of its group is its own.
    let left = Descendants.count(marked: mark, of: child.pid)
    state.with { $0.leftBehind = left }
    kill(-child.pid, SIGKILL)
    Descendants.kill(marked: mark, of: child.pid)
    // Everything that held the pipes is gone; what it wrote is still in them.
    for _ in 0..<256 {
      guard output >= 0, read(&output, &buffer, RunningProgram.Event.output) else { break }
    }
    for _ in 0..<256 {
      guard errors >= 0, read(&errors, &buffer, RunningProgram.Event.errorOutput) else { break }
    }
  }

  /// Kills the program where its time is up.
  ///
  /// - Returns: how many milliseconds are left; -1: nobody asked for its end.
  private static func end(_ child: weft_child, _ state: inout State) -> Int32 {
    guard let deadline = state.deadline else { return -1 }
    let now = Kernel.now()
    if now >= deadline {
      kill(-child.pid, SIGKILL)
      // Should it be in the kernel for long, it is looked at again.
      return 100
    }
    if !state.isToldToEnd {
      state.isToldToEnd = true
      kill(-child.pid, SIGTERM)
    }
    return Int32(min((deadline - now) / 1_000_000 + 1, 60_000))
  }

  /// Reads what is there and tells it.
  ///
  /// - Returns: `false` at the end of the stream.
  private func read(
    _ descriptor: inout Int32, _ buffer: inout [UInt8], _ event: ([UInt8]) -> RunningProgram.Event
  ) -> Bool {
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    if count > 0 {
      receive(event(Array(buffer[..<count])))
      return true
    }
    if count < 0, errno == EAGAIN || errno == EINTR { return true }
    close(descriptor)
    descriptor = -1
    return false
  }

  /// Writes what it takes.
  ///
  /// - Returns: `false` where nobody reads any more.
  private func write(_ descriptor: Int32) -> Bool {
    let bytes = state.with { Array($0.pending[$0.written...].prefix(1 << 16)) }
    guard !bytes.isEmpty else { return true }
    let count = Kernel.write(descriptor, bytes)
    if count < 0 { return errno == EAGAIN || errno == EINTR }
    state.with { state in
      state.written += count
      guard state.written == state.pending.count || state.written > 1 << 20 else { return }
      state.pending.removeFirst(state.written)
      state.written = 0
    }
    return true
  }

  /// The program has ended; it is not reaped, so its number stays its own.
  private static func hasEnded(_ child: weft_child) -> Bool {
    var information = siginfo_t()
    let status = waitid(P_PID, id_t(child.pid), &information, WEXITED | WNOHANG | WNOWAIT)
    return status != 0 && errno == ECHILD || status == 0 && information.si_signo == SIGCHLD
  }

  private func finish(_ child: weft_child) -> ProgramEnd {
    var status: Int32 = 0
    while waitpid(child.pid, &status, 0) < 0, errno == EINTR {}
    _ = ProgramLoop.groups.with { $0.remove(child.pid) }
    if child.process >= 0 { close(child.process) }
    return ProgramEnd(waitStatus: status)
  }
}

/// What a thread does.
private final class ThreadBody: Sendable {
  let work: @Sendable () -> Void

  init(_ work: @escaping @Sendable () -> Void) { self.work = work }
}
