/// The segments of a query, from its first, that select at most one node each, in the form in which they are followed:
/// plain numbers, so that following them counts no references.
struct JSONSteps: Sendable, Equatable {
  private(set) var steps: [JSONStep] = []
  /// The bytes of all names, one after the other.
  private(set) var names: [UInt8] = []

  init(leading segments: some Sequence<JSONPathSegment>) {
    for segment in segments {
      guard segment.isSingular else { return }
      switch segment.selectors[0] {
      case .name(let name):
        steps.append(JSONStep(prefix: name.prefix, length: name.bytes.count, value: names.count))
        names += name.bytes
      case .index(let index): steps.append(JSONStep(prefix: 0, length: -1, value: index))
      case .wildcard, .slice, .filter: return
      }
    }
  }

  var count: Int { steps.count }
}

/// A member by its name, or an element by its index.
struct JSONStep: Sendable, Equatable {
  /// The first eight bytes of the name.
  let prefix: UInt64
  /// The length of the name in bytes; negative for an element.
  let length: Int
  /// Where the name begins in `JSONSteps.names`, or the element's index.
  let value: Int
}

extension JSONTape {
  /// Follows steps from a node; nil where one finds nothing.
  @inline(__always) func follow(_ steps: JSONSteps, from start: Int) -> Int? {
    follow(steps.steps, 0..<steps.count, names: steps.names, from: start)
  }

  /// Follows some of the steps from a node; nil where one finds nothing.
  @inline(__always) func follow(_ steps: [JSONStep], _ range: Range<Int>, names: [UInt8], from start: Int) -> Int? {
    var position = start
    for index in range {
      let step = steps[index]
      let child: Int?
      if step.length >= 0 {
        child = type(position) == Word.object ? member(position, step, names) : nil
      } else {
        child = type(position) == Word.array ? element(position, step.value) : nil
      }
      guard let child else { return nil }
      position = child
    }
    return position
  }

  /// The value of the last member with the name of the step.
  @inline(__always) private func member(_ object: Int, _ step: JSONStep, _ names: [UInt8]) -> Int? {
    var found: Int?
    let end = end(object)
    var position = object &+ 1
    while position < end {
      let key = position
      position &+= 1
      if prefix(key) == step.prefix, isNamed(key, step, names) { found = position }
      position = next(position)
    }
    return found
  }

  /// Whether a name that has the prefix of a step is that of the step.
  @inline(__always) func isNamed(_ key: Int, _ step: JSONStep, _ names: [UInt8]) -> Bool {
    guard length(key) == step.length else { return false }
    guard step.length > 8 else { return true }
    let name = bytes(key)
    return names.withUnsafeBufferPointer { names in
      for index in 8..<step.length where names[step.value &+ index] != name[index] { return false }
      return true
    }
  }
}
