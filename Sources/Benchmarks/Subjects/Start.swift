import Glibc

extension Subject {
  /// The time from the start of the program to the first byte of `--version`, beside that of curl.
  static let start = Subject(
    name: "start", summary: "first byte of `weft --version`, beside `curl --version` (medians of 50 runs)"
  ) { report in
    let weft = ChildProcess.weft
    var ours: [Double] = []
    var yardstick: [Double] = []
    // In turns, so that both meet the same load of the machine.
    for round in 0..<51 {
      let first = try timeToFirstByte([weft, "--version"])
      let second = try timeToFirstByte(["curl", "--version"])
      guard round > 0 else { continue }
      ours.append(first)
      yardstick.append(second)
    }
    let median = Measurement.median(ours)
    report.line(
      "weft --version", median * 1_000, "ms",
      ratio: .init(
        value: median / Measurement.median(yardstick), yardstick: "curl --version", bar: 1.3, isUpperBound: true))
  }

  private struct SpawnFailed: Error, CustomStringConvertible {
    var description: String
  }

  /// Starts the program and waits for the first byte of its standard output, then for its end.
  private static func timeToFirstByte(_ words: [String]) throws -> Double {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw SpawnFailed(description: "no pipe") }
    defer { close(ends[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    let start = ContinuousClock.now
    let result = posix_spawnp(&child, words[0], &actions, nil, &arguments, environ)
    close(ends[1])
    guard result == 0 else { throw SpawnFailed(description: "\(words[0]) does not start") }
    var byte: UInt8 = 0
    let count = read(ends[0], &byte, 1)
    let elapsed = ContinuousClock.now - start
    // Read on, so that the child does not meet a closed pipe.
    var rest = [UInt8](repeating: 0, count: 4_096)
    while read(ends[0], &rest, rest.count) > 0 {}
    var status: Int32 = 0
    waitpid(child, &status, 0)
    guard count == 1 else { throw SpawnFailed(description: "\(words.joined(separator: " ")) printed nothing") }
    return Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
  }
}
