import Foundation
import Glibc
import Testing

/// A tmux server of a test's own with one window, in which `weft read` runs.
///
/// Nothing sleeps for a fixed time: the test waits until the screen shows what it expects.
final class TmuxScreen {
  /// tmux is there; else the tests of the reader in a terminal are skipped.
  static let isInstalled: Bool = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let isThere = path.split(separator: ":").contains { access($0 + "/tmux", X_OK) == 0 }
    if !isThere { print("tmux is not installed: the tests of weft read in a terminal are skipped") }
    return isThere
  }()

  private let socket: String
  let folder: URL
  /// What the program wrote, byte by byte, as tmux got it.
  private var pipe: URL { folder.appending(path: "raw") }

  /// - Parameters:
  ///   - environment: variables of the reader.
  ///   - shell: the window runs a shell, in which a test starts the reader.
  ///   - settings: further lines of tmux's configuration.
  init(
    _ arguments: [String], environment: [String: String], columns: Int = 100, rows: Int = 24, settings: [String] = []
  ) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "weft-tmux-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    socket = folder.appending(path: "socket").path
    let variables = environment.map { "export \($0.key)='\($0.value)'" }.joined(separator: "\n")
    // A shell of a test's own: what stands on the terminal after the reader is seen in it.
    try Data("PS1='ready> '\nexport TZ=UTC SWIFT_BACKTRACE=enable=no\n\(variables)\n".utf8)
      .write(to: folder.appending(path: "rc"))
    try Data("exec '\(BuiltCommand.path)' \(arguments.joined(separator: " "))\n".utf8)
      .write(to: folder.appending(path: "weft"))
    let config = folder.appending(path: "tmux.conf")
    let lines = [
      "set -g default-terminal screen-256color", "set -g status off", "set -g escape-time 0", "set -g mouse off",
    ]
    try Data((lines + settings).map { $0 + "\n" }.joined().utf8).write(to: config)
    try run(
      "-f", config.path, "new-session", "-d", "-x", String(columns), "-y", String(rows), "bash", "--norc",
      "--noprofile",
      "--rcfile", folder.appending(path: "rc").path, "-i")
    try run("pipe-pane", "-o", "cat >> '\(pipe.path)'")
    try run("send-keys", ". '\(folder.appending(path: "rc").path)'; clear", "Enter")
  }

  deinit {
    _ = try? run("kill-server")
    try? FileManager.default.removeItem(at: folder)
  }

  /// Starts the reader in the shell.
  func start() throws { try send("sh '\(folder.appending(path: "weft").path)'", "Enter") }

  @discardableResult
  private func run(_ arguments: String...) throws -> String { try run(arguments) }

  @discardableResult
  private func run(_ arguments: [String]) throws -> String {
    // A file, not a pipe: the server that the first call starts would keep that open. Foundation's Process waits for a
    // run loop that a test has not.
    let file = folder.appending(path: "answer")
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, file.path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let line = ["env", "-u", "TMUX", "tmux", "-S", socket] + arguments
    var words: [UnsafeMutablePointer<CChar>?] = line.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    // The threads of tests block signals, and programs inherit that.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var child: pid_t = 0
    try #require(posix_spawnp(&child, "env", &actions, &attributes, &words, environ) == 0)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return String(decoding: (try? Data(contentsOf: file)) ?? Data(), as: UTF8.self)
  }

  /// Types: tmux's names of keys, or text.
  func send(_ keys: String...) throws { for key in keys { try run("send-keys", key) } }

  /// Types a key many times.
  func send(_ key: String, times: Int) throws { try run("send-keys", "-N", String(times), key) }

  /// Holds a key down until the screen shows the text.
  func press(_ key: String, until text: String) async throws {
    var seen = try self.text()
    while !seen.contains(text) {
      let before = seen
      try send(key, times: 20)
      seen = try await wait("that \(key) moves it") { $0 != before }
    }
  }

  /// Sends bytes as the terminal itself would, such as those of a mouse.
  func send(bytes: [UInt8]) throws {
    // At once: what follows an escape later is not its sequence any more.
    try run(["send-keys", "-H"] + bytes.map { String($0, radix: 16) })
  }

  /// Presses the first button, or turns the wheel, as terminals report it (SGR); counted from 1.
  func mouse(button: Int = 0, column: Int, row: Int) throws {
    try send(bytes: Array("\u{1B}[<\(button);\(column);\(row)M".utf8))
    if button < 64 { try send(bytes: Array("\u{1B}[<\(button);\(column);\(row)m".utf8)) }
  }

  /// What is in tmux's clipboard.
  func clipboard() throws -> String { try run("show-buffer") }

  /// What is seen, with the sequences for its colours.
  func styled() throws -> String { try run("capture-pane", "-p", "-e") }

  /// Closes the window as a person does.
  func close() throws { try run("kill-pane") }

  func resize(columns: Int, rows: Int) throws {
    try run("resize-window", "-x", String(columns), "-y", String(rows))
  }

  /// What is seen.
  func text() throws -> String { try run("capture-pane", "-p") }

  /// All that was written to the terminal.
  var raw: [UInt8] { (try? Data(contentsOf: pipe)).map { Array($0) } ?? [] }

  /// The reader's process; `nil`: it does not run.
  func process() throws -> pid_t? {
    let shell = try run("display-message", "-p", "#{pane_pid}").split(separator: "\n").first.flatMap { Int($0) }
    guard let shell,
      let children = try? String(contentsOfFile: "/proc/\(shell)/task/\(shell)/children", encoding: .utf8)
    else { return nil }
    return children.split(separator: " ").first.flatMap { pid_t($0) }
  }

  /// Waits until the screen is as expected, for half a minute at most.
  @discardableResult
  func wait(_ what: String = "", until condition: (String) -> Bool) async throws -> String {
    let end = ContinuousClock.now + .seconds(30)
    var seen = ""
    while ContinuousClock.now < end {
      let before = seen
      seen = try text()
      // A screen may be caught in the middle of its drawing: the same twice, it is there.
      if seen == before, condition(seen) { return seen }
      // Asking is a process of its own: the reader gets its share of the time between.
      try await Task.sleep(for: .milliseconds(20))
    }
    Issue.record("the screen does not show \(what):\n\(seen)")
    throw CancellationError()
  }

  /// Waits until the screen shows the text.
  @discardableResult
  func wait(for text: String) async throws -> String { try await wait(text) { $0.contains(text) } }
}
