import Charsets
import Dates
import Regexes
import URIs
public import WeftConfig
import WeftHTTP
public import WeftMerge
public import WeftModel
import WeftPaging

/// The engine with its built-in kinds: from the text of a configuration to a merged feed.
///
///     let engine = Engine()
///     let configuration = try engine.configuration(reading: yaml).configuration
///     for await item in try engine.feed(of: configuration) { print(item.item.title ?? item.item.id) }
public struct Engine: Sendable {
  /// The kinds of source that a configuration may name.
  public let kinds: [any SourceKind]
  /// Carries the requests of all sources.
  public let transport: any Transport
  /// The clock of machines, patience and fetch times.
  public let clock: any EngineClock

  /// An engine.
  ///
  /// - Parameters:
  ///   - kinds: the kinds of source; the built-in ones and a plugin's own.
  ///   - transport: carries requests; `nil`: HTTP with libcurl, without a cache. It opens nothing before the first
  ///     request.
  ///   - userAgent: the `User-Agent` of the built-in transport.
  ///   - clock: a clock of one's own, for tests.
  public init(
    kinds: [any SourceKind] = BuiltInKinds.all, transport: (any Transport)? = nil, userAgent: String = "Weft",
    clock: any EngineClock = SystemClock()
  ) {
    self.kinds = kinds
    self.clock = clock
    self.transport = transport ?? Engine.transport(userAgent: userAgent, clock: clock)
  }

  /// The same engine with further kinds, such as those of plugins.
  public func adding(_ kinds: [any SourceKind]) -> Engine {
    Engine(kinds: self.kinds + kinds, transport: transport, clock: clock)
  }

  /// A reader of configurations that knows the engine's kinds.
  ///
  /// - Parameters:
  ///   - unusableKinds: kinds of plugins that cannot be used, and why, as a clause.
  ///   - environment: the value of an environment variable, for `${NAME}`.
  public func reader(
    unusableKinds: [String: String] = [:], environment: @escaping @Sendable (String) -> String? = { _ in nil }
  ) -> ConfigurationReader {
    ConfigurationReader(
      kinds: kinds, checks: Engine.checks, unusableKinds: unusableKinds, environment: environment)
  }

  /// Reads the text of a configuration.
  ///
  /// - Parameters:
  ///   - file: its name, for messages.
  ///   - environment: the value of an environment variable, for `${NAME}`.
  /// - Throws: all errors that could be found, with line and column.
  public func configuration(
    reading text: String, file: String = "configuration",
    environment: @escaping @Sendable (String) -> String? = { _ in nil }
  ) throws(ConfigurationErrors) -> (configuration: Configuration, warnings: [Diagnostic]) {
    try reader(environment: environment).read(text, file: file)
  }

  /// The sources of a configuration that are enabled, in its order.
  ///
  /// - Throws: `SourceProblem` where the settings of a source do not go together.
  public func sources(of configuration: Configuration) throws(SourceProblem) -> [FeedSource] {
    let context = SourceContext(
      transport: transport, documentKinds: kinds.compactMap { $0 as? any DocumentKind }, clock: clock)
    var sources: [FeedSource] = []
    for settings in configuration.sources where settings.isEnabled {
      guard settings.request.authorization != .netrc else {
        throw SourceProblem(
          source: settings.name, problem: SettingProblem("no .netrc file was read", path: "request.auth.netrc"))
      }
      guard let kind = kinds.first(where: { $0.name == settings.kind }) else {
        throw SourceProblem(
          source: settings.name, problem: SettingProblem("no such kind: \(settings.kind)", path: "kind"))
      }
      do {
        sources.append(source(settings, pages: try kind.makeSource(settings, context: context)))
      } catch {
        throw SourceProblem(source: settings.name, problem: error)
      }
    }
    return sources
  }

  /// The merged feed of a configuration. Nothing is fetched before its first item is wanted.
  ///
  /// - Parameters:
  ///   - place: where an earlier feed of the same configuration stood (see `ResumeCursor`).
  ///   - observer: is told each event in order.
  /// - Throws: `SourceProblem` where the settings of a source do not go together.
  public func feed(
    of configuration: Configuration, resumingAt place: ResumePoint? = nil,
    observer: (@Sendable (FeedEvent) -> Void)? = nil
  ) throws(SourceProblem) -> Feed {
    Feed(
      sources: try sources(of: configuration), settings: configuration.merge, clock: clock, resumingAt: place,
      observer: observer)
  }

  private func source(_ settings: SourceSettings, pages: any PageSource) -> FeedSource {
    FeedSource(
      name: settings.name, title: settings.title, weight: settings.weight, sorted: settings.sorted,
      conditions: settings.conditions, stop: settings.paging.stop, retry: settings.request.retry,
      size: settings.paging.size, host: Origin(of: settings.firstURL ?? settings.url)?.description ?? "", pages: pages)
  }

  /// Checks that need libraries which the configuration does not import.
  private static let checks = ValueChecks(
    pattern: { text in
      do {
        _ = try RegularExpression(text)
        return nil
      } catch {
        return SettingProblem("no regular expression of RE2: \(error)")
      }
    },
    matches: { pattern, text in (try? RegularExpression(pattern))?.matches(in: text) ?? false },
    zone: {
      ZoneTable(named: $0) == nil ? SettingProblem("unknown zone; UTC, Europe/Berlin or +02:00 was expected") : nil
    },
    charset: { Charset(label: $0) == nil ? SettingProblem("unknown charset; a label such as utf-8 was expected") : nil }
  )
}

/// Why the sources of a configuration cannot be made.
public struct SourceProblem: Error, Hashable, Sendable {
  /// The source's name.
  public var source: String
  /// What is wrong with its settings.
  public var problem: SettingProblem
}
