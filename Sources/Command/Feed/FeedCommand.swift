import WeftKit

/// `weft feed`: the merged feed of a configuration.
enum FeedCommand {
  /// Prints the feed and returns the exit status.
  ///
  /// - Parameter variables: environment variables that the configuration sees before the process's own.
  static func run(
    _ invocation: Invocation, trace: TraceFile, variables: [String: String] = [:]
  ) async throws -> Int32 {
    let began = Engine.command.clock.now()
    // A replay goes by the clock of the run that it repeats.
    let startedAt = try WireOptions(invocation).recordedStart() ?? began
    let options = try FeedOptions(invocation, now: startedAt)
    let (read, plugins) = try Engine.command.read(at: invocation.value(of: "config"), variables: variables)
    let configuration = try options.applied(to: read)
    guard !configuration.sources.isEmpty else { throw UsageError("every source of the configuration is disabled") }
    try options.wire.check(configuration, plugins: plugins)
    let place = try options.after.map { try CursorText.place($0, of: configuration, now: startedAt) }
    if let path = options.tracePath { try trace.open(path) }

    let console = Console.standardError
    let observer = FeedObserver(
      sources: configuration.sources.map(\.name), limit: options.limit ?? Int.max, trace: trace, console: console,
      startedAt: began,
      secrets: configuration.sources.reduce(into: []) { $0.formUnion($1.request.secretValues) })
    let engine = try options.wire.engine(for: configuration, startedAt: startedAt).adding(plugins)
    let feed = try engine.feed(of: configuration, resumingAt: place) { observer.note($0) }
    var run = FeedRun(options, configuration: configuration, console: console, startedAt: startedAt)
    let watch = Task { await observer.watchSlowSources(engine.clock) }
    defer { watch.cancel() }
    try await run.print(feed)
    // Nothing is drawn any more when the last lines are written.
    watch.cancel()
    await watch.value
    var ending = await run.ending(feed)
    let statuses = await feed.statuses
    feed.cancel()

    var ledger = observer.ledger
    ledger.note(statuses)
    console.endProgress()
    let status = ledger.exitStatus
    // Where nothing could be done there is no document either.
    ending.degraded = ledger.missing
    if status != ExitStatus.nothing { try run.finish(ending) }
    for line in RunMessages.summary(ledger) { console.say(line) }
    if options.printsStatistics { console.say(ledger.table) }
    return status
  }
}
