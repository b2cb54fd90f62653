public import WeftModel

/// A value of a document: an object, an array or a scalar.
public struct JSONNode: Sendable {
  /// What a value is.
  public enum Kind: Sendable, Equatable {
    case object, array, string, number, boolean, null
  }

  /// The document that the value belongs to.
  public let document: JSONDocument
  let position: Int

  /// What the value is.
  public var kind: Kind { document.withTape { $0.kind(position) } }

  /// A string's text or a number's digits as written, `true` or `false`; nil for null, an object and an array.
  public var text: String? { document.withTape { $0.text(position) } }

  /// The JSON that writes the value, as it stands in the source.
  public var json: String { document.withTape { String(decoding: $0.written(position), as: UTF8.self) } }

  /// The value as what a selector found: a number with its digits as written, arrays and objects as JSON text.
  public var selected: SelectedValue { document.withTape { $0.selected(position) } }

  /// The number of elements or members; zero for a scalar.
  public var count: Int { document.withTape { $0.isContainer(position) ? $0.count(position) : 0 } }

  /// The value of an object's member (the last one when the name repeats), or nil.
  public subscript(name: String) -> JSONNode? {
    document.withTape { tape in
      guard tape.type(position) == JSONTape.Word.object else { return nil }
      return tape.member(position, JSONName(name.utf8)).map { JSONNode(document: document, position: $0) }
    }
  }

  /// The element of an array, counted from the end when the index is negative, or nil.
  public subscript(index: Int) -> JSONNode? {
    document.withTape { tape in
      guard tape.type(position) == JSONTape.Word.array else { return nil }
      return tape.element(position, index).map { JSONNode(document: document, position: $0) }
    }
  }

  /// The elements of an array, in order; empty for anything else.
  public var elements: [JSONNode] {
    document.withTape { tape in
      guard tape.type(position) == JSONTape.Word.array else { return [] }
      return tape.children(position).map { JSONNode(document: document, position: $0) }
    }
  }

  /// The members of an object in document order, repeated names among them; empty for anything else.
  public var members: [(name: String, value: JSONNode)] {
    document.withTape { tape in
      guard tape.type(position) == JSONTape.Word.object else { return [] }
      return tape.children(position).map { child in
        (String(decoding: tape.bytes(child - 1), as: UTF8.self), JSONNode(document: document, position: child))
      }
    }
  }
}

extension JSONTape {
  func kind(_ position: Int) -> JSONNode.Kind {
    switch type(position) {
    case Word.object: .object
    case Word.array: .array
    case Word.string: .string
    case Word.yes, Word.no: .boolean
    case Word.null: .null
    default: .number
    }
  }

  @inline(__always) func isContainer(_ position: Int) -> Bool {
    type(position) == Word.object || type(position) == Word.array
  }

  func text(_ position: Int) -> String? {
    switch type(position) {
    case Word.object, Word.array, Word.null: nil
    case Word.string: String(decoding: bytes(position), as: UTF8.self)
    case Word.yes, Word.no: String(decoding: written(position), as: UTF8.self)
    default: digits(position)
    }
  }

  func selected(_ position: Int) -> SelectedValue {
    switch type(position) {
    case Word.string: SelectedValue(String(decoding: bytes(position), as: UTF8.self))
    case Word.null: SelectedValue(kind: .null, text: "null")
    case Word.yes: SelectedValue(kind: .bool, text: "true")
    case Word.no: SelectedValue(kind: .bool, text: "false")
    case Word.object: SelectedValue(kind: .object, text: String(decoding: written(position), as: UTF8.self))
    case Word.array: SelectedValue(kind: .array, text: String(decoding: written(position), as: UTF8.self))
    default: SelectedValue(kind: .number, text: digits(position))
    }
  }

  /// The elements, or the members' values.
  func selectedChildren(_ container: Int) -> [SelectedValue] {
    var values: [SelectedValue] = []
    let end = end(container)
    let step = type(container) == Word.object ? 1 : 0
    var position = container &+ 1
    // The count in the tape's word is right up to 2²⁴ - 1.
    values.reserveCapacity(Int(words[container] >> 32 & 0xFF_FFFF))
    while position < end {
      position &+= step
      values.append(selected(position))
      position = next(position)
    }
    return values
  }

  /// The positions of the elements, or of the members' values.
  func children(_ container: Int) -> [Int] {
    var children: [Int] = []
    let end = end(container)
    let step = type(container) == Word.object ? 1 : 0
    var position = container &+ 1
    while position < end {
      position &+= step
      children.append(position)
      position = next(position)
    }
    return children
  }
}
