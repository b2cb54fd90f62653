internal import CLibXML2
import Glibc

/// What libxml2's callbacks work on: one struct behind a raw pointer, because a class costs a tenth of the time.
struct SAXContext: ~Copyable {
  let handler: any SAXHandler
  /// The parser that calls, while it does.
  var parser: xmlParserCtxtPtr?
  let input: UnsafeBufferPointer<UInt8>
  let limits: SAXLimits
  /// Lifted text, in order.
  let lifts: [XMLPreparation.Lift]
  private var nextLift = 0
  var references: XMLReferences
  var repairs: SAXRepairs = []
  private var names = SAXNames()

  /// The codes of open elements outside of collected parts.
  private var codes: [UInt16] = []
  /// What is done with the inside of the innermost of them.
  private var content = SAXContent.children
  /// Open elements inside of the collected or skipped part.
  private var innerDepth = 0
  private var text = ByteBuffer(capacity: 1 << 14)
  /// The text that stands directly in an element whose children are reported as well, and how deep that element is.
  private var mixedText = ByteBuffer(capacity: 64)
  private var mixedDepth = 0
  /// The whole text so far, where it is one piece of the input: then it need not be copied.
  private var piece: Range<Int>?
  private var isCut = false
  private var holdsElements = false

  init(
    handler: any SAXHandler, input: UnsafeBufferPointer<UInt8>, limits: SAXLimits, lifts: [XMLPreparation.Lift],
    references: XMLReferences
  ) {
    self.handler = handler
    self.input = input
    self.limits = limits
    self.lifts = lifts
    self.references = references
    codes.reserveCapacity(limits.depth + 1)
  }

  mutating func start(
    name: UnsafePointer<xmlChar>, prefix: UnsafePointer<xmlChar>?, namespace: UnsafePointer<xmlChar>?,
    attributes: borrowing SAXAttributes
  ) {
    if content != .children, content != .markup {
      let code = names.code(name: name, prefix: prefix, namespace: namespace, handler: handler)
      if handler.interruptsText(code) { interrupt() }
    }
    guard content == .children else {
      innerDepth += 1
      holdsElements = true
      if content == .markup || content == .html { writeStart(name, attributes) }
      return
    }
    let code = names.code(name: name, prefix: prefix, namespace: namespace, handler: handler)
    let answer = handler.startElement(code, attributes: attributes)
    codes.append(code)
    if answer == .children { return }
    if answer == .mixed {
      mixedDepth = codes.count
      mixedText.removeAll()
      return
    }
    content = answer
    innerDepth = 0
    clearText()
  }

  /// Ends the collected or skipped element before its time: it was not closed where it should have been. Its own end
  /// and those of the elements inside come later and mean nothing.
  private mutating func interrupt() {
    repairs.insert(.tags)
    guard let code = codes.popLast() else { return }
    if content != .nothing { report(code) }
    content = .children
    codes.append(contentsOf: repeatElement(SAXContext.endedBefore, count: innerDepth + 1))
    innerDepth = 0
  }

  /// Stands for an element whose end was reported before it came.
  private static let endedBefore = UInt16.max

  private mutating func clearText() {
    text.removeAll()
    piece = nil
    isCut = false
    holdsElements = false
  }

  mutating func end(name: UnsafePointer<xmlChar>) {
    var isCollected = false
    if content != .children {
      if innerDepth > 0 {
        innerDepth -= 1
        if content == .markup || content == .html { writeEnd(name) }
        return
      }
      let isSkipped = content == .nothing
      isCollected = true
      content = .children
      if isSkipped {
        codes.removeLast()
        return
      }
    } else {
      clearText()
    }
    let isMixed = !isCollected && codes.count == mixedDepth
    guard let code = codes.popLast(), code != SAXContext.endedBefore else { return }
    if isMixed, mixedDepth > 0 {
      mixedDepth = 0
      handler.endElement(code, text: SAXText(mixedText.bytes, isCut: false, holdsElements: false))
      return
    }
    report(code)
  }

  /// Reports the end of an element with the text that was collected.
  private mutating func report(_ code: UInt16) {
    if isCut { repairs.insert(.longText) }
    let bytes = piece.map { UnsafeBufferPointer(rebasing: input[$0]) } ?? text.bytes
    handler.endElement(code, text: SAXText(bytes, isCut: isCut, holdsElements: holdsElements))
  }

