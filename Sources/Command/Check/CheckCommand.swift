import WeftKit

/// `weft check`: reads two pages of each source and says what it found and what it could not.
enum CheckCommand {
  static func run(_ invocation: Invocation) async throws -> Int32 {
    var configuration = try Engine.command.configuration(at: invocation.value(of: "config"))
    configuration.sources = try FeedOptions.chosen(invocation.operands, of: configuration)
    let sources = try Engine.command.sources(of: configuration)
    let reports = await withTaskGroup(of: (Int, CheckReport).self) { group in
      for (place, (source, settings)) in zip(sources, configuration.sources).enumerated() {
        group.addTask { (place, await report(source, settings)) }
      }
      var reports: [CheckReport?] = Array(repeating: nil, count: sources.count)
      for await (place, report) in group { reports[place] = report }
      return reports.compactMap(\.self)
    }
    var output = FileWriter(1)
    let isJSON = invocation.value(of: "format") == "json"
    for (place, report) in reports.enumerated() {
      try output.write(isJSON ? report.json : (place == 0 ? "" : "\n") + report.text)
    }
    try output.flush()
    return status(reports)
  }

  /// Reads two pages; a request that fails is not tried again, the person is looking.
  static func report(_ source: FeedSource, _ settings: SourceSettings) async -> CheckReport {
    var report = CheckReport(source: source.name)
    if let documents = source.pages as? DocumentSource {
      report.paging = PagingExplanation.text(documents.style.method, settings)
    }
    var cursor: PageCursor?
    for _ in 0..<2 {
      do throws(SourceFailure) {
        let page = try await source.pages.page(at: cursor)
        report.count(page)
        switch page.following {
        case .next(let next, _):
          cursor = next
          report.next = source.pages.address(of: next)
        case .end(let reason):
          report.next = nil
          report.end = reason
          return report
        }
      } catch {
        report.failure = error
        return report
      }
    }
    return report
  }

  /// By the contract: 1 where a source failed, 2 where each failed before its first item.
  static func status(_ reports: [CheckReport]) -> Int32 {
    let failed = reports.filter { $0.failure != nil }
    if failed.isEmpty { return ExitStatus.done }
    return failed.count == reports.count && failed.allSatisfy { $0.items == 0 }
      ? ExitStatus.nothing : ExitStatus.partial
  }
}
