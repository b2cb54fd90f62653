/// What reads an XML document element by element, without a tree.
///
/// The parser calls it for every element outside of text, markup and skipped parts; the arguments are valid for the
/// call only, which is why they cannot be copied.
public protocol SAXHandler: AnyObject {
  /// A small number for an element's name, at most 65,535; asked once for each name of a document.
  ///
  /// - Parameters:
  ///   - name: the local name as written.
  ///   - namespace: the namespace's URI; `nil` where the element is in none, or its prefix was never declared.
  ///   - prefix: the prefix as written.
  func code(forElement name: String, namespace: String?, prefix: String?) -> UInt16

  /// An element that never stands inside of a text: where it does, the text was not closed, and ends here.
  func interruptsText(_ code: UInt16) -> Bool

  /// An element begins; the answer says what to do with what is inside.
  func startElement(_ code: UInt16, attributes: borrowing SAXAttributes) -> SAXContent

  /// An element ends that was not skipped; `text` is what was collected where the answer asked for text or markup.
  func endElement(_ code: UInt16, text: borrowing SAXText)

  /// The document broke off here; what ends from now on is incomplete.
  func documentBrokeOff()
}

/// What a handler wants of the inside of an element.
public enum SAXContent: Sendable {
  /// Its child elements, one by one; text between them is dropped.
  case children
  /// Its child elements, one by one, and the text that stands directly in it; of two such elements, one in the other,
  /// only the inner one's text is kept.
  case mixed
  /// Its text, that of elements inside included.
  case text
  /// Its text as it is, which is HTML; elements inside as tags, their own text escaped.
  case html
  /// What is inside, written as HTML: elements as tags, text escaped.
  case markup
  /// Nothing; no end will be reported.
  case nothing
}

/// Limits of one document.
public struct SAXLimits: Sendable {
  /// The depth of nested elements.
  public var depth = 256
  /// The text of one element, in bytes of UTF-8.
  public var text = 1 << 20
  /// What the document's own entities may add to it, in bytes.
  public var expansion = 8 << 20

  /// The usual limits: 256 levels, 1 MiB, 8 MiB.
  public init() {}
}

/// What had to be mended so that a document could be read.
public struct SAXRepairs: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt8

  /// A set of repairs.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A bare `&`, an undefined entity or a reference to no character.
  public static let references = SAXRepairs(rawValue: 1)
  /// Control characters, which XML does not allow; they were dropped.
  public static let controlCharacters = SAXRepairs(rawValue: 2)
  /// Tags that do not match, or that are not written as tags are.
  public static let tags = SAXRepairs(rawValue: 4)
  /// The document breaks off.
  public static let truncated = SAXRepairs(rawValue: 8)
  /// A text longer than the limit was cut.
  public static let longText = SAXRepairs(rawValue: 16)
  /// Text before the first or after the last element.
  public static let surroundings = SAXRepairs(rawValue: 32)
}

/// Why a document was not read to its end.
public enum SAXError: Error, Equatable, Sendable {
  /// Elements are nested deeper than the limit.
  case tooDeep(limit: Int)
  /// The document's own entities expand to more than the limit.
  case entityExpansion(limit: Int)
  /// There is no element.
  case noElement
}
