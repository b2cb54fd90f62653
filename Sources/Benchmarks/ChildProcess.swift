import Glibc

/// A program that a benchmark starts.
final class ChildProcess {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// What a program has cost.
  struct Cost {
    var status: Int32
    /// Of the processor, in seconds.
    var seconds: Double
    /// The most memory that it had at once, in bytes.
    var peakBytes: Double
  }

  /// A file of these bytes that has no name, to be read from its beginning and closed by the caller.
  static func file(_ bytes: [UInt8]) throws -> UnsafeMutablePointer<FILE> {
    guard let file = tmpfile() else { throw Failure(description: "no temporary file") }
    fwrite(bytes, 1, bytes.count, file)
    rewind(file)
    return file
  }

  let identifier: pid_t
  private var input: Int32 = -1
  private var output: Int32 = -1

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - input: its standard input, where it is not a pipe.
  ///   - pipesOutput: its standard output can be read; otherwise it is thrown away.
  ///   - environment: its variables; `nil`: ours.
  init(
    _ words: [String], input file: Int32? = nil, pipesInput: Bool = false, pipesOutput: Bool = false,
    environment: [String]? = nil
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var toChild: [Int32] = [-1, -1]
    var fromChild: [Int32] = [-1, -1]
    if pipesInput { _ = pipe(&toChild) }
    if pipesOutput { _ = pipe(&fromChild) }
    // Our ends are not for the program: it would keep its own input open.
    for end in [toChild[1], fromChild[0]] where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    if let file { posix_spawn_file_actions_adddup2(&actions, file, 0) }
    if pipesInput { posix_spawn_file_actions_adddup2(&actions, toChild[0], 0) }
    if pipesOutput {
      posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
    } else {
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    }
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = (environment ?? []).map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var child: pid_t = 0
    let result =
      environment == nil
      ? posix_spawnp(&child, words[0], &actions, nil, &arguments, environ)
      : posix_spawnp(&child, words[0], &actions, nil, &arguments, &variables)
    if pipesInput { close(toChild[0]) }
    if pipesOutput { close(fromChild[1]) }
    guard result == 0 else {
      close(toChild[1])
      close(fromChild[0])
      throw Failure(description: "\(words[0]) does not start")
    }
    identifier = child
    input = toChild[1]
    output = fromChild[0]
  }

  /// The next line of its output, without its end.
  func readLine() -> String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while read(output, &byte, 1) == 1, byte != 0x0A { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads its output to the end and counts the lines.
  func countLines() -> Int {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var lines = 0
    while case let count = read(output, &chunk, chunk.count), count > 0 {
      lines += chunk[..<count].count { $0 == 0x0A }
    }
    return lines
  }

  /// How many descriptors it has open now; 0 where it has ended.
  var openDescriptors: Int {
    guard let folder = opendir("/proc/\(identifier)/fd") else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    return max(0, count - 2)
  }

  /// It has ended; `finish` does not wait.
  var hasEnded: Bool {
    var information = siginfo_t()
    return waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT) == 0
      && information.si_signo == SIGCHLD
  }

  /// Closes its input, waits for its end and says what it has cost.
  func finish() -> Cost {
    if input >= 0 { close(input) }
    input = -1
    var status: Int32 = 0
    var usage = rusage()
    wait4(identifier, &status, 0, &usage)
    if output >= 0 { close(output) }
    output = -1
    return Cost(
      status: status,
      seconds: ChildProcess.seconds(usage.ru_utime) + ChildProcess.seconds(usage.ru_stime),
      peakBytes: Double(usage.ru_maxrss) * 1_024)
  }

  /// What this process has spent of the processor, in seconds, in all its threads.
  static func ownSeconds() -> Double {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
}
