internal import CCurses
import Glibc

/// How text looks.
public struct TextLook: Hashable, Sendable {
  /// It is bold, or bright.
  public var isBold = false
  /// It is fainter than other text.
  public var isDim = false
  /// Its colours are exchanged.
  public var isReverse = false
  /// It is underlined.
  public var isUnderlined = false
  /// The number of a pair that was defined; 0: the terminal's own colours.
  public var pair = 0

  /// Plain.
  public init() {}

  var bits: Int32 {
    (isBold ? Int32(WEFT_STYLE_BOLD) : 0) | (isDim ? Int32(WEFT_STYLE_DIM) : 0)
      | (isReverse ? Int32(WEFT_STYLE_REVERSE) : 0)
      | (isUnderlined ? Int32(WEFT_STYLE_UNDERLINE) : 0)
  }
}

extension CursesTerminal {
  /// Makes the pair with the number a colour on the terminal's own background.
  public func define(pair: Int, colour: Int) { weft_curses_define(Int32(clamping: pair), Int32(clamping: colour)) }

  /// Empties a row.
  public func clear(row: Int) { weft_curses_clear_row(Int32(clamping: row)) }

  /// What stands on the terminal is not trusted any more: all of it is drawn again.
  public func distrust() { weft_curses_clear_all() }

  /// Draws text from a place on. A scalar that the C library takes for a control character is not drawn.
  public func draw(_ text: String, row: Int, column: Int, look: TextLook) {
    let characters = text.unicodeScalars.map { scalar in
      wchar_t(bitPattern: scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) ? 0xFFFD : scalar.value)
    }
    weft_curses_draw(
      Int32(clamping: row), Int32(clamping: column), characters, Int32(clamping: characters.count), look.bits,
      Int32(clamping: look.pair))
  }

  /// The columns that the C library counts for a scalar; `nil`: it does not know it.
  public static func columns(of scalar: Unicode.Scalar) -> Int? {
    let width = weft_columns_of(wchar_t(bitPattern: scalar.value))
    return width < 0 ? nil : Int(width)
  }

  /// Shows what was drawn. `cursor`: where it stands, in row and column; `nil`: it is hidden.
  public func show(cursor: (row: Int, column: Int)? = nil) {
    weft_curses_show(Int32(clamping: cursor?.row ?? 0), Int32(clamping: cursor?.column ?? -1))
  }

  /// Sends bytes that the terminal obeys and that move nothing on it.
  public func send(_ bytes: String) {
    var bytes = bytes
    bytes.withUTF8 { buffer in
      buffer.withMemoryRebound(to: CChar.self) { weft_curses_send($0.baseAddress, Int32(clamping: $0.count)) }
    }
  }
}

/// Programs that show something elsewhere.
public enum DetachedProgram {
  /// Starts a program without a shell, in a session of its own and without our terminal; it is not waited for.
  ///
  /// - Returns: the system's error number; `nil`: it runs.
  public static func start(_ arguments: [String]) -> Int32? {
    guard !arguments.isEmpty, !arguments.contains(where: { $0.utf8.contains(0) }) else { return 22 }
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    let result = weft_start_program(&words)
    return result == 0 ? nil : result
  }
}
