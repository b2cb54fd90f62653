import URIs
public import WeftModel

/// Makes items from nodes of a document by the `fields` of a source.
///
/// One mapper is made for a source; a document kind brings its compiled selectors and finds their values in a node.
/// Only this face is generic: what is behind it knows selectors by their number, so that it runs unspecialized code
/// nowhere.
public struct ItemMapper<Selector: Sendable>: Sendable {
  @usableFromInline let selectors: [Selector]
  @usableFromInline let fields: ItemFields

  /// The document that items stand in.
  public typealias Surroundings = ItemSurroundings

  /// A mapper for the fields of a source.
  ///
  /// - Parameters:
  ///   - titlesAreHTML: texts of titles are HTML after the document's own decoding (JSON); else they are text (markup).
  ///   - compile: compiles one selector.
  /// - Throws: `SettingProblem` with the key path of the field.
  public init(
    _ settings: SourceSettings, titlesAreHTML: Bool, compile: (String) throws(SettingProblem) -> Selector
  ) throws(SettingProblem) {
    var selectors: [Selector] = []
    fields = try ItemFields(settings, titlesAreHTML: titlesAreHTML) { (text) throws(SettingProblem) in
      selectors.append(try compile(text))
      return selectors.count - 1
    }
    self.selectors = selectors
  }

  /// The item of one node; `nil` where it has neither an id nor an address nor a title.
  ///
  /// - Parameters:
  ///   - notes: what was noticed is added.
  ///   - first: the first value of `select`, found without making the others; nothing where it is null.
  ///   - select: what a selector finds in the node, in document order, as text or as inner HTML: the elements of a
  ///     single array; nothing where it finds nothing.
  @inlinable
  public func item(
    in surroundings: Surroundings, notes: inout MappingNotes,
    first: (Selector, _ asHTML: Bool) -> SelectedValue?,
    select: (Selector, _ asHTML: Bool) -> [SelectedValue]
  ) -> Item? {
    fields.item(
      in: surroundings, notes: &notes, first: { first(selectors[$0], $1) }, select: { select(selectors[$0], $1) })
  }

  /// The item of one node, by a `select` alone.
  @inlinable
  public func item(
    in surroundings: Surroundings, notes: inout MappingNotes,
    select: (Selector, _ asHTML: Bool) -> [SelectedValue]
  ) -> Item? {
    item(in: surroundings, notes: &notes, first: { select($0, $1).first }, select: select)
  }
}

extension ItemMapper {
  /// Appends the item of one node, where it has an id or an address or a title; for a document that knows its selectors by
  /// numbers, in the order in which they were compiled, and has its strings at hand in UTF-8.
  ///
  /// - Parameters:
  ///   - notes: what was noticed is added.
  ///   - first: the first value of `select`, found without making the others; nothing where it is null.
  ///   - select: what a selector finds in the node, in document order.
  ///   - strings: gives out the first value, or all, of `select` as they stand in the document; false where one is no
  ///     string, or there is none: then `first` or `select` is asked.
  public func append(
    to items: inout [Item], in surroundings: Surroundings, notes: inout MappingNotes,
    first: (Int, _ asHTML: Bool) -> SelectedValue?,
    select: (Int, _ asHTML: Bool) -> [SelectedValue],
    strings: (Int, _ all: Bool, (Span<UInt8>) -> Void) -> Bool
  ) {
    fields.append(to: &items, in: surroundings, notes: &notes, first: first, select: select, strings: strings)
  }

  /// Replaces the fields of an item for which a value is found; the others stay as they are.
  public func replace(
    in item: inout Item, _ surroundings: Surroundings, notes: inout MappingNotes,
    select: (Selector, _ asHTML: Bool) -> [SelectedValue]
  ) {
    fields.replace(in: &item, surroundings, notes: &notes) { select(selectors[$0], $1) }
  }
}

/// The document that items stand in.
public struct ItemSurroundings: Sendable {
  /// Where relative addresses are resolved: the document's base, absolute.
  public let base: String
  /// The fetch time, for relative dates.
  public let receivedAt: Timestamp
  /// The base, read once for the whole page.
  let uri: BaseURI

  /// A document with this base.
  public init(base: String, receivedAt: Timestamp) {
    self.base = base
    self.receivedAt = receivedAt
    self.uri = BaseURI(base)
  }
}
