/// Goes over a document once and reports its elements and text, whatever state the document is in.
///
/// Feeds in the wild break XML's rules at every point, and a parser that stops or recovers on its own terms loses what
/// stands around a fault. So this one closes what is open, drops what was never opened, takes attributes without
/// quotes, and passes over document types, comments and instructions. Of a document type only the entities are kept
/// that it declares itself: nothing outside of the document can be named.
///
/// It hands on places in the input, no copies: what becomes a string is made once, where it is kept. The tests compare it
/// with libxml2's tree of the same documents.
struct XMLScanner: ~Copyable {
  /// Elements with more attributes lose the rest.
  static let mostAttributes = 256

  let input: UnsafeBufferPointer<UInt8>
  let limits: SAXLimits
  var context: SAXContext
  var names = XMLNames()
  /// The names of open elements, as places in the input.
  private var open = DepthStack<Range<Int>>()
  private var hasElement = false
  private var isDone = false
  /// The last text came from a CDATA section: white space beside it is only layout.
  private var followsSection = false
  /// From here on there is no `?>`; looked for once only.
  private var endOfInstructions = Int.max
  var quotes = XMLAttribute.QuoteMemory()
  /// The attributes of the tag that is being read, and those of their values that were written anew.
  var attributes: [XMLAttribute] = []
  var rewritten = ByteBuffer(capacity: 256)
  /// Among them are some with a prefix; some may declare a namespace.
  var hasPrefixes = false
  var mayDeclare = false

  init(_ input: UnsafeBufferPointer<UInt8>, limits: SAXLimits, handler: any SAXHandler) {
    self.input = input
    self.limits = limits
    context = SAXContext(handler: handler, input: input, limits: limits)
    attributes.reserveCapacity(8)
  }

  /// Reads everything from `start` on.
  mutating func run(from start: Int) throws(SAXError) {
    var index = start
    while index < input.count, !isDone {
      // Tags mostly stand side by side, or on a line each.
      let isNear = input[index] == UInt8(ascii: "<")
      guard let tag = isNear ? index : input.index(of: UInt8(ascii: "<"), from: index) else {
        text(index, input.count)
        index = input.count
        break
      }
      if tag > index { text(index, tag) }
      index = try markup(at: tag)
    }
    guard hasElement else { throw .noElement }
    if !open.isEmpty {
      context.repairs.insert(.truncated)
      context.handler.documentBrokeOff()
      while !open.isEmpty { close() }
    } else if index < input.count, input[index...].contains(where: { !$0.isXMLSpace }), !onlyComments(from: index) {
      context.repairs.insert(.surroundings)
    }
    if context.references.isExhausted { throw .entityExpansion(limit: limits.expansion) }
    if context.references.isMended { context.repairs.insert(.references) }
  }

  private func onlyComments(from start: Int) -> Bool {
    var index = start
    while index < input.count {
      if input[index].isXMLSpace {
        index += 1
      } else if input.matches("<!--", at: index), let end = input.index(of: "-->", from: index + 4) {
        index = end + 3
      } else {
        return false
      }
    }
    return true
  }

  /// One piece of markup, or a `<` that is none; returns where it ends.
  @inline(__always) private mutating func markup(at tag: Int) throws(SAXError) -> Int {
    let next = tag + 1 < input.count ? input[tag + 1] : 0
    if next == UInt8(ascii: "/") { return endTag(at: tag) }
    if next.isXMLNameStart { return try startTag(at: tag) }
    return otherMarkup(at: tag, next)
  }

  private mutating func otherMarkup(at tag: Int, _ next: UInt8) -> Int {
    switch next {
    case UInt8(ascii: "!"):
      if input.matches("<![CDATA[", at: tag) { return section(at: tag) }
      if input.matches("<!--", at: tag) {
        return (input.index(of: "-->", from: tag + 4) ?? input.count - 3) + 3
      }
      if !hasElement, input.matches("<!DOCTYPE", at: tag) {
        var scan = DocumentTypeScan(input: input, index: tag)
        context.references.entities = scan.run()
        return scan.index
      }
      return (input.index(of: UInt8(ascii: ">"), from: tag) ?? input.count - 1) + 1
    case UInt8(ascii: "?"):
      if tag < endOfInstructions {
        if let end = input.index(of: "?>", from: tag) { return end + 2 }
        endOfInstructions = tag
      }
      return (input.index(of: UInt8(ascii: ">"), from: tag) ?? input.count - 1) + 1
    default:
      if !open.isEmpty {
        context.repairs.insert(.tags)
        context.text(tag..<(tag + 1), isEncoded: false)
      }
      return tag + 1
    }
  }

