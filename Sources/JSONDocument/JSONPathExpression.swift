// The parts of a parsed JSONPath (RFC 9535 section 2), as data.

/// A child or descendant segment (section 2.5).
struct JSONPathSegment: Sendable, Equatable {
  var isDescendant: Bool
  var selectors: [JSONPathSelector]

  /// Whether the segment selects at most one node, of a node.
  var isSingular: Bool {
    guard !isDescendant, selectors.count == 1 else { return false }
    return switch selectors[0] {
    case .name, .index: true
    case .wildcard, .slice, .filter: false
    }
  }
}

/// A selector (section 2.3).
enum JSONPathSelector: Sendable, Equatable {
  case name(JSONName)
  case wildcard
  case index(Int)
  case slice(start: Int?, end: Int?, step: Int)
  case filter(JSONPathLogical)
}

/// A query inside a filter, from the current node or from the root.
struct JSONPathSubquery: Sendable, Equatable {
  let isAbsolute: Bool
  let segments: [JSONPathSegment]
  /// The segments, from the first, that select at most one node each.
  let steps: JSONSteps

  init(isAbsolute: Bool, segments: [JSONPathSegment]) {
    self.isAbsolute = isAbsolute
    self.segments = segments
    self.steps = JSONSteps(leading: segments)
  }

  var isSingular: Bool { steps.count == segments.count }
}

/// What a filter decides on (section 2.3.5), and results of LogicalType.
indirect enum JSONPathLogical: Sendable, Equatable {
  case any([JSONPathLogical])
  case all([JSONPathLogical])
  case not(JSONPathLogical)
  case exists(JSONPathSubquery)
  case comparison(JSONPathOperand, JSONPathOperator, JSONPathOperand)
  /// `match` (whole) and `search`; the pattern is compiled beforehand where it is a literal.
  case matches(JSONPathOperand, pattern: JSONPathOperand, compiled: JSONPathPattern?, whole: Bool)
}

enum JSONPathOperator: Sendable, Equatable {
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
}

/// What yields a value (ValueType of section 2.4.1).
indirect enum JSONPathOperand: Sendable, Equatable {
  case literal(JSONPathLiteral)
  case query(JSONPathSubquery)
  case length(JSONPathOperand)
  case count(JSONPathSubquery)
  case value(JSONPathSubquery)
}

enum JSONPathLiteral: Sendable, Equatable {
  case null
  case boolean(Bool)
  case number(JSONPathNumber)
  case string([UInt8])
}

/// A number to compare with: exact where both are integers of 64 bits, else a double.
enum JSONPathNumber: Sendable, Equatable {
  case integer(Int64)
  case double(Double)

  init?(_ digits: String) {
    if let integer = Int64(digits) {
      self = .integer(integer)
    } else if let double = Double(digits) {
      self = .double(double)
    } else {
      return nil
    }
  }

  private var double: Double {
    switch self {
    case .integer(let integer): Double(integer)
    case .double(let double): double
    }
  }

  static func == (left: JSONPathNumber, right: JSONPathNumber) -> Bool {
    if case .integer(let left) = left, case .integer(let right) = right { return left == right }
    return left.double == right.double
  }

  static func < (left: JSONPathNumber, right: JSONPathNumber) -> Bool {
    if case .integer(let left) = left, case .integer(let right) = right { return left < right }
    return left.double < right.double
  }
}
