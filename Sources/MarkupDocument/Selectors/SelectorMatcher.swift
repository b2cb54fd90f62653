internal import CLibXML2

/// Matches one compiled selector against the elements of one document, from right to left.
///
/// What it learns it keeps, so that a hostile document or selector costs near linear time: positions among siblings,
/// the results of `:has`, and, once the work grows, which elements lie below or after a match. Past a limit of steps
/// it gives up (`isExhausted`).
final class SelectorMatcher {
  let program: SelectorProgram
  let elements: ContiguousArray<xmlNodePtr>
  let isHTML: Bool
  /// For each test of the program: the name that it asks for, as the document's dictionary keeps it; `nil` where no
  /// element or attribute of the document has that name. Empty where names are compared as text.
  let names: ContiguousArray<UnsafePointer<UInt8>?>
  /// For each alternative of the whole selector: what the element itself must be called.
  private let subjects: ContiguousArray<Subject>
  private enum Subject {
    case any
    case named(UnsafePointer<UInt8>)
    /// The document has no element of that name.
    case none
  }
  /// What `:scope` is; `nil` is the root.
  var scope: xmlNodePtr?

  /// Simple selectors tried, and the bytes that long values cost.
  private(set) var steps = 0
  /// Those of earlier queries on the same document: one for each item.
  private var earlierSteps = 0
  static let maximumSteps = 200_000_000
  static let maximumStepsOfAllQueries = 800_000_000
  /// From so many steps on, results of walks are kept; a test sets it to 0.
  var memoizationThreshold = 200_000

  /// For a part: whether an ancestor (or an earlier sibling) matches it. 0 unknown, 1 no, 2 yes; empty until needed.
  private var ancestorResults: [ContiguousArray<UInt8>]
  private var siblingResults: [ContiguousArray<UInt8>]
  /// For an `nth` test: an element's position from 1; 0 unknown, -1 for elements that `of S` leaves out.
  var positions: [ContiguousArray<Int32>]
  /// For a `:has` test: the elements that it holds for.
  var relations: [ContiguousArray<Bool>]

  /// - Parameter dictionary: where the document keeps all its names; `nil` where it does not.
  init(
    program: SelectorProgram, elements: ContiguousArray<xmlNodePtr>, syntax: MarkupTree.Syntax,
    names dictionary: xmlDictPtr?
  ) {
    self.program = program
    self.elements = elements
    isHTML = syntax == .html
    let names = dictionary.map { program.names(in: $0) } ?? []
    self.names = names
    subjects = ContiguousArray(
      program.lists[program.main].range.map { index in
        guard !names.isEmpty, let test = program.subjectType(of: index) else { return Subject.any }
        return names[test].map { .named($0) } ?? .none
      })
    ancestorResults = Array(repeating: [], count: program.parts.count)
    siblingResults = Array(repeating: [], count: program.parts.count)
    positions = Array(repeating: [], count: program.counterCount)
    relations = Array(repeating: [], count: program.relationCount)
  }

  /// The work limit was reached: what was answered since is worth nothing.
  var isExhausted: Bool {
    steps > Self.maximumSteps || earlierSteps &+ steps > Self.maximumStepsOfAllQueries
  }

  func spend(_ count: Int) { steps &+= count }

  /// Begins a query with another `:scope`.
  func begin(scope: xmlNodePtr?) {
    if scope != self.scope {
      self.scope = scope
      // What was kept may have depended on `:scope`.
      if program.usesScope {
        for index in ancestorResults.indices { ancestorResults[index] = [] }
        for index in siblingResults.indices { siblingResults[index] = [] }
        for test in program.tests where test.table >= 0 && test.list >= 0 && test.kind != .has {
          positions[Int(test.table)] = []
        }
        for index in relations.indices { relations[index] = [] }
      }
    }
    earlierSteps &+= steps
    steps = 0
  }

  /// The element matches the whole selector.
  func matches(_ element: xmlNodePtr) -> Bool {
    if let bits = program.firstBytes, let byte = element.pointee.name?.pointee {
      guard byte < 0x80, (byte < 64 ? bits.low >> UInt64(byte) : bits.high >> UInt64(byte &- 64)) & 1 == 1 else {
        return false
      }
    }
    let first = Int(program.lists[program.main].start)
    var index = 0
    while index < subjects.count {
      switch subjects[index] {
      case .none: break
      case .named(let name) where element.pointee.name != name: break
      case .any, .named:
        let complex = program.complexes[first &+ index]
        if matches(last: Int(complex.start &+ complex.count &- 1), element) { return true }
      }
      index &+= 1
    }
    return false
  }

