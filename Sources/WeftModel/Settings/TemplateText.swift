/// A text in which `{page}`, `{offset}`, `{cursor}` and `{limit}` stand for something; other braces are its own.
public enum TemplateText {
  /// The names, in the order in which messages list them.
  public static let names = ["page", "offset", "cursor", "limit"]

  /// The names that the text holds, each once.
  public static func variables(of text: String) -> [String] { names.filter { text.contains("{\($0)}") } }

  /// The text with the names replaced; a name without a value makes nothing, and replaced text is not looked at again.
  public static func filled(_ text: String, value: (String) -> String?) -> String {
    guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      rest = rest[open...]
      if let name = names.first(where: { rest.hasPrefix("{\($0)}") }) {
        result += value(name) ?? ""
        rest = rest.dropFirst(name.count + 2)
      } else {
        result.append("{")
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }
}
