import WeftKit

extension SourceLedger {
  /// The table of `--stats`.
  var table: String {
    var table = TextTable(
      ["source", "state", "why", "pages", "requests", "retries", "cached", "items", "list", "bytes", "time"],
      leftColumns: 3)
    var total = Row(name: "all")
    for row in rows {
      table.append(SourceLedger.cells(row))
      total.pages += row.pages
      total.requests += row.requests
      total.retries += row.retries
      total.cached += row.cached
      total.items += row.items
      total.bytes += row.bytes
      total.time += row.time
    }
    total.state = ""
    if rows.count > 1 { table.append(SourceLedger.cells(total)) }
    return table.lines.joined(separator: "\n")
  }

  private static func cells(_ row: Row) -> [String] {
    let why = row.failure.map { $0.kind.rawValue } ?? (row.isExcluded ? "left out" : row.why)
    let milliseconds = row.time.inMicroseconds / 1_000
    return [
      row.name, row.state, why, "\(row.pages)", "\(row.requests)", "\(row.retries)", "\(row.cached)",
      "\(row.items)",
      row.completeness == .unknown ? "" : row.completeness.rawValue, "\(row.bytes)", "\(milliseconds) ms",
    ]
  }
}
