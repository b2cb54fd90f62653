import WeftKit

/// The engine, as the commands use it.
extension Engine {
  /// The engine of this process; it opens nothing before the first request.
  static let command = Engine(userAgent: userAgent)

  /// How the command calls itself; `request.contact` of a configuration adds an address.
  static let userAgent = "Weft/\(Version.text)"

  /// The kinds that read documents.
  var documentKinds: [any DocumentKind] { kinds.compactMap { $0 as? any DocumentKind } }

  /// Finds, reads and checks a configuration, and says its warnings.
  ///
  /// - Parameter variables: environment variables that it sees before the process's own.
  func configuration(at path: String?, variables: [String: String] = [:]) throws -> Configuration {
    try read(at: path, variables: variables).configuration
  }

  /// Finds, reads and checks a configuration, and says its warnings; the kinds are those of its plugins and of the
  /// installed ones, of which no program is started.
  func read(
    at path: String?, variables: [String: String] = [:]
  ) throws -> (configuration: Configuration, plugins: [PluginKind]) {
    let source = try ConfigurationFile.read(path)
    let environment: @Sendable (String) -> String? = { variables[$0] ?? Environment.value(of: $0) }
    let catalog = PluginCatalog(for: source, engine: self, reader: reader(environment: environment))
    let color = Terminal(of: 2).hasStyle
    for warning in catalog.warnings { Console.standardError.say(rendered: warning.rendered(color: color)) }
    let reader = adding(catalog.kinds).reader(unusableKinds: catalog.unusable, environment: environment)
    let configuration: Configuration
    do throws(ConfigurationErrors) {
      let (read, warnings) = try reader.read(source.bytes, file: source.name)
      guard catalog.errors.isEmpty else { throw ConfigurationErrors(warnings) }
      for warning in warnings { Console.standardError.say(rendered: warning.rendered(color: color)) }
      configuration = read
    } catch {
      throw ConfigurationErrors(catalog.errors + error.diagnostics)
    }
    return (try FilesOfConfiguration.resolved(configuration, besides: source.name), catalog.kinds)
  }
}
