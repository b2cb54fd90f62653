import DisplayText
import WeftKit
/// Columns of text, the first ones to the left, numbers to the right.
struct TextTable {
  private var rows: [[String]]
  private let leftColumns: Int

  init(_ head: [String], leftColumns: Int) {
    rows = [head]
    self.leftColumns = leftColumns
  }

  /// Adds a line.
  mutating func append(_ cells: [String]) { rows.append(cells.map(TerminalText.clean)) }

  /// The lines, without line ends and without blanks behind them.
  var lines: [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { column < $0.count ? DisplayWidth.of($0[column]) : 0 }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let blanks = String(repeating: " ", count: widths[column] - DisplayWidth.of(cell))
        return column < leftColumns ? cell + blanks : blanks + cell
      }
      let line = cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}