  mutating func characters(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard collects else { return appendMixed(bytes) }
    settlePiece()
    if writesEscaped { text.append(escaping: bytes, inAttribute: false) } else { text.append(bytes) }
    cutText()
  }

  /// A mark that was put where text was lifted; `offset` is where it ended.
  mutating func mark(at offset: Int) {
    while nextLift < lifts.count, lifts[nextLift].markEnd < offset { nextLift += 1 }
    guard nextLift < lifts.count, lifts[nextLift].markEnd == offset else { return }
    let lift = lifts[nextLift]
    nextLift += 1
    guard collects else { return markMixed(lift) }
    guard !isCut else { return }
    if !lift.isEncoded, !writesEscaped {
      if text.count == 0, piece == nil {
        piece = lift.start..<lift.end
      } else {
        settlePiece()
        text.append(UnsafeBufferPointer(rebasing: input[lift.start..<lift.end]))
      }
    } else {
      settlePiece()
      let run = UnsafeBufferPointer(rebasing: input[lift.start..<lift.end])
      if !writesEscaped {
        references.appendDecoded(run, to: &text, limit: limits.text + 4)
      } else if !lift.isEncoded {
        text.append(escaping: run, inAttribute: false)
      } else {
        var decoded = ByteBuffer(capacity: run.count)
        references.appendDecoded(run, to: &decoded, limit: limits.text + 4)
        text.append(escaping: decoded.bytes, inAttribute: false)
      }
    }
    cutText()
  }

  private mutating func appendMixed(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard content == .children, mixedDepth > 0, codes.count == mixedDepth else { return }
    guard mixedText.count < limits.text else { return }
    mixedText.append(bytes)
  }

  private mutating func markMixed(_ lift: XMLPreparation.Lift) {
    guard content == .children, mixedDepth > 0, codes.count == mixedDepth else { return }
    let run = UnsafeBufferPointer(rebasing: input[lift.start..<lift.end])
    if lift.isEncoded {
      references.appendDecoded(run, to: &mixedText, limit: limits.text)
    } else {
      appendMixed(run)
    }
  }

  private var collects: Bool { content != .children && content != .nothing }

  private var writesEscaped: Bool { content == .markup || (content == .html && innerDepth > 0) }

  /// Moves the single piece into the buffer, because more text comes.
  private mutating func settlePiece() {
    guard let range = piece else { return }
    text.append(UnsafeBufferPointer(rebasing: input[range]))
    piece = nil
  }

  /// Cuts what is longer than the limit, between two characters.
  private mutating func cutText() {
    if let range = piece, range.count > limits.text {
      piece = range.lowerBound..<boundary(in: input, at: range.lowerBound + limits.text, from: range.lowerBound)
      isCut = true
    } else if text.count > limits.text {
      text.truncate(to: boundary(in: text.bytes, at: limits.text, from: 0))
      isCut = true
    }
  }

  private func boundary(in bytes: UnsafeBufferPointer<UInt8>, at index: Int, from start: Int) -> Int {
    var index = index
    while index > start, bytes[index] & 0xC0 == 0x80 { index -= 1 }
    return index
  }

  private mutating func writeStart(_ name: UnsafePointer<xmlChar>, _ attributes: borrowing SAXAttributes) {
    guard !isCut else { return }
    settlePiece()
    text.append(UInt8(ascii: "<"))
    text.append(bytes(name))
    attributes.write(to: &text)
    text.append(UInt8(ascii: ">"))
    cutText()
  }

  private mutating func writeEnd(_ name: UnsafePointer<xmlChar>) {
    guard !isCut, !HTMLVoidElements.contains(bytes(name)) else { return }
    settlePiece()
    text.append("</")
    text.append(bytes(name))
    text.append(UInt8(ascii: ">"))
    cutText()
  }

  private func bytes(_ name: UnsafePointer<xmlChar>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: name, count: strlen(UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self)))
  }
}

/// Elements that HTML writes without an end tag (HTML section 13.1.2).
enum HTMLVoidElements {
  private static let names: [StaticString] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
  ]

  static func contains(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    name.count <= 6 && names.contains { $0.utf8CodeUnitCount == name.count && name.matches($0, at: 0) }
  }
}
