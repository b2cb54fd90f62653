import WeftMerge
import WeftModel

extension Subject {
  /// The merge alone, what it keeps, and its delivery.
  static let merge = Subject(
    name: "merge",
    summary: "items per second through the merge and through Feed, beside a plain heap; memory; one event"
  ) { report in
    memory(&report)
    for (sources, bar) in [(10, 3.0), (100, 2.0), (1_000, 2.0), (10_000, 0.5)] {
      let work = MergeWork(sources: sources)
      let plain = PlainMerge.rate(of: work)
      report.line("\(sources) sources, plain heap", plain, "M items/s")
      for scope in [Scope.all, .source] {
        let isCompared = scope == .all
        let scopeName = scope == .all ? "all sources" : "each source"
        let prepared = work.prepared(scope)
        let preparation = work.secondsOfPreparation(scope)
        report.line(
          "\(sources) sources, pages prepared by those who fetch them, for \(scopeName)",
          Double(work.itemCount) / preparation / 1e6, "M items/s")
        for mode in [MergeSettings.Mode.eco, .smooth] {
          let name = "\(sources) sources, \(mode.rawValue), deduplicated in \(scopeName)"
          let seconds = work.seconds(mode, scope, of: prepared)
          let rate = Double(work.itemCount) / seconds / 1e6
          report.line(
            name, rate, "M items/s",
            ratio: isCompared ? Report.Ratio(value: rate, yardstick: "1 M items/s", bar: bar) : nil)
          report.line(
            name + ", with the preparation", Double(work.itemCount) / (seconds + preparation) / 1e6, "M items/s")
          if isCompared { report.line(name + ", beside the plain heap", rate / plain, "×") }
        }
      }
      for mode in MergeSettings.Mode.allCases {
        let (step, event) = work.eventSeconds(mode)
        report.line("\(sources) sources, \(mode.rawValue), scroll by one and take", step * 1e9, "ns")
        report.line("\(sources) sources, \(mode.rawValue), an event that decides nothing", event * 1e9, "ns")
      }
    }
    let work = MergeWork(sources: 10)
    let seconds = await Measurement.median(of: 3) { await work.deliver() }
    report.line("10 sources through Feed, pages fetched by tasks", Double(work.itemCount) / seconds / 1e6, "M items/s")
    let handedOut = await work.handOut()
    report.line(
      "through Feed, off the main actor", handedOut, "M items/s",
      ratio: Report.Ratio(value: handedOut, yardstick: "1 M items/s", bar: 4))
    let onMain = await work.handOutOnMain()
    report.line(
      "through Feed, on the main actor", onMain, "M items/s",
      ratio: Report.Ratio(value: onMain, yardstick: "1 M items/s", bar: 1))
  }

  private typealias Scope = MergeSettings.Deduplication.Scope

  /// Before anything else, while no memory is free to be used again.
  private static func memory(_ report: inout Report) {
    let work = MergeWork(sources: 10)
    report.line("held for a buffered item, its content apart", work.bytesPerBufferedItem(), "bytes")
    // Its own id within the source, and id and address across sources.
    let kept = work.bytesPerPassedItem() / 3
    report.line(
      "kept for each of the three hashes of an item that was passed", kept, "bytes",
      ratio: Report.Ratio(value: kept, yardstick: "1 byte", bar: 24, isUpperBound: true))
    let held = LongMerge.held(after: [1_000_000, 3_000_000, 10_000_000])
    for held in held {
      let name = "\(held.items / 1_000_000) M items passed"
      report.line("held after \(name), hashes of ids apart", held.bytes / 1e6, "MB")
      report.line("hashes of ids after \(name), for each", held.hashBytes / Double(held.items), "bytes")
    }
  }
}
