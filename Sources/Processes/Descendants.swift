import Glibc

/// Processes that a program started and that left its process group (`setsid`, a double fork): they are found by a
/// variable of their environment, which every process inherits.
enum Descendants {
  /// The variable.
  static let variable = "WEFT_PROGRAM"

  /// Kills every process whose mark begins so, until none is found.
  ///
  /// - Parameter mark: `PID-NUMBER;` of one program, or `PID-` of all that this process started.
  static func kill(marked mark: String) {
    let wanted = Array("\(variable)=\(mark)".utf8)
    // A process that forks while we look may be missed once, not for ever: its parent is gone at the second look. One
    // that was killed is still there until the kernel has come to it.
    for round in 0..<500 {
      let found = processes(holding: wanted)
      if found.isEmpty { return }
      for process in found { Glibc.kill(process, SIGKILL) }
      if round > 1 { poll(nil, 0, 2) }
    }
  }

  private static func processes(holding wanted: [UInt8]) -> [pid_t] {
    guard let folder = opendir("/proc") else { return [] }
    defer { closedir(folder) }
    let own = getpid()
    var result: [pid_t] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard let process = pid_t(name), process != own, process > 1 else { continue }
      if environment(of: process, holds: wanted) { result.append(process) }
    }
    return result
  }

  /// Reads `/proc/PID/environ`, of our own processes only: the kernel lets nobody read another user's. A process that
  /// has ended and waits to be reaped has none any more.
  private static func environment(of process: pid_t, holds wanted: [UInt8]) -> Bool {
    let descriptor = open("/proc/\(process)/environ", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    // Shells write the variables in an order of their own, so all are looked at; the kernel's own limit is 128 KiB each.
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while bytes.count < 1 << 20 {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return bytes.split(separator: 0).contains { $0.starts(with: wanted) }
  }
}
