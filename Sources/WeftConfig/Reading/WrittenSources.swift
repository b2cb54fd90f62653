/// The sources of a file as they are written, without a look at what they mean: for programs that list them or hand them
/// on, where no variable may be put in.
public struct WrittenSources: Sendable {
  /// The names, in the order of the file.
  public let names: [String]
  private let texts: [String: [String: String]]

  /// Reads what can be read; a file with errors has the sources that were found in it.
  public init(_ bytes: [UInt8]) {
    var names: [String] = []
    var texts: [String: [String: String]] = [:]
    if let text = try? FileDecoding.decode(bytes), let root = YAMLTree(SourceText(text)).root,
      case .map(let pairs) = root.content, let sources = pairs.first(where: { $0.key == "sources" })?.value,
      case .map(let entries) = sources.content
    {
      for entry in entries {
        names.append(entry.key)
        guard case .map(let keys) = entry.value.content else { continue }
        var own: [String: String] = [:]
        for pair in keys { if let scalar = pair.value.scalar { own[pair.key] = scalar.text } }
        texts[entry.key] = own
      }
    }
    self.names = names
    self.texts = texts
  }

  /// The text behind a key of a source, its variables as `${NAME}`; `nil` where none is written in the source itself.
  public func text(_ key: String, of source: String) -> String? { texts[source]?[key] }
}
