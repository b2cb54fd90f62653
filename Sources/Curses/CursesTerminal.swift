internal import CCurses

/// The terminal on standard input and output, taken over by ncursesw: one at a time, used by the thread that made it.
///
/// What ends the process gives the terminal back: `end` from any thread, and a crash by itself.
public struct CursesTerminal: ~Copyable {
  /// How colours are shown.
  public enum Colours: Sendable {
    /// Only bold, dim, reverse and underlined.
    case none
    /// As many as the terminal's description says.
    case described
    /// True colours, whatever the description says: the terminal is known to have them (`COLORTERM`).
    case trueColours
  }

  /// Why a terminal cannot be used.
  public enum Problem: Error, Hashable, Sendable {
    /// The system has no description of it.
    case unknown
    /// Nothing can be placed on it.
    case cannotPlaceCursor
    /// The system gives nothing to wake the reader with.
    case noWake
  }

  /// What woke `wait`.
  public struct Wake: Sendable {
    /// The terminal's size has changed.
    public var isResized = false
    /// The process was asked to stop for a while.
    public var isSuspended = false
    /// It goes on after it was stopped.
    public var isContinued = false
    /// The terminal is gone.
    public var isClosed = false
  }

  /// How many colours there are; 0: none.
  public let colourCount: Int

  /// Takes the terminal over.
  ///
  /// - Parameter name: its name in the system's descriptions (`TERM`).
  public init(name: String, colours: Colours) throws(Problem) {
    guard weft_wake_begin() == 0 else { throw .noWake }
    let wish: Int32 =
      switch colours {
      case .none: 0
      case .described: 1
      case .trueColours: 2
      }
    switch weft_curses_begin(wish, name) {
    case 0: break
    case 2: throw .cannotPlaceCursor
    default: throw .unknown
    }
    colourCount = colours == .none ? 0 : Int(weft_curses_colours())
  }

  /// Gives the terminal back; from any thread, and as often as one likes.
  public static func end() { weft_curses_end() }

  /// Gives the terminal back while the process is stopped, and takes it again.
  public func suspend() { weft_curses_suspend() }

  /// Wakes `wait` from any thread.
  public static func wake() { weft_wake_post() }

  /// Waits for input, a wake or a signal; for `milliseconds` at most where that is not `nil`.
  public func wait(milliseconds: Int?) -> Wake {
    let bits = weft_wake_wait(milliseconds.map { Int32(clamping: $0) } ?? -1)
    return Wake(
      isResized: bits & Int32(WEFT_WOKE_RESIZED) != 0,
      isSuspended: bits & Int32(WEFT_WOKE_SUSPEND) != 0,
      isContinued: bits & Int32(WEFT_WOKE_CONTINUED) != 0, isClosed: bits & (1 << 8) != 0)
  }

  /// Takes the terminal's size as it is now.
  public func resize() { weft_curses_resize() }

  /// Rows and columns.
  public var size: (rows: Int, columns: Int) {
    var rows: Int32 = 0
    var columns: Int32 = 0
    weft_curses_size(&rows, &columns)
    return (Int(rows), Int(columns))
  }

  /// The next input; `nil`: none is there.
  public func read() -> TerminalInput? {
    while true {
      let input = weft_curses_read()
      switch input.kind {
      case WEFT_INPUT_CHARACTER:
        guard let scalar = Unicode.Scalar(UInt32(bitPattern: input.value)) else { continue }
        return scalar == "\u{1B}" ? .key(.escape) : .character(Character(scalar))
      case WEFT_INPUT_KEY where input.value == Int32(WEFT_KEY_PASTE_BEGINS.rawValue): return .paste(begins: true)
      case WEFT_INPUT_KEY where input.value == Int32(WEFT_KEY_PASTE_ENDS.rawValue): return .paste(begins: false)
      case WEFT_INPUT_KEY:
        guard let key = CursesTerminal.key(input.value) else { continue }
        return .key(key)
      case WEFT_INPUT_PRESS: return .press(row: Int(input.row), column: Int(input.column))
      case WEFT_INPUT_WHEEL_UP: return .wheel(isUp: true)
      case WEFT_INPUT_WHEEL_DOWN: return .wheel(isUp: false)
      case WEFT_INPUT_OTHER: continue
      default: return nil
      }
    }
  }

  private static func key(_ code: Int32) -> TerminalKey? {
    switch weft_key(UInt32(bitPattern: code)) {
    case WEFT_KEY_UP: .up
    case WEFT_KEY_DOWN: .down
    case WEFT_KEY_LEFT: .left
    case WEFT_KEY_RIGHT: .right
    case WEFT_KEY_PAGE_UP: .pageUp
    case WEFT_KEY_PAGE_DOWN: .pageDown
    case WEFT_KEY_HOME: .home
    case WEFT_KEY_END: .end
    case WEFT_KEY_ENTER: .enter
    case WEFT_KEY_BACKSPACE: .backspace
    default: nil
    }
  }
}
