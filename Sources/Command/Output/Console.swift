import Locks
import DisplayText
import WeftKit
import Glibc

/// Standard error: messages a line each, and on a terminal lines of progress that go away.
struct Console: Sendable {
  private let state: Lock<State>

  private struct State: Sendable {
    var isTerminal: Bool
    var width: Int
    /// The lines that go away, as they stand there.
    var progress: [String] = []
    /// Messages that wait while something else has the terminal; `nil`: none has.
    var held: [String]?

    var erasing: String {
      guard !progress.isEmpty else { return "" }
      return Console.erasing + String(repeating: "\u{1B}[1A" + Console.erasing, count: progress.count - 1)
    }

    var drawing: String { progress.joined(separator: "\n") }
  }

  /// Standard error as it is.
  static let standardError = Console(Terminal(of: 2))

  init(_ terminal: Terminal) {
    state = Lock(State(isTerminal: terminal.width != nil, width: terminal.width ?? 0))
  }

  /// Prints a message, made harmless line by line; it may have several lines.
  func say(_ message: String) {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(Console.harmless)
    say(rendered: lines.joined(separator: "\n"))
  }

  /// Prints a message that holds no text of the outside world, or holds it harmless already.
  func say(rendered message: String) {
    state.with { state in
      if let held = state.held {
        // Of a flood the first messages tell what is wrong.
        if held.count < 100 { state.held?.append(message) }
        return
      }
      Console.write(state.erasing + message + "\n" + state.drawing)
    }
  }

  /// Messages wait until `release`: a reader draws on the whole terminal.
  func hold() { state.with { $0.held = $0.held ?? [] } }

  /// Says what has waited.
  func release() {
    state.with { state in
      for message in state.held ?? [] { Console.write(message + "\n") }
      state.held = nil
    }
  }

  /// Lines that go away would be seen.
  var isTerminal: Bool { state.with { $0.isTerminal } }

  /// Shows the lines in the place of the last ones; only on a terminal.
  func show(progress: [String]) {
    state.with { state in
      guard state.isTerminal else { return }
      let lines = progress.map { DisplayWidth.cut(TerminalText.clean($0), to: max(1, state.width - 1)) }
      guard state.progress != lines else { return }
      let erasing = state.erasing
      state.progress = lines
      Console.write(erasing + state.drawing)
    }
  }

  /// Takes the lines of progress away, before something else is written on the terminal.
  func endProgress() {
    state.with { state in
      guard !state.progress.isEmpty else { return }
      let erasing = state.erasing
      state.progress = []
      Console.write(erasing)
    }
  }

  /// To the first column, and the line is empty.
  private static let erasing = "\r\u{1B}[K"

  /// One line without control characters; its blanks stay, so that a caret stands under its place.
  private static func harmless(_ line: Substring) -> String {
    let blanks = line.prefix { $0 == " " || $0 == "\t" }
    // Blanks inside a line that a configuration error shows must not be joined: clean the words between them.
    let words = line.dropFirst(blanks.count).split(separator: " ", omittingEmptySubsequences: false)
    return String(repeating: " ", count: blanks.count)
      + words.map { TerminalText.clean(String($0)) }.joined(separator: " ")
  }

  private static func write(_ text: String) {
    // Where standard error is closed there is nobody to tell.
    try? FileWriter.writeAll(Array(text.utf8), to: 2)
  }
}
