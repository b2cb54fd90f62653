/// Turns the elements and runs of text of a document into what its handler asked for.
struct SAXContext: ~Copyable {
  let handler: any SAXHandler
  let input: UnsafeBufferPointer<UInt8>
  let limits: SAXLimits
  var references: XMLReferences
  var repairs: SAXRepairs = []

  /// The codes of open elements outside of collected parts.
  private var codes = DepthStack<UInt16>()
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

  init(handler: any SAXHandler, input: UnsafeBufferPointer<UInt8>, limits: SAXLimits) {
    self.handler = handler
    self.input = input
    self.limits = limits
    references = XMLReferences(budget: limits.expansion)
  }

  /// Begins an element.
  ///
  /// - Returns: what the handler wants of its inside, for `enter` or `leaf`; `nil` where the element belongs to what is
  ///   collected or skipped.
  mutating func start(
    _ code: UInt16, name: UnsafeBufferPointer<UInt8>, attributes: borrowing SAXAttributes
  ) -> SAXContent? {
    if content != .children, content != .markup, handler.interruptsText(code) { interrupt() }
    guard content == .children else {
      innerDepth += 1
      holdsElements = true
      if content == .markup || content == .html { writeStart(name, attributes) }
      return nil
    }
    return handler.startElement(code, attributes: attributes)
  }

  /// Goes into an element that has begun.
  mutating func enter(_ code: UInt16, _ answer: SAXContent) {
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

  /// Ends an element that has begun and holds nothing but a text, as `enter`, `text` and `end` would.
  ///
  /// - Parameters:
  ///   - answer: `text`, `html` or `mixed`.
  ///   - isEncoded: there is an `&` in the text.
  mutating func leaf(_ code: UInt16, _ answer: SAXContent, _ range: Range<Int>, isEncoded: Bool) {
    let run = UnsafeBufferPointer(rebasing: input[range])
    if answer == .mixed {
      mixedDepth = 0
      mixedText.removeAll()
      if isEncoded { references.appendDecoded(run, to: &mixedText, limit: limits.text) }
      handler.endElement(
        code, text: SAXText(isEncoded ? mixedText.bytes : run, isCut: false, holdsElements: false))
    } else if isEncoded || range.count > limits.text {
      content = answer
      innerDepth = 0
      clearText()
      text(range, isEncoded: isEncoded)
      content = .children
      report(code)
    } else {
      clearText()
      handler.endElement(code, text: SAXText(run, isCut: false, holdsElements: false))
    }
  }

  /// Ends the collected or skipped element before its time: it was not closed where it should have been. Its own end
  /// and those of the elements inside come later and mean nothing.
  private mutating func interrupt() {
    repairs.insert(.tags)
    guard let code = codes.popLast() else { return }
    if content != .nothing { report(code) }
    content = .children
    for _ in 0...innerDepth { codes.append(SAXContext.endedBefore) }
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

  /// Ends an element; its name may have a prefix.
  mutating func end(name: UnsafeBufferPointer<UInt8>) {
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
        _ = codes.popLast()
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

  /// Text is of use here.
  var wantsText: Bool { content == .children ? mixedDepth > 0 && codes.count == mixedDepth : content != .nothing }

  /// A run of text; `isEncoded`: there is an `&` in it.
  mutating func text(_ range: Range<Int>, isEncoded: Bool) {
    guard collects else { return appendMixed(range, isEncoded: isEncoded) }
    guard !isCut else { return }
    let run = UnsafeBufferPointer(rebasing: input[range])
    if !isEncoded, !writesEscaped {
      if text.count == 0, piece == nil {
        piece = range
      } else {
        settlePiece()
        text.append(run)
      }
    } else {
      settlePiece()
      if !writesEscaped {
        references.appendDecoded(run, to: &text, limit: limits.text + 4)
      } else if !isEncoded {
        text.append(escaping: run, inAttribute: false)
      } else {
        var decoded = ByteBuffer(capacity: run.count)
        references.appendDecoded(run, to: &decoded, limit: limits.text + 4)
        text.append(escaping: decoded.bytes, inAttribute: false)
      }
    }
    cutText()
  }

  private mutating func appendMixed(_ range: Range<Int>, isEncoded: Bool) {
    guard wantsText, mixedText.count < limits.text else { return }
    let run = UnsafeBufferPointer(rebasing: input[range])
    if isEncoded {
      references.appendDecoded(run, to: &mixedText, limit: limits.text)
    } else {
      mixedText.append(run)
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

  private mutating func writeStart(_ name: UnsafeBufferPointer<UInt8>, _ attributes: borrowing SAXAttributes) {
    guard !isCut else { return }
    settlePiece()
    text.append(UInt8(ascii: "<"))
    text.append(name)
    attributes.write(to: &text)
    text.append(UInt8(ascii: ">"))
    cutText()
  }

  private mutating func writeEnd(_ name: UnsafeBufferPointer<UInt8>) {
    let prefixLength = XMLNames.prefixLength(name, 0..<name.count)
    let name = UnsafeBufferPointer(rebasing: name[prefixLength...])
    guard !isCut, !HTMLVoidElements.contains(name) else { return }
    settlePiece()
    text.append("</")
    text.append(name)
    text.append(UInt8(ascii: ">"))
    cutText()
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
