internal import CLibXML2

/// A compiled selector list: flat arrays of plain values, so that matching touches no reference count.
///
/// A *list* is alternatives, each a *complex* selector: *parts* from left to right, each a compound of *tests* with the
/// combinator that ties it to the part before it.
final class SelectorProgram: Sendable {
  let strings: ContiguousArray<UInt8>
  let tests: ContiguousArray<SelectorTest>
  let parts: ContiguousArray<SelectorPart>
  let complexes: ContiguousArray<SpanOf<SelectorPart>>
  let lists: ContiguousArray<SpanOf<SpanOf<SelectorPart>>>
  let steps: ContiguousArray<NthFormula>
  /// The list that the whole text is.
  let main: Int
  /// Numbers that tests carry so that a matcher can keep a table for each.
  let counterCount: Int
  let relationCount: Int
  /// `:scope` is used somewhere: results belong to one scope, and the scope itself can be found.
  let usesScope: Bool
  /// The first bytes of the names that the subject can have, as bits of ASCII in either case; `nil` where an alternative
  /// names no element. Most elements of a page fail on it.
  let firstBytes: (low: UInt64, high: UInt64)?

  init(_ builder: SelectorProgramBuilder, main: Int) {
    strings = builder.strings
    tests = builder.tests
    parts = builder.parts
    complexes = builder.complexes
    lists = builder.lists
    steps = builder.steps
    self.main = main
    counterCount = builder.counterCount
    relationCount = builder.relationCount
    usesScope = builder.tests.contains { $0.kind == .scope }
    firstBytes = builder.firstBytes(of: main)
  }
}

extension SelectorProgram {
  /// The test of a complex selector that says what the element itself is called; `nil` where none does.
  func subjectType(of complex: Int) -> Int? {
    parts[complexes[complex].range.upperBound - 1].tests.range.first { tests[$0].kind == .type }
  }

  /// The name that each test asks for, as a dictionary of lower-case names keeps it; `nil` where it has no such name or
  /// the test asks for none.
  func names(in dictionary: xmlDictPtr) -> ContiguousArray<UnsafePointer<UInt8>?> {
    ContiguousArray(
      tests.map { test in
        switch test.kind {
        case .id: return xmlDictExists(dictionary, "id", 2)
        case .className: return xmlDictExists(dictionary, "class", 5)
        case .type, .attributeExists, .attributeEquals, .attributeIncludes, .attributeDash, .attributePrefix,
          .attributeSuffix, .attributeSubstring:
          return strings.withUnsafeBufferPointer { strings in
            let name = strings[Int(test.lowered.start)..<Int(test.lowered.start &+ test.lowered.count)]
            return xmlDictExists(dictionary, UnsafeBufferPointer(rebasing: name).baseAddress, Int32(name.count))
          }
        default: return nil
        }
      })
  }
}

/// What the parser fills.
struct SelectorProgramBuilder {
  var strings: ContiguousArray<UInt8> = []
  var tests: ContiguousArray<SelectorTest> = []
  var parts: ContiguousArray<SelectorPart> = []
  var complexes: ContiguousArray<SpanOf<SelectorPart>> = []
  var lists: ContiguousArray<SpanOf<SpanOf<SelectorPart>>> = []
  var steps: ContiguousArray<NthFormula> = []
  var counterCount = 0
  var relationCount = 0

  /// The first bytes of the names of the list's subjects; `nil` where one of them is not named, or not in ASCII.
  func firstBytes(of list: Int) -> (low: UInt64, high: UInt64)? {
    var bits: (low: UInt64, high: UInt64) = (0, 0)
    for complex in lists[list].range {
      let subject = parts[complexes[complex].range.upperBound - 1].tests
      guard let test = subject.range.lazy.map({ tests[$0] }).first(where: { $0.kind == .type }), test.name.count > 0
      else { return nil }
      for start in [test.name.start, test.lowered.start] {
        let byte = strings[Int(start)]
        guard byte < 0x80 else { return nil }
        if byte < 64 { bits.low |= 1 << UInt64(byte) } else { bits.high |= 1 << UInt64(byte - 64) }
      }
    }
    return bits
  }

  /// Keeps a text.
  mutating func intern(_ text: String) -> TextSpan {
    let start = strings.count
    strings.append(contentsOf: text.utf8)
    return TextSpan(start: Int32(start), count: Int32(strings.count - start))
  }
}

/// A stretch of an array of `Element`.
struct SpanOf<Element>: Sendable {
  var start: Int32
  var count: Int32
  var range: Range<Int> { Int(start)..<Int(start &+ count) }
}

/// A stretch of `SelectorProgram.strings`.
struct TextSpan: Sendable {
  var start: Int32
  var count: Int32
  static let empty = TextSpan(start: 0, count: 0)
}

/// A compound selector and how it is tied to the one on its left.
struct SelectorPart: Sendable {
  var combinator: Combinator
  var tests: SpanOf<SelectorTest>
}

/// How two compounds are tied (Selectors 4, section 14).
enum Combinator: UInt8, Sendable {
  /// The leftmost compound.
  case none
  case descendant, child, nextSibling, subsequentSibling
}

/// One simple selector.
struct SelectorTest: Sendable {
  var kind: Kind
  /// A name as written; the text of `:contains` and `:lang`.
  var name = TextSpan.empty
  /// The name in lower case, for HTML.
  var lowered = TextSpan.empty
  /// An attribute's value; a namespace prefix of a type selector.
  var value = TextSpan.empty
  var letterCase = LetterCase.exact
  /// Index into `lists` (`:is`, `:not`, `:has`, `of S`) or -1.
  var list: Int32 = -1
  /// Index into `steps`.
  var formula: Int32 = -1
  /// The number of this test's table in a matcher: positions for `nth`, results for `:has`.
  var table: Int32 = -1

  enum LetterCase: UInt8, Sendable {
    case exact
    case insensitive
    /// No flag on an attribute whose values have no case in HTML (HTML standard 4.16.2).
    case insensitiveInHTML
  }

  enum Kind: UInt8, Sendable {
    case type, namespacedType, universal, namespacedUniversal, id, className
    case attributeExists, attributeEquals, attributeIncludes, attributeDash, attributePrefix, attributeSuffix
    case attributeSubstring
    case matchesAny, matchesNone, has
    case nthChild, nthLastChild, nthOfType, nthLastOfType
    case firstChild, lastChild, onlyChild, empty, root, scope
    case contains, language, directionLTR, directionRTL
    case anyLink, checked, defaultOption, disabled, enabled, indeterminate, optional, required, readOnly, readWrite
    case placeholderShown, inRange, outOfRange, open, muted
    /// A state that a static document has nowhere, such as `:hover`.
    case never
    case always
  }
}

/// `An+B`.
struct NthFormula: Sendable, Equatable {
  var step: Int
  var offset: Int

  /// The position (from 1) is one that the formula names.
  func contains(_ position: Int) -> Bool {
    let distance = position - offset
    if step == 0 { return distance == 0 }
    return distance % step == 0 && distance / step >= 0
  }
}
