import Charsets
import WeftKit

/// Reads lists of subscriptions: OPML 1.0, 1.1 and 2.0, in whatever state they are.
///
/// Names of attributes are compared without case (`xmlUrl`, `xmlurl`, `XMLURL` are all found in the wild), bare `&` and
/// other broken markup are mended by the parser.
final class OPMLReader: SAXHandler {
  /// The most entries that a list may have.
  static let mostEntries = 100_000

  /// The feeds, in the order of the list.
  private(set) var subscriptions: [Subscription] = []
  /// Entries that are no feeds.
  private(set) var problems: [SubscriptionProblem] = []
  /// The list has an `opml` or `outline` element.
  private(set) var isOutline = false

  private let lines: OutlineLines
  private var count = 0
  private var open: [Entry] = []

  private struct Entry {
    var title: String
    var line: Int?
    /// It is a feed, or was complained of.
    var isTold: Bool
    var hasChildren = false
  }

  private enum Code { static let other: UInt16 = 0, opml: UInt16 = 1, outline: UInt16 = 2 }

  /// Reads a list.
  ///
  /// - Throws: `SubscriptionProblem` where there is no list at all.
  init(_ bytes: [UInt8]) throws(SubscriptionProblem) {
    let text = decodeText(bytes, form: .xml).utf8
    lines = OutlineLines(text)
    do {
      let repairs = try SAXParser.parse(text, handler: self)
      if repairs.contains(.truncated) { problems.append(SubscriptionProblem(message: "the list breaks off")) }
    } catch {
      switch error {
      case .tooDeep(let limit):
        throw SubscriptionProblem(message: "outlines are nested deeper than \(limit)")
      case .entityExpansion: throw SubscriptionProblem(message: "its entities expand to too much")
      case .noElement: throw SubscriptionProblem(message: "it is no OPML: there is no outline in it")
      }
    }
    guard isOutline else { throw SubscriptionProblem(message: "it is no OPML: there is no outline in it") }
    if count > Self.mostEntries {
      problems.append(
        SubscriptionProblem(message: "only the first \(Self.mostEntries) entries were read, of \(count)"))
    }
  }

  func code(forElement name: String, namespace: String?, prefix: String?) -> UInt16 {
    switch name.lowercased() {
    case "opml": Code.opml
    case "outline": Code.outline
    default: Code.other
    }
  }

  func interruptsText(_ code: UInt16) -> Bool { false }

  func startElement(_ code: UInt16, attributes: borrowing SAXAttributes) -> SAXContent {
    guard code != Code.other else { return .children }
    isOutline = true
    guard code == Code.outline else { return .children }
    if !open.isEmpty { open[open.count - 1].hasChildren = true }
    let line = lines.line(ofOutline: count)
    count += 1
    let title = Self.text(attributes.value(ignoringCase: "title")) ?? Self.text(attributes.value(ignoringCase: "text"))
    var entry = Entry(title: title ?? "", line: line, isTold: false)
    defer { open.append(entry) }
    guard count <= Self.mostEntries else {
      entry.isTold = true
      return .children
    }
    let name = title.map { "\u{201C}\($0)\u{201D}" } ?? "an entry without a title"
    if let address = attributes.value(ignoringCase: "xmlurl").flatMap(Self.address) {
      entry.isTold = true
      subscriptions.append(
        Subscription(
          line: line, folders: open.map(\.title).filter { !$0.isEmpty }, title: title ?? "", address: address,
          template: attributes["weft", "url"].flatMap(Self.address), name: Self.text(attributes["weft", "name"])))
    } else if let address = Self.text(attributes.value(ignoringCase: "url")) {
      entry.isTold = true
      let kind = Self.text(attributes.value(ignoringCase: "type")) ?? "link"
      problems.append(
        SubscriptionProblem(line: line, message: "\(name) is no feed but a \(kind) to \(address); left out"))
    }
    return .children
  }

  func endElement(_ code: UInt16, text: borrowing SAXText) {
    guard code == Code.outline, let entry = open.popLast(), !entry.isTold, !entry.hasChildren else { return }
    let name = entry.title.isEmpty ? "an entry without a title" : "\u{201C}\(entry.title)\u{201D}"
    problems.append(SubscriptionProblem(line: entry.line, message: "\(name) has no xmlUrl; left out"))
  }

  func documentBrokeOff() {}

  /// One line of text without markup, or `nil` where nothing is left. Titles of some readers are escaped twice.
  private static func text(_ written: String?) -> String? {
    guard let written else { return nil }
    let text = TerminalText.clean(HTMLText.decoded(String(written.unicodeScalars.prefix(1_000))))
    return text.isEmpty ? nil : text
  }

  /// An address without blanks at its ends.
  private static func address(_ written: String) -> String? {
    let text = String(written.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    return text.isEmpty ? nil : text
  }
}
