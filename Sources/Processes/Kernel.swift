import Glibc

/// Calls of the system, as a program's thread needs them.
enum Kernel {
  /// Nanoseconds on a clock that nobody sets.
  static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// Wakes whoever polls an alarm.
  static func ring(_ descriptor: Int32) {
    guard descriptor >= 0 else { return }
    var one: UInt64 = 1
    _ = Glibc.write(descriptor, &one, 8)
  }

  /// Stills an alarm.
  static func drain(_ descriptor: Int32) {
    var count: UInt64 = 0
    _ = Glibc.read(descriptor, &count, 8)
  }

  /// Waits for an alarm.
  static func wait(_ descriptor: Int32) {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&entry, 1, -1) < 0, errno == EINTR {}
  }

  static func explanation(_ number: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(number, &buffer, buffer.count) == 0 else { return "error \(number)" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Writes to a pipe whose reader may be gone. A library cannot ask its program to ignore SIGPIPE, so it is kept from
  /// this thread, and taken where it came.
  static func write(_ descriptor: Int32, _ bytes: [UInt8]) -> Int {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGPIPE)
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &set, &before)
    let count = Glibc.write(descriptor, bytes, bytes.count)
    let failure = errno
    if count < 0, failure == EPIPE {
      var none = timespec(tv_sec: 0, tv_nsec: 0)
      sigtimedwait(&set, nil, &none)
    }
    pthread_sigmask(SIG_SETMASK, &before, nil)
    errno = failure
    return count
  }
}
