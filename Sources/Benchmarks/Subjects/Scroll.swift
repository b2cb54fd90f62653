extension Subject {
  private static let seeds = UInt64(1)...24

  /// A simulation on a virtual clock: no sockets, no waiting, the same figures on every machine.
  static let scroll = Subject(
    name: "scroll", summary: "a reader who scrolls through 400 items of ten sources, simulated: requests, stalls, order"
  ) { report in
    report.note(
      "10 sources, rates 1, 1/2, … 1/10, 75 pages of 20; 0.3 to 0.7 s a page; \(ScrollReader.prefetch) items ahead; "
        + "means of \(seeds.count) seeds")
    for health in ScrollWorld.Health.allCases {
      let worlds = seeds.map { ScrollWorld(seed: $0, health: health) }
      for speed in [10.0, 40] {
        report.note("\(health.rawValue), \(Int(speed)) items/s")
        report.note(row("", ["requests", "stalls", "stalled s", "first s", "disorder", "unmarked"]))
        for reader in ScrollReader.allCases {
          let outcomes = worlds.map { reader.read($0, speed: speed) }
          let extra = zip(outcomes, worlds).map { Double($0.requests - $1.fewestRequests) }
          let columns = [
            extra, outcomes.map { Double($0.stalls) }, outcomes.map(\.stallSeconds), outcomes.map(\.firstItem),
            outcomes.map { Double($0.outOfOrder) }, outcomes.map { Double($0.unmarked) },
          ]
          report.note(row(reader.name, columns.map { Report.rounded($0.reduce(0, +) / Double($0.count)) }))
          guard reader == .eco || reader == .smooth else { continue }
          let unmarked = outcomes.map(\.unmarked).max() ?? 0
          report.line(
            "\(health.rawValue), \(Int(speed)) items/s, \(reader.name): out of order and not marked late",
            Double(unmarked),
            "items", ratio: Report.Ratio(value: Double(unmarked), yardstick: "1 item", bar: 0, isUpperBound: true))
          if reader == .smooth, health == .healthy { bounds(speed, extra, outcomes, &report) }
        }
      }
    }
  }

  /// I7: what smooth asks for beyond the fewest; I9: where it promises that nobody waits.
  private static func bounds(
    _ speed: Double, _ extra: [Double], _ outcomes: [ScrollOutcome], _ report: inout Report
  ) {
    let inFlight = Int(speed * 0.7)
    let distance = max(ScrollReader.prefetch, inFlight + 2)
    let size = ScrollWorld.pageSize
    let bound = Double(ScrollWorld.sourceCount * ((distance - 1 + size - 1) / size + 1))
    let most = extra.max() ?? 0
    report.line(
      "smooth, \(Int(speed)) items/s: most requests over the fewest", most, "requests",
      ratio: Report.Ratio(value: most / bound, yardstick: "the bound I7", bar: 1, isUpperBound: true))
    let stalls = Double(outcomes.map(\.stalls).max() ?? 0)
    if size >= inFlight + 2 {
      report.line(
        "smooth, \(Int(speed)) items/s: most stalls", stalls, "stalls",
        ratio: Report.Ratio(value: stalls, yardstick: "1 stall", bar: 0, isUpperBound: true))
    } else {
      report.note(
        "smooth, \(Int(speed)) items/s: pages of \(size) are too small for I9, which needs \(inFlight + 2): no promise")
    }
  }

  private static func row(_ name: String, _ cells: [String]) -> String {
    func padded(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    return name + String(repeating: " ", count: max(0, 18 - name.count)) + cells.map { padded($0, 11) }.joined()
  }
}