  /// The element is `:scope` and an alternative has `:scope` as its subject (`:scope@href`).
  func isScopeSubject(_ element: xmlNodePtr) -> Bool {
    program.lists[program.main].range.contains { index in
      let last = program.complexes[index].range.upperBound - 1
      return program.parts[last].tests.range.contains { program.tests[$0].kind == .scope }
        && matches(last: last, element)
    }
  }

  /// The element matches one of the alternatives.
  func matchesAny(_ list: Int, _ element: xmlNodePtr) -> Bool {
    let span = program.lists[list]
    var index = Int(span.start)
    let end = index &+ Int(span.count)
    while index < end {
      let complex = program.complexes[index]
      if matches(last: Int(complex.start &+ complex.count &- 1), element) { return true }
      index &+= 1
    }
    return false
  }

  /// The element matches the part, and what is left of the part holds too. Recursion is as deep as there are parts.
  private func matches(last part: Int, _ element: xmlNodePtr) -> Bool {
    guard matches(compound: part, element) else { return false }
    switch program.parts[part].combinator {
    case .none: return true
    case .descendant: return hasAncestor(part &- 1, element)
    case .child:
      guard let parent = element.parentElement else { return false }
      return matches(last: part &- 1, parent)
    case .nextSibling:
      guard let sibling = element.previousElementSibling else { return false }
      return matches(last: part &- 1, sibling)
    case .subsequentSibling: return hasEarlierSibling(part &- 1, element)
    }
  }

  /// The element passes all tests of the part itself.
  func matches(compound part: Int, _ element: xmlNodePtr) -> Bool {
    let span = program.parts[part].tests
    var index = Int(span.start)
    let end = index &+ Int(span.count)
    while index < end {
      if !matches(test: index, element) { return false }
      index &+= 1
    }
    return true
  }

  private func hasAncestor(_ part: Int, _ element: xmlNodePtr) -> Bool {
    if steps < memoizationThreshold {
      var next = element.parentElement
      while let ancestor = next {
        steps &+= 1
        if matches(last: part, ancestor) { return true }
        next = ancestor.parentElement
      }
      return false
    }
    return remembered(part, element, in: \.ancestorResults) { $0.parentElement }
  }

  private func hasEarlierSibling(_ part: Int, _ element: xmlNodePtr) -> Bool {
    if steps < memoizationThreshold {
      var next = element.previousElementSibling
      while let sibling = next {
        steps &+= 1
        if matches(last: part, sibling) { return true }
        next = sibling.previousElementSibling
      }
      return false
    }
    return remembered(part, element, in: \.siblingResults) { $0.previousElementSibling }
  }

  /// Walks away from the element until something matches or the answer is known, and keeps the answer for all that
  /// were passed. An entry says whether the element itself or one further on matches.
  private func remembered(
    _ part: Int, _ element: xmlNodePtr, in table: ReferenceWritableKeyPath<SelectorMatcher, [ContiguousArray<UInt8>]>,
    step: (xmlNodePtr) -> xmlNodePtr?
  ) -> Bool {
    if self[keyPath: table][part].isEmpty {
      self[keyPath: table][part] = ContiguousArray(repeating: 0, count: elements.count)
      steps &+= elements.count >> 4
    }
    var answer: UInt8 = 1
    var next = step(element)
    var stop: xmlNodePtr?
    while let other = next {
      steps &+= 1
      let known = self[keyPath: table][part][other.elementIndex]
      if known != 0 {
        answer = known
        stop = other
        break
      }
      if isExhausted { return false }
      if matches(last: part, other) {
        self[keyPath: table][part][other.elementIndex] = 2
        answer = 2
        stop = other
        break
      }
      next = step(other)
    }
    next = step(element)
    while let other = next, other != stop {
      self[keyPath: table][part][other.elementIndex] = answer
      next = step(other)
    }
    return answer == 2
  }
}
