/// An attribute of a start tag, as places in the input.
struct XMLAttribute {
  var name: Range<Int>
  /// Where its value stands, in the input or among the rewritten values.
  var value: Range<Int>
  /// The value had references or line ends in it, and was written anew.
  var isRewritten = false
  /// The length of the name's prefix with the colon; 0 where there is none.
  var prefixLength = 0

  /// What a pass over a tag finds of an attribute.
  struct Parts {
    var name: Range<Int>
    var value: Range<Int>
    var isQuoted: Bool
    /// There is a byte in the value that does not stand for itself: an `&`, a tab or a line end.
    var needsRewriting: Bool
    var end: Int
  }

  /// Where quotes ended: without this memory, a thousand tags with an open quote would each look through the whole
  /// rest.
  struct QuoteMemory {
    /// From here on there is no double (single) quote any more.
    var endOfDoubleQuotes = Int.max
    var endOfSingleQuotes = Int.max
  }

  /// Reads one attribute, quoted or not, with a value or without; `nil` where there is no name.
  static func parts(_ input: UnsafeBufferPointer<UInt8>, at start: Int, memory: inout QuoteMemory) -> Parts? {
    var index = start
    while index < input.count, input[index].isXMLNameByte { index += 1 }
    guard index > start else { return nil }
    let name = start..<index
    var afterSpace = index
    while afterSpace < input.count, input[afterSpace].isXMLSpace { afterSpace += 1 }
    guard afterSpace < input.count, input[afterSpace] == UInt8(ascii: "=") else {
      return Parts(name: name, value: index..<index, isQuoted: false, needsRewriting: false, end: index)
    }
    index = afterSpace + 1
    while index < input.count, input[index].isXMLSpace { index += 1 }
    guard index < input.count else {
      return Parts(name: name, value: index..<index, isQuoted: false, needsRewriting: false, end: index)
    }
    let quote = input[index]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      let (end, needsRewriting) = endOfValue(input, from: index + 1, quote: quote, memory: &memory)
    {
      let isClosed = input[end] == quote
      return Parts(
        name: name, value: (index + 1)..<end, isQuoted: isClosed, needsRewriting: needsRewriting,
        end: isClosed ? end + 1 : end)
    }
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") { index += 1 }
    let valueStart = index
    var needsRewriting = false
    while index < input.count, !input[index].isXMLSpace, input[index] != UInt8(ascii: ">"),
      input[index] != UInt8(ascii: "<"), !(input.matches("/>", at: index))
    {
      if input[index] == UInt8(ascii: "&") { needsRewriting = true }
      index += 1
    }
    return Parts(name: name, value: valueStart..<index, isQuoted: false, needsRewriting: needsRewriting, end: index)
  }

  /// Where a quoted value ends: at its quote, or, where a tag seems to begin inside, at the `>` before that.
  private static func endOfValue(
    _ input: UnsafeBufferPointer<UInt8>, from start: Int, quote: UInt8, memory: inout QuoteMemory
  ) -> (end: Int, needsRewriting: Bool)? {
    let isDouble = quote == UInt8(ascii: "\"")
    guard start < (isDouble ? memory.endOfDoubleQuotes : memory.endOfSingleQuotes) else { return nil }
    guard let end = input.index(of: quote, from: start) else {
      if isDouble { memory.endOfDoubleQuotes = start } else { memory.endOfSingleQuotes = start }
      return nil
    }
    var close: Int?
    var needsRewriting = false
    for index in start..<end {
      // All bytes that matter are below the letters.
      let byte = input[index]
      guard byte <= UInt8(ascii: ">") else { continue }
      if byte == UInt8(ascii: "&") || byte < 0x20 { needsRewriting = true }
      if byte == UInt8(ascii: ">"), close == nil { close = index }
      if byte == UInt8(ascii: "<"), let close { return (close, needsRewriting) }
    }
    return (end, needsRewriting)
  }
}
