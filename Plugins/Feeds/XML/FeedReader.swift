import Dates
import MarkupDocument
import URIs
import WeftModel
import WeftSources

/// Reads RSS, RDF and Atom: told of elements one by one, it collects items and what the document says of its feed.
///
/// Feeds mix their vocabularies, so one reader knows them all; the tables of `FeedElement` say which element makes
/// which statement, and the root decides only how text without a stated type is read.
///
/// It is a struct because the checks of a class's properties cost a tenth of the time; `FeedHandler` is its shell.
struct FeedReader {
  /// More items than a page may have.
  static let mostItems = 10_000

  let page: String
  let pageBase: BaseURI
  let zone: ZoneTable?
  /// Text without a type is Atom's plain text, not RSS's HTML.
  let isAtom: Bool

  var items: [Item] = []
  var feed = FeedDraft()
  var entry = EntryDraft()
  /// An item is being read.
  var isInEntry = false
  /// Something was said of an item that has ended: nobody wants it.
  private var isEntryStale = false
  var hasTooManyItems = false
  var zonelessDates = 0
  var isBrokenOff = false

  private var scopes = ScopeStack()
  /// `xml:base` values in force, each with the depth of its element.
  private var bases: [(depth: Int, base: BaseURI)] = []

  // What the start of the element that is being collected said.
  var reading = TextConstruct.Reading.text(.html)
  var categoryLabel: String?
  var person = Author()
  /// A part of the person was an element of its own.
  var hasPersonParts = false
  var personMailbox: String?

  /// - Parameters:
  ///   - page: the address of the document; may be empty.
  ///   - isAtom: the root is one of Atom.
  ///   - zone: of dates without one.
  ///   - size: of the document in bytes, from which the number of items is guessed.
  init(page: String, isAtom: Bool, zone: ZoneTable?, size: Int) {
    self.page = page
    // Nothing is relative to `javascript:` or `data:`.
    pageBase = BaseURI(URIReference(page).isWebAddress ? page : "")
    self.isAtom = isAtom
    self.zone = zone
    items.reserveCapacity(min(size / 320, FeedReader.mostItems))
  }

  /// The address that a reference means here: against the nearest `xml:base`, else the document's address.
  func resolve(_ reference: String) -> String {
    bases.isEmpty ? pageBase.resolve(reference) : bases[bases.count - 1].base.resolve(reference)
  }

  /// The `xml:base` in force, where there is one.
  var statedBase: String? { bases.isEmpty ? nil : bases[bases.count - 1].base.text }

  mutating func startElement(
    _ code: FeedElementCode, attributes: borrowing SAXAttributes
  ) -> SAXContent {
    // The element's own `xml:base` counts for its attributes already.
    if attributes.hasPrefixes, let text = attributes["xml", "base"], !text.isEmpty {
      bases.append((scopes.count + 1, BaseURI(resolve(text))))
    }
    let (content, scope) = answer(code, attributes)
    guard content != .nothing else {
      dropBases(below: scopes.count)
      return .nothing
    }
    scopes.enter(scope)
    if attributes.hasPrefixes { noteLanguage(attributes) }
    return content
  }

  /// What is done with an element, and the scope it opens.
  private mutating func answer(
    _ code: FeedElementCode, _ attributes: borrowing SAXAttributes
  ) -> (SAXContent, FeedScope) {
    let scope = scopes.innermost
    switch code.element {
    case .item:
      guard scope != .person, scope != .image else { return (.nothing, .text) }
      begin(attributes)
      return (.children, .entry)
    case .root, .channel: return scope == .document || scope == .feed ? (.children, .feed) : (.nothing, .text)
    default: break
    }
    switch scope {
    case .document: return (.children, .feed)
    case .feed: return feedStatement(code, attributes)
    case .entry, .media:
      if !isInEntry { isEntryStale = true }
      return entryStatement(code, attributes, scope: scope)
    case .person:
      let isPart = [.name, .address, .url, .mailbox].contains(code.element)
      return isPart ? (.text, .text) : (.nothing, .text)
    case .image: return code.element == .url ? (.text, .text) : (.nothing, .text)
    case .text: return (.nothing, .text)
    }
  }

  private mutating func begin(_ attributes: borrowing SAXAttributes) {
    // An item inside of an item: the first one was never closed.
    finishEntry()
    if items.count >= FeedReader.mostItems { hasTooManyItems = true }
    if isEntryStale {
      entry = EntryDraft()
      isEntryStale = false
    }
    isInEntry = true
    if attributes.hasPrefixes, let about = attributes["rdf", "about"], !about.isEmpty {
      entry.offer(id: about, rank: 0)
      entry.offer(url: resolve(about), rank: 0)
    }
  }

  mutating func finishEntry() {
    guard isInEntry else { return }
    isInEntry = false
    // Where the document breaks off inside of an item, that item would lack what the next reading has.
    if hasTooManyItems || isBrokenOff {
      isEntryStale = true
    } else {
      entry.finish(page: page, into: &items)
    }
  }

  @inline(__always) private mutating func dropBases(below depth: Int) {
    while !bases.isEmpty, bases[bases.count - 1].depth > depth { bases.removeLast() }
  }

  private mutating func noteLanguage(_ attributes: borrowing SAXAttributes) {
    if let language = attributes["xml", "lang"], !language.isEmpty {
      switch scopes.innermost {
      case .entry: entry.language = language
      case .feed: feed.language.offer(language, rank: 2)
      default: break
      }
    }
  }

  mutating func endElement(_ code: FeedElementCode, text: borrowing SAXText) {
    let scope = scopes.leave()
    let outer = scopes.innermost
    switch (scope, outer) {
    case (.entry, _) where code.element == .item: finishEntry()
    case (.text, .person): personPart(code, text)
    case (.text, .image): takeImage(text.string)
    case (.text, .feed): endFeedStatement(code, text)
    case (.text, .entry), (.text, .media): endEntryStatement(code, text)
    case (.person, _): endPerson(code, text, isOfEntry: outer == .entry)
    case (.image, _):
      if let text = text.string { takeImage(text) }
    default: break
    }
    dropBases(below: scopes.count)
  }

  /// The instant of a date element.
  mutating func date(_ text: borrowing SAXText) -> Timestamp? {
    guard let date = text.withSpan({ FeedDate.parse($0, zone: zone) }) else { return nil }
    if !date.hasZone { zonelessDates += 1 }
    return date.instant
  }

  /// The form of a text construct of this vocabulary.
  func textReading(
    _ code: FeedElementCode, _ attributes: borrowing SAXAttributes
  ) -> TextConstruct.Reading {
    switch code.namespace {
    case .xhtml: return .markup
    case .atom: break
    case .core where isAtom: break
    default: return .text(.html)
    }
    return TextConstruct.reading(type: attributes["type"], mode: attributes["mode"])
  }
}
