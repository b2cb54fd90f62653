import WeftKit

/// Where the answers to a run's requests come from and go to: `--refresh`, `--offline`, `--record`, `--replay`.
struct WireOptions: Equatable, Sendable {
  /// How the cache is used.
  var cacheMode = CachingTransport.Mode.normal
  /// The folder of a new recording.
  var record: String?
  /// The folder of the recording that answers.
  var replay: String?

  init() {}

  /// Reads the options.
  init(_ invocation: Invocation) throws(UsageError) {
    let command = invocation.command
    record = invocation.value(of: "record")
    replay = invocation.value(of: "replay")
    let given = ["refresh", "offline"].filter(invocation.has) + (replay == nil ? [] : ["replay"])
    if given.count > 1 {
      throw UsageError("--\(given[0]) and --\(given[1]) cannot stand together", command: command)
    }
    if record != nil, replay != nil {
      throw UsageError("--record and --replay cannot stand together", command: command)
    }
    if invocation.has("refresh") { cacheMode = .refresh }
    if invocation.has("offline") { cacheMode = .offline }
  }

  /// What the recorded run took for now; `nil` where none is replayed.
  func recordedStart() throws(UsageError) -> Timestamp? {
    guard let replay else { return nil }
    do {
      return try ReplayTransport.startedAt(replay)
    } catch {
      throw UsageError(error.message)
    }
  }

  /// Plugins answer pages by themselves: a recording has none of them, and a replay must start no program.
  func check(_ configuration: Configuration, plugins: [PluginKind]) throws(UsageError) {
    guard record != nil || replay != nil else { return }
    let kinds = Set(plugins.map(\.name))
    guard let source = configuration.sources.first(where: { $0.isEnabled && kinds.contains($0.kind) }) else { return }
    if replay != nil {
      throw UsageError(
        "--replay: \(source.name) is read by a plugin, whose pages are in no recording", hint: "--source names others")
    }
    Console.standardError.say("\(source.name): the pages of plugins are not recorded")
  }

  private static func cache(_ folder: String) -> ResponseCache {
    ResponseCache(folder: folder) { Console.standardError.say("weft: \($0.text)") }
  }

  /// The engine of a run with these options.
  ///
  /// - Parameter startedAt: what the run takes for now.
  func engine(for configuration: Configuration, startedAt: Timestamp) throws(UsageError) -> Engine {
    let clock = Engine.command.clock
    let folder = CacheFolder.path(variable: Environment.value)
    if folder == nil, cacheMode == .offline, replay == nil {
      throw UsageError("--offline: neither $XDG_CACHE_HOME nor $HOME says where the cache is")
    }
    do throws(RecordingProblem) {
      if let replay {
        // Answers are fast now; one that kept others waiting for long does so again.
        return Engine(
          transport: try ReplayTransport(folder: replay, patience: configuration.merge.patience / 3, clock: clock),
          clock: clock)
      }
      let transport = Engine.transport(
        userAgent: Engine.userAgent, cache: folder.map { (WireOptions.cache($0), cacheMode) }, clock: clock)
      guard let record else { return Engine(transport: transport, clock: clock) }
      return Engine(
        transport: try RecordingTransport(transport, folder: record, startedAt: startedAt), clock: clock)
    } catch {
      throw UsageError(error.message)
    }
  }
}
