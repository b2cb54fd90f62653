import MarkupDocument
import WeftModel
import WeftSources

/// The `fields` of a source of kind feed: XPath in an entry, whose value replaces what the feed's own vocabulary gives.
///
/// The items are read as always; for the fields the document is read a second time, as a tree, and its entries are
/// taken in the same order.
struct FeedFields: Sendable {
  private let mapper: ItemMapper<MarkupSelector>

  /// What is expected of a selector.
  static let expects = "XPath 1.0, relative to the entry"

  /// Compiles the fields; `nil` where there are none.
  ///
  /// - Throws: a problem with the key path of the field.
  init?(_ settings: SourceSettings) throws(SettingProblem) {
    // With `items` a source is never a feed, and its fields are another kind's.
    guard !settings.fields.isEmpty, settings.items == nil else { return nil }
    mapper = try ItemMapper(settings, titlesAreHTML: true) { (text) throws(SettingProblem) in
      try FeedFields.compile(text)
    }
  }

  /// What is wrong with a selector; `nil` where nothing is.
  static func problem(_ text: String) -> SettingProblem? {
    do throws(SettingProblem) {
      _ = try compile(text)
      return nil
    } catch {
      return error
    }
  }

  private static func compile(_ text: String) throws(SettingProblem) -> MarkupSelector {
    let body = text.drop(while: \.isWhitespace)
    guard ["/", "./", "..", "("].contains(where: { body.hasPrefix($0) }) else {
      throw SettingProblem("'\(text)' is no XPath", hint: "such as ./dc:rights or ./media:thumbnail/@url")
    }
    do throws(SelectorSyntaxError) {
      return try MarkupSelector(text, role: .field)
    } catch {
      throw SettingProblem(error.message, offset: error.offset, hint: error.hint)
    }
  }

  /// Replaces fields of the items.
  ///
  /// - Parameter bytes: the document, in UTF-8, from its first `<`.
  /// - Returns: what should be said.
  func replace(in items: inout [Item], of bytes: [UInt8], _ response: Response, zone: String?) -> [SourceWarning] {
    guard !items.isEmpty else { return [] }
    guard let tree = try? MarkupTree.xml(bytes) else { return [FeedFields.unreadable] }
    let entries = tree.elements(named: FeedFields.entryNames)
    // Where the document is broken, two readers may disagree on its entries; a value of another entry would be worse
    // than none.
    guard entries.count == items.count else { return [FeedFields.unreadable] }
    let surroundings = ItemSurroundings(base: response.url, receivedAt: response.receivedAt)
    var notes = MappingNotes()
    let values = EntryValues()
    var replaced = items
    for (index, entry) in entries.enumerated() {
      mapper.replace(in: &replaced[index], surroundings, notes: &notes) {
        values.values(of: $0, in: entry, asHTML: $1)
      }
      // A selector may fail at any entry; then no item is changed, those before it neither.
      if values.hasFailed { return [FeedFields.unreadable] }
    }
    items = replaced
    return notes.warnings(zone: zone)
  }

  private static let entryNames: Set<String> = ["item", "entry"]
  private static let unreadable = SourceWarning(
    code: "fields_left_out",
    text: "the feed is broken, so that `fields` could not be read; the items are the feed's own")
  /// For a JSON Feed, which has no elements.
  static let noXML = SourceWarning(
    code: "fields_left_out", text: "`fields` of kind feed are XPath, and this is a JSON Feed; kind json reads it too")
}

/// What selectors find in entries.
private final class EntryValues {
  /// A selector took too much work.
  private(set) var hasFailed = false

  func values(of selector: MarkupSelector, in entry: MarkupNode, asHTML: Bool) -> [SelectedValue] {
    guard !hasFailed, let matches = try? entry.matches(selector, limit: 1_000) else {
      hasFailed = true
      return []
    }
    return matches.compactMap { match in
      switch match {
      case .text(let text): return text.isEmpty ? nil : SelectedValue(text)
      case .node(let node):
        // HTML in a feed is text (`<![CDATA[<p>…]]>`), or elements.
        let text = !asHTML || !node.isElement ? node.text : node.children.isEmpty ? node.rawText : node.innerMarkup
        return text.isEmpty ? nil : SelectedValue(text)
      }
    }
  }
}
