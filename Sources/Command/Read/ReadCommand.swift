import Curses
import Glibc
import TerminalReader
import WeftKit

/// `weft read`: the merged feed in the terminal.
enum ReadCommand {
  static func run(_ invocation: Invocation) async throws -> Int32 {
    let terminal = try terminalName()
    let clock = Engine.command.clock
    let options = try FeedOptions(invocation, now: clock.now())
    let read = try Engine.command.configuration(at: invocation.value(of: "config"))
    var configuration = try options.applied(to: read)
    // Reading ahead is for readers that scroll: the configuration says how far, the option overrides it.
    configuration.merge.prefetch = invocation.value(of: "prefetch") != nil ? options.prefetch : read.merge.prefetch
    configuration.merge.readsAhead = false
    configuration.merge.mode = .smooth
    guard !configuration.sources.isEmpty else { throw UsageError("every source of the configuration is disabled") }
    let engine = try options.wire.engine(for: configuration, startedAt: clock.now())

    var settings = ReaderSettings(
      sources: try engine.sources(of: configuration), merge: configuration.merge, clock: engine.clock,
      configuration: configuration.identity, terminal: terminal)
    settings.storePath = statePath
    // Whoever asks for a patience of their own has it at the start, too.
    if configuration.merge.patience == MergeSettings().patience { settings.firstPatience = .milliseconds(800) }
    do {
      settings.key = try CursorKey.readOrMake()
    } catch {
      settings.notice = "the place cannot be kept: \(error.message)"
    }
    settings.colours = colours
    settings.isInTmux = Environment.value(of: "TMUX") != nil
    settings.browser = Environment.value(of: "BROWSER") ?? ""
    settings.timeOffset = timeOffset
    return try await run(TerminalReader(settings), terminal)
  }

  private static func run(_ reader: TerminalReader, _ terminal: String) async throws -> Int32 {
    let console = Console.standardError
    console.hold()
    defer { console.release() }
    ProcessWatch.beforeEnd {
      reader.finish()
      console.release()
    }
    do {
      if let problem = try await reader.run() { console.say("weft: \(problem)") }
      return ExitStatus.done
    } catch {
      switch error {
      case .unknown: throw UsageError("TERM=\(terminal): the system knows no such terminal")
      case .cannotPlaceCursor: throw UsageError("TERM=\(terminal): nothing can be placed on this terminal")
      case .noWake: throw UsageError("the system gives no more file descriptors")
      }
    }
  }

  /// The terminal's name, where there is one that can be used.
  private static func terminalName() throws(UsageError) -> String {
    guard isatty(0) == 1, isatty(1) == 1 else {
      throw UsageError("read: a terminal was expected on standard input and output", hint: "weft feed prints the feed")
    }
    let name = Environment.value(of: "TERM") ?? ""
    guard !name.isEmpty, name != "dumb" else {
      throw UsageError(
        "read: TERM=\(name) is no terminal on which something can be placed", hint: "weft feed prints the feed")
    }
    return name
  }

  private static var colours: CursesTerminal.Colours {
    if let plain = Environment.value(of: "NO_COLOR"), !plain.isEmpty { return .none }
    let depth = Environment.value(of: "COLORTERM") ?? ""
    return depth == "truecolor" || depth == "24bit" ? .trueColours : .described
  }

  /// Beside the key of the cursors.
  private static var statePath: String? {
    guard let key = CursorKey.path(variable: Environment.value), let slash = key.lastIndex(of: "/") else { return nil }
    return key[..<slash] + "/reader.sqlite"
  }

  /// The seconds by which the person's clocks differ from UTC.
  private static var timeOffset: Int {
    var now = time(nil)
    var local = tm()
    return localtime_r(&now, &local) == nil ? 0 : local.tm_gmtoff
  }
}
