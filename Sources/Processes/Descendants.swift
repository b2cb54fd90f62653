import Glibc

/// Processes that a program started and that left its process group (`setsid`, a double fork): they are found by a
/// variable of their environment, which every process inherits.
enum Descendants {
  /// The variable.
  static let variable = "WEFT_PROGRAM"

  /// Kills every process whose mark begins so, until none is found.
  ///
  /// - Parameters:
  ///   - mark: `RUN-NUMBER;` of one program, or `RUN-` of all that this process started.
  ///   - ancestor: a process, perhaps a zombie, that is older than all of them.
  static func kill(marked mark: String, of ancestor: pid_t) {
    let wanted = Array("\(variable)=\(mark)".utf8)
    let begin = startTime(of: ancestor) ?? 0
    // A process that forks while we look may be missed once, not for ever: its parent is gone at the second look. One
    // that was killed is still there until the kernel has come to it.
    for round in 0..<500 {
      let found = processes(holding: wanted, since: begin)
      for process in found.marked { Glibc.kill(process, SIGKILL) }
      if found.marked.isEmpty, !found.isUnsure || round > 20 { return }
      if round > 1 { poll(nil, 0, 2) }
    }
  }

  /// How many processes have such a mark; one that has ended and waits to be reaped has none any more.
  static func count(marked mark: String, of ancestor: pid_t) -> Int {
    processes(holding: Array("\(variable)=\(mark)".utf8), since: startTime(of: ancestor) ?? 0).marked.count
  }

  private static func processes(holding wanted: [UInt8], since begin: UInt64) -> (marked: [pid_t], isUnsure: Bool) {
    guard let folder = opendir("/proc") else { return ([], false) }
    defer { closedir(folder) }
    let own = getpid()
    var result: [pid_t] = []
    var isUnsure = false
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard let process = pid_t(name), process != own, process > 1 else { continue }
      guard let environment = contents("/proc/\(process)/environ") else { continue }
      if environment.isEmpty {
        // In the middle of an exec a process has no environment to be seen; nor has a zombie, which does no harm, or a
        // thread of the kernel, which is older.
        if let time = startTime(of: process), time >= begin, isAlive(process) { isUnsure = true }
      } else if environment.split(separator: 0).contains(where: { $0.starts(with: wanted) }) {
        result.append(process)
      }
    }
    return (result, isUnsure)
  }

  private static func isAlive(_ process: pid_t) -> Bool {
    guard let fields = fieldsOfStatus(process), let state = fields.first else { return false }
    return state != "Z" && state != "X"
  }

  /// When a process began, in ticks since the system did: the 22nd field of `/proc/PID/stat` (proc(5)).
  private static func startTime(of process: pid_t) -> UInt64? {
    guard let fields = fieldsOfStatus(process), fields.count > 19 else { return nil }
    return UInt64(fields[19])
  }

  /// The fields behind the program's name, which may hold anything.
  private static func fieldsOfStatus(_ process: pid_t) -> [Substring]? {
    guard let bytes = contents("/proc/\(process)/stat") else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.lastIndex(of: ")") else { return nil }
    return text[text.index(after: end)...].split(separator: " ")
  }

  /// A file of the kernel's; of the environment of our own processes only: nobody may read another user's. Shells write
  /// the variables in an order of their own, so all are read; the kernel's own limit is 128 KiB each.
  private static func contents(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while bytes.count < 1 << 20 {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return bytes
  }
}
