import WeftKit

/// What `--long` shows of an item below its line.
struct TextDetails {
  /// One line of it.
  struct Line: Equatable {
    var text: String
    /// It is less than the text: authors, tags, the address.
    var isSecondary = false
  }

  /// The columns where there is no terminal, as in help.
  static let columns = 80
  /// The blanks before each line.
  static let indent = 4
  /// So many lines of the text are shown.
  private static let mostLines = 3
  /// So many characters are looked at: enough for three lines of a very wide terminal.
  private static let length = 1_200

  private let item: Item

  init(_ item: Item) { self.item = item }

  /// The lines, wrapped to so many columns: the beginning of the text, who wrote it and its tags, the address whole.
  func lines(columns: Int) -> [Line] {
    let columns = max(20, columns)
    var lines = LineWrap.lines(text, columns: columns, most: Self.mostLines).map { Line(text: $0) }
    let people = item.authors.compactMap { $0.name ?? $0.url }.map(TerminalText.clean).filter { !$0.isEmpty }
    var parts = people.isEmpty ? [] : ["by " + people.joined(separator: ", ")]
    let tags = item.tags.map(TerminalText.clean).filter { !$0.isEmpty }
    if !tags.isEmpty { parts.append(tags.joined(separator: ", ")) }
    lines += LineWrap.lines(parts.joined(separator: " · "), columns: columns, most: 2).map {
      Line(text: $0, isSecondary: true)
    }
    if let url = item.url.map(TerminalText.clean), !url.isEmpty { lines.append(Line(text: url, isSecondary: true)) }
    return lines
  }

  /// The summary, else the beginning of the content; nothing where the line above says all of it.
  private var text: String {
    let markup = [item.summary, item.contentHTML].compactMap { $0 }
    let texts =
      markup.prefix(1).map { PlainText.beginning(of: $0, length: Self.length) }
      + [item.contentText.map { PlainText.cut($0, to: Self.length) }].compactMap { $0 }
      + markup.dropFirst().map { PlainText.beginning(of: $0, length: Self.length) }
    let first = texts.map(TerminalText.clean).first { !$0.isEmpty } ?? ""
    return first == TextFormat.title(of: item) ? "" : first
  }
}
