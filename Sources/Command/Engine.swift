import Feeds
import WeftConfig
import WeftHTTP
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
  static let clock: any EngineClock = SystemClock()

  /// Reads and checks a configuration, and says its warnings.
  ///
  /// - Parameter variables: environment variables that it sees before the process's own.
  static func configuration(
    at path: String?, variables: [String: String] = [:]
  ) throws -> Configuration {
    let source = try ConfigurationFile.read(path)
    let reader = ConfigurationReader(kinds: kinds) { variables[$0] ?? Environment.value(of: $0) }
    let color = Terminal(of: 2).hasStyle
    let (configuration, warnings) = try reader.read(source.bytes, file: source.name)
    for warning in warnings { Console.standardError.say(rendered: warning.rendered(color: color)) }
    return configuration
  }

  /// The merged feed of the configuration.
  static func feed(
    _ configuration: Configuration, observer: @escaping @Sendable (FeedEvent) -> Void
  ) throws -> Feed {
    Feed(sources: try sources(configuration), settings: configuration.merge, clock: clock, observer: observer)
  }

  /// The sources of the configuration, each for itself.
  static func sources(_ configuration: Configuration) throws -> [FeedSource] {
    let context = SourceContext(
      transport: CurlTransport(userAgent: "Weft/\(Version.text)"), documentKinds: documentKinds, clock: clock)
    return try configuration.sources.map { settings in
      let kind = kinds.first { $0.name == settings.kind } ?? kinds[0]
      return FeedSource(
        name: settings.name, title: settings.title, weight: settings.weight, sorted: settings.sorted,
        conditions: settings.conditions, stop: settings.paging.stop, retry: settings.request.retry,
        pages: try kind.makeSource(settings, context: context))
    }
  }

  /// How the source is paged, and why.
  static func explanation(of source: DocumentSource) -> String { "\(source.style)" }
}
