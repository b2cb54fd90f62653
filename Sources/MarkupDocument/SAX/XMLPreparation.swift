import Glibc

/// Makes bytes into markup that any XML parser reads to its end, and lifts long text out of it.
///
/// Feeds in the wild break XML's rules at every point, and libxml2's recovery loses what stands around a fault. So one
/// pass before the parser closes what is open, drops what was never opened, quotes attributes and leaves out
/// document types, comments and instructions. As it goes over every byte anyway, text that the parser would only hand
/// back (CDATA sections, long text, text with references) is left where it is, and an empty instruction `<?t?>` marks
/// its place: libxml2 then sees tags and short text only, which is a matter of speed (design: section 5).
/// There is no document type left that could name an external entity.
struct XMLPreparation: ~Copyable {
  /// Text that was lifted out.
  struct Lift {
    /// Where it stands in the input.
    var start: Int
    var end: Int
    /// Where its mark ends in the markup.
    var markEnd: Int
    /// It may hold references.
    var isEncoded: Bool
  }

  /// Text shorter than this stays in the markup.
  static let liftedLength = 64
  /// Elements with more attributes lose the rest: libxml2 compares each with each.
  static let mostAttributes = 256

  let input: UnsafeBufferPointer<UInt8>
  let limits: SAXLimits
  var markup: ByteBuffer
  var lifts: [Lift] = []
  var references: XMLReferences
  var repairs: SAXRepairs = []
  /// The names of open elements, as places in the input.
  private var open: [Range<Int>] = []
  private var hasElement = false
  private var isDone = false
  /// Where the markup's last byte comes from a CDATA section: white space beside it is only layout.
  private var followsSection = false
  /// From here on there is no `?>`; looked for once only.
  private var endOfInstructions = Int.max
  var tagScan = XMLTagScan()

  init(_ input: UnsafeBufferPointer<UInt8>, limits: SAXLimits) {
    self.input = input
    self.limits = limits
    references = XMLReferences(budget: limits.expansion)
    markup = ByteBuffer(capacity: input.count + 64)
    open.reserveCapacity(32)
  }

