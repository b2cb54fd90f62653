import Feeds
import WeftMerge
import WeftModel
import WeftSources

/// The engine, as the commands use it.
enum Engine {
  /// The kinds of source that are there.
  static var kinds: [any SourceKind] { documentKinds }

  /// The kinds that read documents.
  static var documentKinds: [any DocumentKind] { [AutoKind(among: [FeedKind()]), FeedKind()] }

  /// The clock of the engine and of the command.
  static let clock: any EngineClock = StillClock()

  /// Reads and checks a configuration.
  static func configuration(
    at path: String?, variables: [String: String] = [:]
  ) throws(UsageError) -> Configuration {
    _ = try ConfigurationFile.read(path)
    return Configuration(sources: [])
  }

  /// The merged feed of the configuration.
  static func feed(
    _ configuration: Configuration, observer: @escaping @Sendable (FeedEvent) -> Void
  ) throws(UsageError) -> Feed {
    Feed(sources: [], clock: clock, observer: observer)
  }

  /// The sources of the configuration, each for itself.
  static func sources(_ configuration: Configuration) throws(UsageError) -> [FeedSource] { [] }

  /// How the source is paged, and why.
  static func explanation(of source: DocumentSource) -> String { "\(source.style)" }

  private struct StillClock: EngineClock {
    func now() -> Timestamp { Timestamp(microseconds: 0) }
    func sleep(until deadline: Timestamp) async throws(CancellationError) {}
  }
}
