/// Selectors that are asked together for every item of a page, each known by its number.
///
/// All their steps lie in one list of plain numbers, so that asking counts no references.
public struct JSONSelectorTable: Sendable {
  /// How the nodes of a selector are found.
  enum Form: Sendable {
    /// By steps alone: at most one node.
    case singular
    /// By steps, one `[*]` and steps behind it.
    case wildcard
    /// By the evaluator.
    case other
  }

  /// A selector as places in the list of steps.
  struct Entry: Sendable {
    var form: Form
    /// The steps from the item.
    var steps: Range<Int>
    /// The steps behind `[*]`.
    var behind: Range<Int>
    /// The place of the first step among `firstNames`; -1 where it is no name.
    var firstName: Int
  }

  /// The selectors by their numbers.
  public private(set) var selectors: [JSONSelector] = []
  private(set) var entries: [Entry] = []
  private(set) var steps: [JSONStep] = []
  /// The bytes of all names in the steps, one after the other.
  private(set) var names: [UInt8] = []
  /// The names that selectors begin with, each once.
  private(set) var firstNames: [JSONStep] = []

  /// No selectors.
  public init() {}

  /// Adds a selector; the first one has the number 0.
  ///
  /// - Returns: its number.
  @discardableResult
  public mutating func add(_ selector: JSONSelector) -> Int {
    let query = selector.query
    var entry = Entry(form: .other, steps: 0..<0, behind: 0..<0, firstName: -1)
    if selector.isSingular {
      entry.form = .singular
    } else if let behind = query.stepsBehindWildcard {
      entry.form = .wildcard
      entry.behind = append(behind)
    }
    if entry.form != .other {
      entry.steps = append(query.steps)
      if let first = query.steps.steps.first, first.length >= 0 {
        entry.firstName = place(of: steps[entry.steps.lowerBound])
      }
    }
    entries.append(entry)
    selectors.append(selector)
    return entries.count - 1
  }

  private mutating func place(of step: JSONStep) -> Int {
    let known = firstNames.firstIndex { other in
      other.length == step.length
        && names[other.value..<(other.value + other.length)].elementsEqual(
          names[step.value..<(step.value + step.length)])
    }
    if let known { return known }
    firstNames.append(step)
    return firstNames.count - 1
  }

  private mutating func append(_ own: JSONSteps) -> Range<Int> {
    let start = steps.count
    for step in own.steps {
      // A name's bytes move to the end of all names; an element has its index instead.
      let value = step.length >= 0 ? step.value + names.count : step.value
      steps.append(JSONStep(prefix: step.prefix, length: step.length, value: value))
    }
    names += own.names
    return start..<steps.count
  }
}
