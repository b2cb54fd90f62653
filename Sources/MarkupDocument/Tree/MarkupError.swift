/// Why a document or a selection failed, by what was wrong.
public enum MarkupError: Error, Hashable, Sendable {
  /// No tree could be made of the bytes: there is no element in them.
  case noElement
  /// Elements are nested deeper than the limit.
  case tooDeep(limit: Int)
  /// The document is larger than libxml2 can address (2 GiB).
  case tooLarge
  /// The items selector found more nodes than a page may have.
  case tooManyItems(limit: Int)
  /// The values of one page are larger, together, than the limit in bytes.
  case tooMuchText(limit: Int)
  /// A selector took more steps on this document than is allowed: the document or the selector is hostile.
  case tooMuchWork(selector: String)
  /// XPath failed while it was evaluated: an unknown prefix, function or variable.
  case xpath(selector: String, reason: String)
}

extension MarkupError: CustomStringConvertible {
  /// The failure as a sentence without a full stop.
  public var description: String {
    switch self {
    case .noElement: "the document holds no element"
    case .tooDeep(let limit): "elements are nested deeper than \(limit)"
    case .tooLarge: "the document is larger than 2 GiB"
    case .tooManyItems(let limit): "the page holds more than \(limit) items"
    case .tooMuchText(let limit): "the fields of the page are larger than \(limit >> 20) MiB together"
    case .tooMuchWork(let selector): "'\(selector)' takes too many steps on this document"
    case .xpath(let selector, let reason): "'\(selector)': \(reason)"
    }
  }
}
