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

  /// Whether a name of the length and prefix of a step is that of the step behind the prefix too.
  @inline(__always) func isRest(_ step: JSONStep, of name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard step.length > 8 else { return true }
    return names.withUnsafeBufferPointer { names in
      for index in 8..<step.length where names[step.value &+ index] != name[index] { return false }
      return true
    }
  }
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
  @inline(__always) func follow(_ steps: JSONSteps, from start: Int, skipping skipped: Int = 0) -> Int? {
    var position = start
    for index in skipped..<steps.count {
      let step = steps.steps[index]
      let child: Int?
      if step.length >= 0 {
        child = type(position) == Word.object ? member(position, step, steps) : nil
      } else {
        child = type(position) == Word.array ? element(position, step.value) : nil
      }
      guard let child else { return nil }
      position = child
    }
    return position
  }

  /// The value of the last member with the name of the step.
  @inline(__always) private func member(_ object: Int, _ step: JSONStep, _ steps: JSONSteps) -> Int? {
    var found: Int?
    let end = end(object)
    var position = object &+ 1
    while position < end {
      let key = position
      position &+= 1
      if prefix(key) == step.prefix, length(key) == step.length, steps.isRest(step, of: bytes(key)) { found = position }
      position = next(position)
    }
    return found
  }
}
