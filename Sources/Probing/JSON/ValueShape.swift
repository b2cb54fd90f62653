import Dates
import URIs

/// What the values of a member look like.
enum ValueShape {
  /// An absolute web address.
  static func isWebAddress(_ text: String) -> Bool {
    guard text.hasPrefix("http://") || text.hasPrefix("https://"), !text.contains(" ") else { return false }
    return Origin(of: text) != nil
  }

  /// An address relative to the page: a path.
  static func isPath(_ text: String) -> Bool {
    text.utf8.count > 1 && text.utf8.count < 500 && text.hasPrefix("/") && !text.contains(" ")
  }

  /// An address that programs are meant to ask.
  static func isForPrograms(_ address: String) -> Bool {
    let reference = URIReference(address)
    let host = (reference.authority ?? "").lowercased()
    let path = reference.path.lowercased()
    return host.hasPrefix("api.") || path.hasPrefix("/api/") || path.contains("/api/v") || path.hasSuffix(".json")
      || path.contains("/wp-json/")
  }

  /// The address of a picture, by its end.
  static func isPicture(_ address: String) -> Bool {
    let path = URIReference(address).path.lowercased()
    return [".jpg", ".jpeg", ".png", ".gif", ".webp", ".svg", ".avif", ".ico"].contains { path.hasSuffix($0) }
  }

  /// Text with tags, or with tags that are escaped once more.
  static func isMarkup(_ text: String) -> Bool {
    ["<p", "<a ", "<br", "<div", "<img", "<em>", "<i>", "<strong", "<ul", "<span", "&lt;p", "&lt;a ", "</"]
      .contains { text.contains($0) }
  }

  /// A number of seconds or milliseconds since 1970 between 1990 and 2100.
  static func unixUnit(_ text: String) -> DateParser.UnixUnit? {
    let whole = text.prefix { $0 != "." }
    guard !whole.isEmpty, whole.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), whole.utf8.count <= 13,
      text.utf8.count <= 20, let number = Int(whole)
    else { return nil }
    let (earliest, latest) = (631_152_000, 4_102_444_800)
    if (earliest...latest).contains(number) { return .seconds }
    return (earliest * 1_000...latest * 1_000).contains(number) ? .milliseconds : nil
  }

  /// A date that names a day at least, in digits or words.
  static func isDate(_ text: String) -> Bool {
    guard (6...64).contains(text.utf8.count), text.utf8.contains(where: { $0 >= 0x30 && $0 <= 0x39 }),
      unixUnit(text) == nil
    else { return false }
    // A number such as 1394/10/24 may be a day of another calendar.
    return DateParser.parse(text).map { ($0.microseconds / 1_000_000 as Int64) > -1_000_000_000 } ?? false
  }

  /// A word of BCP 47 such as `en` or `pt-BR`.
  static func isLanguage(_ text: String) -> Bool {
    let parts = text.split { $0 == "-" || $0 == "_" }
    guard let first = parts.first, (2...3).contains(first.utf8.count), parts.count <= 3 else { return false }
    return text.utf8.allSatisfy { (0x41...0x5A).contains($0 & 0xDF) || $0 == 0x2D || $0 == 0x5F }
  }
}