  /// Prepares everything from `start` on.
  mutating func run(from start: Int) throws(SAXError) {
    var index = start
    while index < input.count, !isDone {
      guard let tag = input.index(of: UInt8(ascii: "<"), from: index) else {
        text(index, input.count)
        index = input.count
        break
      }
      if tag > index { text(index, tag) }
      index = try markup(at: tag)
    }
    guard hasElement else { throw .noElement }
    if !open.isEmpty {
      repairs.insert(.truncated)
      markup.append("<?b?>")
      while let name = open.popLast() { close(name) }
    } else if index < input.count, input[index...].contains(where: { !$0.isXMLSpace }), !onlyComments(from: index) {
      repairs.insert(.surroundings)
    }
    if references.isMended { repairs.insert(.references) }
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
  private mutating func markup(at tag: Int) throws(SAXError) -> Int {
    let next = tag + 1 < input.count ? input[tag + 1] : 0
    switch next {
    case UInt8(ascii: "/"):
      return endTag(at: tag)
    case UInt8(ascii: "!"):
      if input.matches("<![CDATA[", at: tag) { return section(at: tag) }
      if input.matches("<!--", at: tag) {
        return (input.index(of: "-->", from: tag + 4) ?? input.count - 3) + 3
      }
      if !hasElement, input.matches("<!DOCTYPE", at: tag) {
        var scan = DocumentTypeScan(input: input, index: tag)
        references.entities = scan.run()
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
      guard next.isXMLNameStart else {
        if !open.isEmpty {
          repairs.insert(.tags)
          markup.append("&lt;")
        }
        return tag + 1
      }
      return try startTag(at: tag)
    }
  }

  private mutating func startTag(at tag: Int) throws(SAXError) -> Int {
    let scan = XMLTagScan.scan(input, at: tag, memory: &tagScan)
    guard let end = scan.end else {
      // The document breaks off inside a tag.
      return input.count
    }
    guard open.count < limits.depth else { throw .tooDeep(limit: limits.depth) }
    hasElement = true
    followsSection = false
    if scan.isClean {
      markup.append(UnsafeBufferPointer(rebasing: input[tag..<end]))
    } else {
      rewriteTag(at: tag, name: scan.name, end: end, isEmpty: scan.isEmpty)
    }
    if scan.isEmpty {
      isDone = open.isEmpty
    } else {
      open.append(scan.name)
    }
    return end
  }

  private mutating func endTag(at tag: Int) -> Int {
    var nameEnd = tag + 2
    while nameEnd < input.count, input[nameEnd].isXMLNameByte { nameEnd += 1 }
    guard
      let close = nameEnd < input.count && input[nameEnd] == UInt8(ascii: ">")
        ? nameEnd : input.index(of: UInt8(ascii: ">"), from: nameEnd)
    else { return input.count }
    let name = (tag + 2)..<nameEnd
    if let last = open.last, same(last, name) {
      open.removeLast()
      markup.append(UnsafeBufferPointer(rebasing: input[tag..<nameEnd]))
      markup.append(UInt8(ascii: ">"))
    } else {
      repairs.insert(.tags)
      if let depth = open.lastIndex(where: { same($0, name) }) ?? open.lastIndex(where: { sameLetters($0, name) }) {
        while open.count > depth, let inner = open.popLast() { self.close(inner) }
      }
    }
    followsSection = false
    isDone = hasElement && open.isEmpty
    return close + 1
  }

  private mutating func close(_ name: Range<Int>) {
    markup.append("</")
    markup.append(UnsafeBufferPointer(rebasing: input[name]))
    markup.append(UInt8(ascii: ">"))
  }

  private func same(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    guard left.count == right.count, let base = input.baseAddress else { return false }
    return memcmp(base + left.lowerBound, base + right.lowerBound, left.count) == 0
  }

  private func sameLetters(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    left.count == right.count
      && zip(input[left], input[right]).allSatisfy { $0 == $1 || ($0 | 0x20 == $1 | 0x20 && ($0 | 0x20) &- 0x61 < 26) }
  }

  private mutating func section(at tag: Int) -> Int {
    let start = tag + 9
    let end = input.index(of: "]]>", from: start)
    if !open.isEmpty {
      lift(start, end ?? input.count, isEncoded: false)
      followsSection = true
    }
    return end.map { $0 + 3 } ?? input.count
  }

  private mutating func text(_ start: Int, _ end: Int) {
    guard !open.isEmpty else { return }
    let run = UnsafeBufferPointer(rebasing: input[start..<end])
    let isLong = run.count >= Self.liftedLength
    if !isLong, run[0].isXMLSpace, run.allSatisfy({ $0.isXMLSpace }) {
      if open.count > limits.layoutDepth, !followsSection, !input.matches("<![CDATA[", at: end) { markup.append(run) }
    } else if run.index(of: UInt8(ascii: "&"), from: 0) != nil {
      lift(start, end, isEncoded: true)
    } else if isLong {
      lift(start, end, isEncoded: false)
    } else {
      appendShort(run)
    }
    followsSection = false
  }

  /// XML forbids `]]>` in text; it is rare enough to look for a `>` only.
  private mutating func appendShort(_ run: UnsafeBufferPointer<UInt8>) {
    guard run.index(of: UInt8(ascii: ">"), from: 0) != nil else { return markup.append(run) }
    markup.append(escaping: run, inAttribute: false)
  }

  private mutating func lift(_ start: Int, _ end: Int, isEncoded: Bool) {
    guard end > start else { return }
    markup.append("<?t?>")
    lifts.append(Lift(start: start, end: end, markEnd: markup.count, isEncoded: isEncoded))
  }
}
