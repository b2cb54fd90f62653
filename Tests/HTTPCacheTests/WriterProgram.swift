import Foundation
import Glibc
import Testing

/// The built `cache-writer`, which lies beside the test program.
struct WriterProgram {
  private static let path = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    .appending(path: "cache-writer").path

  private let process: pid_t
  private let output: Int32

  /// Starts it.
  init(_ arguments: [String]) throws {
    var ends: [Int32] = [0, 0]
    let isMade = pipe(&ends) == 0
    try #require(isMade)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    var words: [UnsafeMutablePointer<CChar>?] = ([Self.path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    let result = posix_spawn(&child, Self.path, &actions, nil, &words, environ)
    close(ends[1])
    output = ends[0]
    process = child
    try #require(result == 0, "\(Self.path) does not start")
  }

  /// Runs it to its end and returns the lines that it printed.
  static func run(_ arguments: [String]) throws -> [String] {
    let program = try WriterProgram(arguments)
    let lines = program.lines(.max)
    #expect(program.end() == 0)
    return lines
  }

  /// The next lines, at most so many; fewer where it ends.
  func lines(_ count: Int) -> [String] {
    var lines: [String] = []
    var line: [UInt8] = []
    while lines.count < count {
      var byte: UInt8 = 0
      guard read(output, &byte, 1) == 1 else { break }
      if byte == 0x0A {
        lines.append(String(decoding: line, as: UTF8.self))
        line = []
      } else {
        line.append(byte)
      }
    }
    return lines
  }

  /// Ends it as `kill -9` does, wherever it is.
  func kill() {
    Glibc.kill(process, SIGKILL)
    _ = end()
  }

  /// Waits for its end; the status as `waitpid` gives it.
  func end() -> Int32 {
    close(output)
    var status: Int32 = -1
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }
}
