/// Where the configuration is.
enum ConfigurationFile {
  /// A configuration as text, and what to call it in messages.
  struct Source: Equatable, Sendable {
    /// The path, or `standard input`.
    var name: String
    /// The bytes, as they are.
    var bytes: [UInt8]
  }

  /// Reads the file named, or the first of the usual places.
  static func read(_ path: String?) throws(UsageError) -> Source {
    let chosen = try self.path(path, variable: Environment.value, isThere: InputFile.isThere)
    do {
      return Source(
        name: chosen == "-" ? "standard input" : chosen, bytes: try InputFile.bytes(of: chosen, limit: 16 << 20))
    } catch {
      let isFromVariable = path == nil && Environment.value(of: "WEFT_CONFIG") == chosen
      throw UsageError(error.message + (isFromVariable ? " (named by $WEFT_CONFIG)" : ""))
    }
  }

  /// The path named, or the first that is there of the usual places: `$WEFT_CONFIG`, `./weft.yaml`,
  /// `$XDG_CONFIG_HOME/weft/weft.yaml`. Where `$WEFT_CONFIG` is set, it alone counts.
  ///
  /// - Parameters:
  ///   - variable: gives the value of an environment variable.
  ///   - isThere: says whether there is such a file.
  static func path(
    _ path: String?, variable: (String) -> String?, isThere: (String) -> Bool
  ) throws(UsageError) -> String {
    if let path { return path }
    return try usual(variable, isThere)
  }

  private static func usual(
    _ variable: (String) -> String?, _ isThere: (String) -> Bool
  ) throws(UsageError) -> String {
    func set(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
    if let named = set("WEFT_CONFIG") { return named }
    var places = ["./weft.yaml"]
    if let folder = set("XDG_CONFIG_HOME") ?? set("HOME").map({ $0 + "/.config" }) {
      places.append(folder + "/weft/weft.yaml")
    }
    if let found = places.first(where: isThere) { return found }
    throw UsageError(
      "no configuration: $WEFT_CONFIG is not set, and there is no \(places.joined(separator: " and no "))",
      hint: "weft demo prints one to start with; -c FILE names another")
  }
}
