import DisplayText

/// How a piece of a row looks.
struct CellStyle: Hashable, Sendable {
  var isBold = false
  var isDim = false
  var isReverse = false
  var isUnderlined = false
  var tint = Tint.none

  /// What its colour tells.
  enum Tint: Hashable, Sendable {
    case none
    /// Which source it is.
    case source(Int)
    /// Something went wrong.
    case failure
    /// Something to be noticed.
    case notice
  }

  static let plain = CellStyle()
  static let bold = CellStyle(isBold: true)
  static let dim = CellStyle(isDim: true)
  static let bar = CellStyle(isReverse: true)
}

/// One row of the screen: pieces of clean text that together take as many columns as the screen has.
struct ScreenRow: Hashable, Sendable {
  struct Span: Hashable, Sendable {
    var text: String
    var style: CellStyle
  }

  private(set) var spans: [Span] = []
  /// The columns that are taken.
  private(set) var columns = 0
  /// The columns that there are.
  let width: Int

  init(width: Int) { self.width = width }

  /// What stands in the row.
  var text: String { spans.map(\.text).joined() }

  /// Adds clean text, cut where the row or the `limit` of columns ends.
  mutating func add(_ text: String, _ style: CellStyle = .plain, limit: Int = .max) {
    let room = min(width - columns, limit)
    guard room > 0, !text.isEmpty else { return }
    let piece = DisplayWidth.cut(text, to: room)
    columns += DisplayWidth.of(piece)
    spans.append(Span(text: piece, style: style))
  }

  /// Adds clean text and blanks up to so many columns.
  mutating func add(_ text: String, _ style: CellStyle = .plain, padded limit: Int) {
    let end = min(width, columns + max(0, limit))
    add(text, style, limit: limit)
    if end > columns { blanks(end - columns, style) }
  }

  /// Fills the row up.
  mutating func fill(_ style: CellStyle = .plain) { blanks(width - columns, style) }

  /// Every piece looks like this too.
  mutating func overlay(reverse: Bool) {
    for index in spans.indices {
      spans[index].style.isReverse = reverse
      spans[index].style.isDim = false
    }
  }

  /// The same pieces, followed by those of another row.
  mutating func join(_ other: ScreenRow) {
    for span in other.spans { add(span.text, span.style) }
  }

  private mutating func blanks(_ count: Int, _ style: CellStyle) {
    guard count > 0 else { return }
    spans.append(Span(text: String(repeating: " ", count: count), style: style))
    columns += count
  }
}

/// What is seen.
struct Screen: Hashable, Sendable {
  var rows: [ScreenRow]
  /// Where the cursor stands; `nil`: nowhere.
  var cursor: Cursor?

  struct Cursor: Hashable, Sendable {
    var row: Int
    var column: Int
  }

  /// The rows as lines of text, without blanks at their ends.
  var text: String {
    rows.map { row in
      var line = Substring(row.text)
      while line.last == " " { line.removeLast() }
      return String(line)
    }.joined(separator: "\n")
  }
}
