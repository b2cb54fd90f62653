/// Finds the end of a start tag, and whether it is written as XML wants it.
struct XMLTagScan {
  /// A tag that was looked at.
  struct Result {
    /// Where its name stands.
    var name: Range<Int>
    /// The place after its `>`; `nil` where the document ends before.
    var end: Int?
    /// It can be handed to the parser as it stands.
    var isClean: Bool
    /// It ends with `/>`.
    var isEmpty: Bool
  }

  /// From here on there is no double (single) quote any more: without this memory, a thousand tags with an open quote
  /// would each look through the whole rest.
  private var endOfDoubleQuotes = Int.max
  private var endOfSingleQuotes = Int.max

  /// Looks at the tag whose `<` stands at `start`.
  static func scan(
    _ input: UnsafeBufferPointer<UInt8>, at start: Int, memory: inout XMLTagScan
  ) -> Result {
    var index = start + 1
    while index < input.count, input[index].isXMLNameByte { index += 1 }
    let name = (start + 1)..<index
    // Most tags have no attributes.
    if index < input.count, input[index] == UInt8(ascii: ">") {
      return Result(name: name, end: index + 1, isClean: true, isEmpty: false)
    }
    var isClean = true
    var attributes = 0
    while true {
      let space = index
      while index < input.count, input[index].isXMLSpace { index += 1 }
      guard index < input.count else { return Result(name: name, end: nil, isClean: false, isEmpty: false) }
      let byte = input[index]
      if byte == UInt8(ascii: ">") { return Result(name: name, end: index + 1, isClean: isClean, isEmpty: false) }
      if byte == UInt8(ascii: "/"), index + 1 < input.count, input[index + 1] == UInt8(ascii: ">") {
        return Result(name: name, end: index + 2, isClean: isClean, isEmpty: true)
      }
      if byte == UInt8(ascii: "<") {
        // The next tag begins before this one ended.
        return Result(name: name, end: index, isClean: false, isEmpty: false)
      }
      attributes += 1
      if space == index || !byte.isXMLNameStart || attributes > XMLPreparation.mostAttributes { isClean = false }
      index = attribute(input, at: index, isClean: &isClean, memory: &memory)
    }
  }

  /// Goes over one attribute, or over one byte that begins none; returns where it ends.
  private static func attribute(
    _ input: UnsafeBufferPointer<UInt8>, at start: Int, isClean: inout Bool, memory: inout XMLTagScan
  ) -> Int {
    guard let parts = parts(input, at: start, memory: &memory) else {
      isClean = false
      return start + 1
    }
    if !parts.isQuoted {
      isClean = false
    } else {
      for index in parts.value where input[index] == UInt8(ascii: "&") || input[index] == UInt8(ascii: "<") {
        isClean = false
      }
    }
    return parts.end
  }

  /// An attribute's parts.
  struct Attribute {
    var name: Range<Int>
    var value: Range<Int>
    var isQuoted: Bool
    var end: Int
  }

  /// Reads one attribute, quoted or not, with a value or without.
  static func parts(
    _ input: UnsafeBufferPointer<UInt8>, at start: Int, memory: inout XMLTagScan
  ) -> Attribute? {
    var index = start
    while index < input.count, input[index].isXMLNameByte { index += 1 }
    guard index > start else { return nil }
    let name = start..<index
    var afterSpace = index
    while afterSpace < input.count, input[afterSpace].isXMLSpace { afterSpace += 1 }
    guard afterSpace < input.count, input[afterSpace] == UInt8(ascii: "=") else {
      return Attribute(name: name, value: index..<index, isQuoted: false, end: index)
    }
    index = afterSpace + 1
    while index < input.count, input[index].isXMLSpace { index += 1 }
    guard index < input.count else { return Attribute(name: name, value: index..<index, isQuoted: false, end: index) }
    let quote = input[index]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      let end = endOfValue(input, from: index + 1, quote: quote, memory: &memory)
    {
      let isClosed = input[end] == quote
      return Attribute(name: name, value: (index + 1)..<end, isQuoted: isClosed, end: isClosed ? end + 1 : end)
    }
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") { index += 1 }
    let valueStart = index
    while index < input.count, !input[index].isXMLSpace, input[index] != UInt8(ascii: ">"),
      input[index] != UInt8(ascii: "<"), !(input.matches("/>", at: index))
    {
      index += 1
    }
    return Attribute(name: name, value: valueStart..<index, isQuoted: false, end: index)
  }

  /// Where a quoted value ends: at its quote, or, where a tag seems to begin inside, at the `>` before that.
  private static func endOfValue(
    _ input: UnsafeBufferPointer<UInt8>, from start: Int, quote: UInt8, memory: inout XMLTagScan
  ) -> Int? {
    let isDouble = quote == UInt8(ascii: "\"")
    guard start < (isDouble ? memory.endOfDoubleQuotes : memory.endOfSingleQuotes) else { return nil }
    guard let end = input.index(of: quote, from: start) else {
      if isDouble { memory.endOfDoubleQuotes = start } else { memory.endOfSingleQuotes = start }
      return nil
    }
    var close: Int?
    for index in start..<end {
      if input[index] == UInt8(ascii: ">"), close == nil { close = index }
      if input[index] == UInt8(ascii: "<"), let close { return close }
    }
    return end
  }
}
