/// What a value of a setting may be: the part of JSON Schema (draft 2020-12) with which plugins describe their settings.
public struct ValueSchema: Hashable, Sendable {
  /// A word after `type`.
  public enum ValueType: String, Hashable, Sendable, CaseIterable {
    case string, integer, number, boolean, array, object, null
  }

  /// A member of a map (`properties`).
  public struct Member: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// What its value may be.
    public var schema: ValueSchema
    /// The map cannot do without it (`required`).
    public var isRequired: Bool

    /// A member.
    public init(_ name: String, _ schema: ValueSchema, isRequired: Bool = false) {
      self.name = name
      self.schema = schema
      self.isRequired = isRequired
    }
  }

  /// What it may be (`type`); empty: anything.
  public var types: [ValueType] = []
  /// One line for help (`description`).
  public var summary = ""
  /// The value where nothing is written (`default`).
  public var fallback: JSONTree?
  /// The only values (`enum`, `const`); empty: any.
  public var choices: [JSONTree] = []
  /// The least number.
  public var minimum: Double?
  /// The greatest number.
  public var maximum: Double?
  /// Numbers are greater than this.
  public var exclusiveMinimum: Double?
  /// Numbers are less than this.
  public var exclusiveMaximum: Double?
  /// The least number of Unicode scalars of a text.
  public var minLength: Int?
  /// The greatest number of Unicode scalars of a text.
  public var maxLength: Int?
  /// A regular expression that a text matches, anywhere in it.
  public var pattern: String?
  /// What the elements of a list may be (`items`): none or one schema.
  public var elements: [ValueSchema] = []
  /// The least number of elements.
  public var minItems: Int?
  /// The greatest number of elements.
  public var maxItems: Int?
  /// The members of a map, in order.
  public var members: [Member] = []
  /// A map may have other members than these (`additionalProperties`).
  public var takesOtherMembers = true

  /// Anything, or a value of these types.
  public init(_ types: ValueType...) { self.types = types }

  /// The member of that name.
  public func member(_ name: String) -> Member? { members.first { $0.name == name } }

  /// Whether a value of the type will do; `number` takes whole numbers too.
  public func takes(_ type: ValueType) -> Bool {
    types.isEmpty || types.contains(type) || type == .integer && types.contains(.number)
  }
}

extension ValueSchema {
  /// What is expected, for messages: "a whole number from 1 to 10".
  public var expectation: String {
    if !choices.isEmpty { return choice(choices.map(ValueSchema.shown)) }
    if types.isEmpty { return "a value" }
    return choice(types.filter { $0 != .null || types.count == 1 }.map(expectation))
  }

  private func expectation(of type: ValueType) -> String {
    switch type {
    case .string:
      "text" + (pattern.map { " that matches \($0)" } ?? "") + range(minLength, maxLength, " of ", "characters")
    case .integer: "a whole number" + numbers
    case .number: "a number" + numbers
    case .boolean: "true or false"
    case .array:
      "a list" + (elements.first.flatMap(\.plural).map { " of " + $0 } ?? "")
        + range(minItems, maxItems, " with ", "elements")
    case .object: "a map"
    case .null: "null"
    }
  }

  private var plural: String? {
    guard types.count == 1 else { return nil }
    switch types[0] {
    case .string: return choices.isEmpty ? "texts" : choice(choices.map(ValueSchema.shown))
    case .integer: return "whole numbers"
    case .number: return "numbers"
    case .object: return "maps"
    case .boolean, .array, .null: return nil
    }
  }

  private var numbers: String {
    var parts: [String] = []
    if let minimum { parts.append("from \(ValueSchema.text(minimum))") }
    if let exclusiveMinimum { parts.append("above \(ValueSchema.text(exclusiveMinimum))") }
    if let maximum { parts.append("to \(ValueSchema.text(maximum))") }
    if let exclusiveMaximum { parts.append("below \(ValueSchema.text(exclusiveMaximum))") }
    return parts.isEmpty ? "" : " " + parts.joined(separator: " ")
  }

  private func range(_ least: Int?, _ most: Int?, _ word: String, _ unit: String) -> String {
    switch (least, most) {
    case (nil, nil): ""
    case (.some(let least), nil): "\(word)at least \(least) \(least == 1 ? String(unit.dropLast()) : unit)"
    case (nil, .some(let most)): "\(word)at most \(most) \(most == 1 ? String(unit.dropLast()) : unit)"
    case (.some(let least), .some(let most)): "\(word)\(least) to \(most) \(unit)"
    }
  }

  /// A word as it is; what a person would not see between others with its quotes.
  private static func shown(_ choice: JSONTree) -> String {
    let text = choice.plainText
    let isWord = text.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
    return isWord && !text.unicodeScalars.contains { $0.properties.isWhitespace } ? text : choice.text
  }

  /// Whole numbers without `.0`.
  private static func text(_ number: Double) -> String {
    Int64(exactly: number).map(String.init) ?? String(number)
  }

  private func choice(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}

extension JSONTree {
  /// A string's own text, anything else as JSON.
  public var plainText: String {
    if case .string(let text) = self { return text }
    return text
  }
}
