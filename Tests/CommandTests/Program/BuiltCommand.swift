import Dispatch
import Foundation
import Glibc
import Testing

/// The built `weft`, which lies beside the test program.
struct BuiltCommand: Sendable {
  /// What a run printed and how it ended.
  struct Outcome: Equatable {
    var output: String
    var errors: String
    /// The exit status; 128 and the signal's number where a signal ended it.
    var status: Int32
  }

  /// Where standard output goes.
  enum Output {
    /// Into a file that is read at the end.
    case collected
    /// Into a pipe that nobody reads.
    case closedPipe
    /// To this path.
    case path(String)
    /// Nowhere: the descriptor is closed.
    case closed
  }

  var arguments: [String]
  var input: String = ""
  var output = Output.collected
  /// Beside `PATH`, nothing is inherited: a configuration of the person who runs the tests must not be found.
  var environment: [String: String] = [:]
  /// A signal that is ignored when it starts, as `nohup` has it: `HUP`.
  var ignoredSignal: String?
  /// The working folder.
  var folder: String?
  /// How long it may run before it is taken for hanging.
  var seconds = 60.0

  init(_ arguments: String...) { self.arguments = arguments }

  static let path = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    .appending(path: "weft").path

  /// Runs it to its end.
  func run() throws -> Outcome { try start().finish() }

  /// Starts it.
  func start() throws -> RunningCommand {
    let place = FileManager.default.temporaryDirectory.appending(path: "weft-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try Data(input.utf8).write(to: place.appending(path: "in"))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, place.appending(path: "in").path, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, place.appending(path: "err").path, O_WRONLY | O_CREAT, 0o600)
    var closing: [Int32] = []
    switch output {
    case .collected:
      posix_spawn_file_actions_addopen(&actions, 1, place.appending(path: "out").path, O_WRONLY | O_CREAT, 0o600)
    case .closed: posix_spawn_file_actions_addclose(&actions, 1)
    case .path(let path): posix_spawn_file_actions_addopen(&actions, 1, path, O_WRONLY, 0)
    case .closedPipe:
      var ends: [Int32] = [0, 0]
      #expect(pipe(&ends) == 0)
      close(ends[0])
      posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
      closing = [ends[1]]
    }
    // env(1) changes the folder and becomes the command: the call that would do it is not visible from Swift.
    let ignoring = ignoredSignal.map { ["--ignore-signal=\($0)"] } ?? []
    let line = ["env", "-C", folder ?? place.path] + ignoring + [Self.path] + arguments
    var words: [UnsafeMutablePointer<CChar>?] = line.map { strdup($0) } + [nil]
    let inherited = ["PATH", "LD_LIBRARY_PATH", "TSAN_OPTIONS", "ASAN_OPTIONS", "LSAN_OPTIONS"].compactMap { name in
      ProcessInfo.processInfo.environment[name].map { "\(name)=\($0)" }
    }
    let settings = inherited + environment.map { "\($0.key)=\($0.value)" }
    var variables: [UnsafeMutablePointer<CChar>?] = settings.map { strdup($0) } + [nil]
    defer { for word in words + variables { free(word) } }
    var child: pid_t = 0
    let result = posix_spawnp(&child, "env", &actions, nil, &words, &variables)
    for descriptor in closing { close(descriptor) }
    try #require(result == 0, "\(Self.path) does not start")
    return RunningCommand(process: child, place: place, seconds: seconds)
  }
}

/// A started `weft`.
struct RunningCommand {
  let process: pid_t
  fileprivate let place: URL
  private let watchdog: DispatchWorkItem

  fileprivate init(process: pid_t, place: URL, seconds: Double) {
    self.process = process
    self.place = place
    // A command that hangs fails its test (status 137) instead of holding up all of them.
    watchdog = DispatchWorkItem { kill(process, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: watchdog)
  }

  /// It has ended, and nobody has waited for it yet.
  private var isOver: Bool {
    let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return state?.contains(") Z ") ?? true
  }

  /// Sends it a signal.
  func signal(_ number: Int32) { kill(process, number) }

  /// Waits until the condition holds of what it has printed so far.
  func waitForOutput(_ condition: (String) -> Bool) async throws {
    let file = place.appending(path: "out")
    while true {
      let text = String(decoding: (try? Data(contentsOf: file)) ?? Data(), as: UTF8.self)
      if condition(text) { return }
      try #require(!isOver, "it ended before")
      await Task.yield()
    }
  }

  /// Waits until the condition holds of what it has said on standard error, and gives that.
  func waitForErrors(_ condition: (String) -> Bool) async throws -> String {
    let file = place.appending(path: "err")
    while true {
      let text = String(decoding: (try? Data(contentsOf: file)) ?? Data(), as: UTF8.self)
      if condition(text) { return text }
      try #require(!isOver, "it ended before: \(text)")
      await Task.yield()
    }
  }

  /// Waits for its end.
  func finish() throws -> BuiltCommand.Outcome {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    watchdog.cancel()
    defer { try? FileManager.default.removeItem(at: place) }
    func text(_ name: String) -> String {
      String(decoding: (try? Data(contentsOf: place.appending(path: name))) ?? Data(), as: UTF8.self)
    }
    let signal = status & 0x7F
    return BuiltCommand.Outcome(
      output: text("out"), errors: text("err"), status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
  }
}
