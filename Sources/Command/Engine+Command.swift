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
    let source = try ConfigurationFile.read(path)
    let reader = reader { variables[$0] ?? Environment.value(of: $0) }
    let (configuration, warnings) = try reader.read(source.bytes, file: source.name)
    let color = Terminal(of: 2).hasStyle
    for warning in warnings { Console.standardError.say(rendered: warning.rendered(color: color)) }
    return try FilesOfConfiguration.resolved(configuration, besides: source.name)
  }
}
