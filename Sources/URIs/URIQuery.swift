/// A query as an ordered list of parameters, each kept as written; changing one leaves every other byte alone.
public struct URIQuery: Hashable, Sendable, CustomStringConvertible {
  /// One `name=value`, or a name alone.
  public struct Parameter: Hashable, Sendable {
    /// The name as written, possibly percent-encoded.
    public var rawName: String
    /// The value as written; nil where there is no `=`.
    public var rawValue: String?

    /// The name decoded as form data (`+` is a space).
    public var name: String { URIQuery.decoded(rawName) }
    /// The value decoded as form data; empty where there is none.
    public var value: String { rawValue.map(URIQuery.decoded) ?? "" }

    /// Takes both parts as they shall be written.
    public init(rawName: String, rawValue: String?) {
      self.rawName = rawName
      self.rawValue = rawValue
    }
  }

  /// The parameters in order; empty ones (`a&&b`) included, so that the text comes back unchanged.
  public var parameters: [Parameter]

  /// Splits a query (without its `?`) at `&`, and each part at its first `=`.
  public init(_ query: String) {
    guard !query.isEmpty else {
      parameters = []
      return
    }
    parameters = query.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { part in
      guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else {
        return Parameter(rawName: String(Substring(part)), rawValue: nil)
      }
      let value = part[part.index(after: equals)...]
      return Parameter(rawName: String(Substring(part[..<equals])), rawValue: String(Substring(value)))
    }
  }

  /// The query as text, without `?`.
  public var description: String {
    parameters.map { parameter in
      guard let value = parameter.rawValue else { return parameter.rawName }
      return parameter.rawName + "=" + value
    }.joined(separator: "&")
  }

  /// The decoded value of the first parameter of that name.
  public subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

  /// Gives the first parameter of that name the value, percent-encoded, and drops further ones; appends it where there
  /// is none.
  public mutating func set(_ name: String, to value: String) {
    let encoded = percentEncoded(value)
    guard let first = parameters.firstIndex(where: { $0.name == name }) else {
      parameters.append(Parameter(rawName: percentEncoded(name), rawValue: encoded))
      return
    }
    parameters[first].rawValue = encoded
    let tail = parameters[(first + 1)...].filter { $0.name != name }
    parameters.replaceSubrange((first + 1)..., with: tail)
  }

  /// Drops every parameter of that name.
  public mutating func remove(_ name: String) { parameters.removeAll { $0.name == name } }

  /// The address with the parameter set in its query; path, fragment and other parameters stay as written.
  public static func setting(_ name: String, to value: String, in url: String) -> String {
    var parts = URIReference(url)
    var query = URIQuery(parts.query ?? "")
    query.set(name, to: value)
    parts.query = query.description
    return parts.description
  }

  /// The address without the parameter; the `?` goes with the last one.
  public static func removing(_ name: String, from url: String) -> String { removing(from: url) { $0.name == name } }

  /// The address without the parameters of which the closure says so; the `?` goes with the last one.
  public static func removing(from url: String, where isRemoved: (Parameter) -> Bool) -> String {
    var parts = URIReference(url)
    guard let text = parts.query else { return url }
    var query = URIQuery(text)
    let before = query.parameters.count
    query.parameters.removeAll(where: isRemoved)
    guard query.parameters.count != before else { return url }
    parts.query = query.parameters.isEmpty ? nil : query.description
    return parts.description
  }

  private static func decoded(_ part: String) -> String {
    guard part.utf8.contains(UInt8(ascii: "+")) else { return percentDecoded(part) }
    return percentDecoded(text(part.utf8.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }))
  }
}
