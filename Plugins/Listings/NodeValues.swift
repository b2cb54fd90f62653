import MarkupDocument
import WeftModel

/// What selectors find in the item nodes of one page, as values; keeps what went wrong on the way.
final class NodeValues {
  /// Encodes addresses of a page that is not UTF-8; `nil` in XML.
  private let addresses: PageAddresses?
  /// A selector took too much work, or XPath failed: the page cannot be read.
  private(set) var failure: MarkupError?
  private var tooLarge = 0
  private var budget = NodeValues.maximumText

  /// A single field, in bytes.
  static let maximumField = 1 << 20
  /// All fields of one page together: an item selector such as `div` finds the same text again at every level.
  static let maximumText = 128 << 20

  init(addresses: PageAddresses?) { self.addresses = addresses }

  /// What should be said of the page.
  var warnings: [SourceWarning] {
    guard tooLarge > 0 else { return [] }
    return [
      SourceWarning(
        code: "field_too_large", text: "\(tooLarge) values are larger than \(Self.maximumField >> 20) MiB; left out")
    ]
  }

  /// The values of a selector in an item node, in document order; those that are empty are left out.
  func values(of selector: MarkupSelector, in node: MarkupNode, asHTML: Bool) -> [SelectedValue] {
    guard failure == nil else { return [] }
    do throws(MarkupError) {
      var values: [SelectedValue] = []
      for match in try node.matches(selector) {
        switch match {
        case .text(let text): if !text.isEmpty { values.append(SelectedValue(text)) }
        case .node(let found):
          if let value = value(of: selector, at: found, asHTML: asHTML) { values.append(value) }
        }
      }
      return values
    } catch {
      failure = error
      return []
    }
  }

  /// The first of the values, found without looking for the others where the first match has one.
  func first(of selector: MarkupSelector, in node: MarkupNode, asHTML: Bool) -> SelectedValue? {
    guard failure == nil else { return nil }
    do throws(MarkupError) {
      guard let match = try node.firstMatch(selector) else { return nil }
      switch match {
      case .text(let text): if !text.isEmpty { return SelectedValue(text) }
      case .node(let found): if let value = value(of: selector, at: found, asHTML: asHTML) { return value }
      }
    } catch {
      failure = error
      return nil
    }
    return values(of: selector, in: node, asHTML: asHTML).first
  }

  /// The value at a node that the selector found; `nil` where it is empty.
  func value(of selector: MarkupSelector, at node: MarkupNode, asHTML: Bool) -> SelectedValue? {
    let text: String
    if let name = selector.attributeName {
      guard let value = attribute(name, of: node) else { return nil }
      text = value
    } else if selector.yieldsInnerMarkup || asHTML && node.isElement {
      guard let markup = node.innerMarkup(limit: Self.maximumField) else {
        tooLarge += 1
        return nil
      }
      text = markup
    } else if !node.isElement {
      // XPath named an attribute or a run of text itself.
      text = node.isAttribute ? encoded(node.rawText, node.name) : node.text
    } else {
      text = node.text
    }
    guard !text.isEmpty else { return nil }
    guard text.utf8.count <= Self.maximumField else {
      tooLarge += 1
      return nil
    }
    budget -= text.utf8.count
    if budget < 0 { failure = failure ?? .tooMuchText(limit: Self.maximumText) }
    return SelectedValue(text)
  }

  /// The attribute of the node. An element without `href` inside a link means that link: `h2@href` where the page has
  /// `<a href="…"><h2>`.
  func attribute(_ name: String, of node: MarkupNode) -> String? {
    if let own = node.attribute(name) { return encoded(own, name) }
    guard name == "href" else { return nil }
    var next = node.parent
    while let ancestor = next {
      if ancestor.name == "a" { return ancestor.attribute(name).map { encoded($0, name) } }
      next = ancestor.parent
    }
    return nil
  }

  private func encoded(_ value: String, _ name: String) -> String {
    guard let addresses, name == "href" || name == "src" else { return value }
    return addresses.encoded(value)
  }
}
