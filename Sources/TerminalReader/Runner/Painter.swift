import Curses
import DisplayText

/// Brings screens onto the terminal, only the rows that have changed.
struct Painter {
  private var shown: [ScreenRow] = []
  private let colours: Int

  private enum Pair {
    static let failure = 1
    static let notice = 2
    static let firstSource = 3
  }

  /// Colours that can be told apart on dark and bright grounds, as numbers of the 256 and as red, green, blue.
  private static let palette = [33, 35, 172, 133, 37, 167, 98, 136, 68, 162, 107, 130]
  private static let trueColours = [
    0x2E8FE0, 0x2FA36B, 0xD0882A, 0xB063B8, 0x2AA3A6, 0xD06060, 0x8C6BD8, 0xA8862C, 0x5C86C8, 0xD04A94, 0x7FA04A,
    0xB06A2C,
  ]
  private static let few = [4, 2, 3, 5, 6]
  private static let sixteen = [4, 2, 3, 5, 6, 12, 10, 13, 14, 9]

  init(_ terminal: borrowing CursesTerminal) {
    colours = terminal.colourCount
    guard colours >= 8 else { return }
    let isDirect = colours >= 1 << 24
    terminal.define(pair: Pair.failure, colour: isDirect ? 0xD04040 : colours >= 256 ? 160 : 1)
    terminal.define(pair: Pair.notice, colour: isDirect ? 0xC08A00 : colours >= 256 ? 172 : 3)
    for (index, colour) in sourceColours.enumerated() {
      terminal.define(pair: Pair.firstSource + index, colour: colour)
    }
  }

  private var sourceColours: [Int] {
    switch colours {
    case (1 << 24)...: Self.trueColours
    case 256...: Self.palette
    case 16...: Self.sixteen
    default: Self.few
    }
  }

  /// The next screen is drawn whole.
  mutating func forget() { shown = [] }

  mutating func show(_ screen: Screen, on terminal: borrowing CursesTerminal) {
    for (index, row) in screen.rows.enumerated() where !shown.indices.contains(index) || shown[index] != row {
      terminal.clear(row: index)
      var column = 0
      for span in row.spans {
        terminal.draw(
          Self.isolated(Self.agreed(span.text), column: column), row: index, column: column, look: look(span.style))
        column += DisplayWidth.of(span.text)
      }
    }
    shown = screen.rows
    terminal.show(cursor: screen.cursor.map { ($0.row, $0.column) })
  }

  private func look(_ style: CellStyle) -> TextLook {
    var look = TextLook()
    look.isBold = style.isBold
    look.isDim = style.isDim
    look.isReverse = style.isReverse
    look.isUnderlined = style.isUnderlined
    guard colours >= 8 else { return look }
    switch style.tint {
    case .none: break
    case .failure: look.pair = Pair.failure
    case .notice: look.pair = Pair.notice
    case .source(let index): look.pair = Pair.firstSource + index % sourceColours.count
    }
    return look
  }

  /// The text as a terminal is given it that may turn lines itself (UAX 9).
  ///
  /// Text from right to left is written in its logical order, as other programs do: terminals that know the directions
  /// turn it themselves, and would turn twice what came turned; those that do not know them show all such text alike.
  /// What is isolated cannot draw the columns beside it into its own order. The marks take no column; they are put into
  /// the cells before and at the end, so that nothing can be isolated in the first column, where nothing stands before.
  static func isolated(_ text: String, column: Int) -> String { column > 0 ? Direction.isolated(text) : text }

  /// The text with a mark in the place of each character of which the C library thinks that it takes another number of
  /// columns than we do: else everything behind it would be drawn in the wrong place.
  static func agreed(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    var result = ""
    for character in text {
      let own = DisplayWidth.of(character)
      var theirs: Int? = 0
      for scalar in character.unicodeScalars {
        guard let width = CursesTerminal.columns(of: scalar), let sum = theirs else {
          theirs = nil
          break
        }
        theirs = sum + width
      }
      if theirs == own {
        result.append(character)
      } else if let letters = CellText.letters(ofFlag: character), own == 2 {
        result += letters
      } else {
        result += "\u{FFFD}" + String(repeating: " ", count: max(0, own - 1))
      }
    }
    return result
  }
}
