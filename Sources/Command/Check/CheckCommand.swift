import WeftKit

/// `weft check`: reads two pages of each source and says what it found and what it could not.
enum CheckCommand {
  static func run(_ invocation: Invocation) async throws -> Int32 {
    var (configuration, plugins) = try Engine.command.read(at: invocation.value(of: "config"))
    configuration.sources = try FeedOptions.chosen(invocation.operands, of: configuration)
    let sources = try Engine.command.adding(plugins).sources(of: configuration)
    let reports = await withTaskGroup(of: (Int, CheckReport).self) { group in
      for (place, (source, settings)) in zip(sources, configuration.sources.filter(\.isEnabled)).enumerated() {
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
    if settings.request.robots == .ignore {
      report.add(SourceWarning(code: "robots_ignored", text: "robots.txt is not asked (request.robots: ignore)"))
    }
    // The machine itself walks the two pages, so that ends and warnings are those of a run.
    var machine = PaginationStateMachine(
      stop: settings.paging.stop, retry: RetrySettings(times: 0), size: settings.paging.size)
    var previous: [String] = []
    for _ in 0..<2 {
      guard case .fetch(let request) = machine.demand(at: Engine.command.clock.now()) else { break }
      do throws(SourceFailure) {
        let page = try await source.pages.page(at: request.cursor)
        guard case .deliver(let delivery) = machine.received(page, for: request, at: Engine.command.clock.now()) else {
          break
        }
        report.count(delivery.page, warnings: delivery.warnings)
        if report.paging.isEmpty { report.paging = page.pagedBy }
        let ids = page.items.map(\.id)
        if !ids.isEmpty, ids == previous { report.add(pageParameterWarning) }
        previous = ids
      } catch {
        report.failure = error
        return report
      }
    }
    switch machine.state {
    case .loadMore(let cursor): report.next = source.pages.address(of: cursor)
    case .full(let reason): report.end = reason
    case .initial, .fetching, .error: break
    }
    return report
  }

  private static let pageParameterWarning = SourceWarning(
    code: "page_parameter", text: "the page parameter has no effect: the second page is the first one again")

  /// By the contract: 1 where a source failed, 2 where each failed before its first item.
  static func status(_ reports: [CheckReport]) -> Int32 {
    let failed = reports.filter { $0.failure != nil }
    if failed.isEmpty { return ExitStatus.done }
    return failed.count == reports.count && failed.allSatisfy { $0.items == 0 }
      ? ExitStatus.nothing : ExitStatus.partial
  }
}