  private mutating func startTag(at tag: Int) throws(SAXError) -> Int {
    let slot: UnsafePointer<XMLNames.Slot>
    var index: Int
    if let expected = names.expectedSlot(input, at: tag + 1) {
      slot = expected
      index = tag + 1 + slot.pointee.length
    } else {
      index = tag + 2
      while index < input.count, input[index].isXMLNameByte { index += 1 }
      slot = names.slot(input, (tag + 1)..<index)
    }
    let name = (tag + 1)..<index
    var isEmpty = false
    if !attributes.isEmpty { attributes.removeAll(keepingCapacity: true) }
    hasPrefixes = false
    mayDeclare = false
    // Most tags have no attributes.
    if index < input.count, input[index] == UInt8(ascii: ">") {
      index += 1
    } else {
      // The document breaks off inside a tag.
      guard let end = readAttributes(from: index, isEmpty: &isEmpty) else { return input.count }
      index = end
    }
    guard open.count < limits.depth else { throw .tooDeep(limit: limits.depth) }
    hasElement = true
    followsSection = false
    if mayDeclare { takeDeclarations(depth: open.count + 1) }
    let code = names.code(slot, input, context.handler)
    let local = UnsafeBufferPointer(rebasing: input[(name.lowerBound + slot.pointee.prefixLength)..<name.upperBound])
    let (input, values, hasPrefixes) = (input, rewritten.bytes, hasPrefixes)
    let answer = attributes.withUnsafeBufferPointer {
      context.start(
        code, name: local,
        attributes: SAXAttributes($0, input: input, rewritten: values, hasPrefixes: hasPrefixes))
    }
    if !isEmpty, let answer, let end = leaf(from: index, name, code, answer) { return end }
    if let answer { context.enter(code, answer) }
    if isEmpty {
      context.end(name: local)
      names.leave(depth: open.count)
      isDone = open.isEmpty
    } else {
      open.append(name)
    }
    return index
  }

  /// Ends an element that has just begun, where it holds a text and nothing else and its end tag is written as it
  /// mostly is; returns the place behind that.
  @inline(__always) private mutating func leaf(
    from start: Int, _ name: Range<Int>, _ code: UInt16, _ answer: SAXContent
  ) -> Int? {
    switch answer {
    case .text, .html, .mixed: break
    case .children, .markup, .nothing: return nil
    }
    guard let (tag, isEncoded) = input.endOfText(from: start), tag + 2 + name.count < input.count,
      input[tag + 1] == UInt8(ascii: "/"), input[tag + 2 + name.count] == UInt8(ascii: ">"),
      input.hasSame(tag + 2, name.lowerBound, count: name.count)
    else { return nil }
    context.leaf(code, answer, start..<tag, isEncoded: isEncoded)
    names.leave(depth: open.count)
    isDone = open.isEmpty
    return tag + 3 + name.count
  }

  private mutating func endTag(at tag: Int) -> Int {
    // Nearly every end tag is that of the innermost element, written without a space.
    if let last = open.last, tag + 2 + last.count < input.count, input[tag + 2 + last.count] == UInt8(ascii: ">"),
      input.hasSame(tag + 2, last.lowerBound, count: last.count)
    {
      close()
      followsSection = false
      isDone = open.isEmpty
      return tag + 3 + last.count
    }
    return unusualEndTag(at: tag)
  }

  private mutating func unusualEndTag(at tag: Int) -> Int {
    var nameEnd = tag + 2
    while nameEnd < input.count, input[nameEnd].isXMLNameByte { nameEnd += 1 }
    guard let end = input.index(of: UInt8(ascii: ">"), from: nameEnd) else { return input.count }
    let name = (tag + 2)..<nameEnd
    if let last = open.last, same(last, name) {
      close()
    } else {
      context.repairs.insert(.tags)
      if let depth = depth(of: name, anyCase: false) ?? depth(of: name, anyCase: true) {
        while open.count > depth { close() }
      }
    }
    followsSection = false
    isDone = hasElement && open.isEmpty
    return end + 1
  }

  /// Ends the innermost element.
  private mutating func close() {
    guard let name = open.popLast() else { return }
    context.end(name: UnsafeBufferPointer(rebasing: input[name]))
    names.leave(depth: open.count)
  }

  /// How deep the innermost open element of a name stands.
  private func depth(of name: Range<Int>, anyCase: Bool) -> Int? {
    var depth = open.count
    while depth > 0 {
      depth -= 1
      if anyCase ? sameLetters(open[depth], name) : same(open[depth], name) { return depth }
    }
    return nil
  }

  private func same(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    left.count == right.count && input.hasSame(left.lowerBound, right.lowerBound, count: left.count)
  }

  private func sameLetters(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    left.count == right.count
      && zip(input[left], input[right]).allSatisfy { $0 == $1 || ($0 | 0x20 == $1 | 0x20 && ($0 | 0x20) &- 0x61 < 26) }
  }

  private mutating func section(at tag: Int) -> Int {
    let start = tag + 9
    let end = input.index(of: "]]>", from: start)
    if !open.isEmpty {
      let until = end ?? input.count
      if until > start { context.text(start..<until, isEncoded: false) }
      followsSection = true
    }
    return end.map { $0 + 3 } ?? input.count
  }

  private mutating func text(_ start: Int, _ end: Int) {
    defer { followsSection = false }
    guard context.wantsText, !open.isEmpty else { return }
    // White space beside a section is layout.
    if input[start].isXMLSpace, followsSection || input.matches("<![CDATA[", at: end),
      input[start..<end].allSatisfy({ $0.isXMLSpace })
    {
      return
    }
    let run = UnsafeBufferPointer(rebasing: input[start..<end])
    context.text(start..<end, isEncoded: run.index(of: UInt8(ascii: "&"), from: 0) != nil)
  }
}
