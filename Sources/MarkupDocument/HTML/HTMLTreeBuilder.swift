internal import CLibXML2

/// Builds the tree that a browser would show (HTML standard 13.2.6), without scripting, out of libxml2's nodes.
///
/// libxml2's own HTML parser knows HTML 4: it nests what browsers close, closes what they nest and moves what they
/// leave, so that a selector copied from a browser would miss. This one follows the standard's insertion modes; names
/// are lower case in drawings too, and elements carry no namespace.
///
/// Bounds on hostile pages: `maximumDepth` as Chromium has it, a list of formatting elements that does not grow, and
/// a budget for elements that no tag asked for.
struct HTMLTreeBuilder: ~Copyable {
  /// An element that is still open.
  struct Open {
    var node: xmlNodePtr
    /// Where children go: the element itself, or the unseen contents of a `template`.
    var contents: xmlNodePtr
    var name: UnsafePointer<UInt8>
    var tag: HTMLTag
    /// In a drawing or a formula: a place where HTML may stand again.
    var integration = Integration.none
    /// Of elements with `HTMLTag.foreign`: a drawing rather than a formula.
    var isSVG = false
  }

  enum Integration: UInt8 { case none, html, mathText }

  enum Mode: UInt8 {
    case initial, beforeHTML, beforeHead, inHead, inHeadNoscript, afterHead, inBody, text, inTable, inTableText
    case inCaption, inColumnGroup, inTableBody, inRow, inCell, inSelect, inSelectInTable, inTemplate, afterBody
    case inFrameset, afterFrameset, afterAfterBody, afterAfterFrameset
  }

  /// A formatting element that is opened again in the next block; `node` nil marks the edge of a cell or an object.
  struct Formatting {
    var node: xmlNodePtr?
    var name: UnsafePointer<UInt8>?
    var tag: HTMLTag
  }

  static let maximumDepth = 512
  static let maximumFormatting = 48

  let document: xmlDocPtr
  let names: xmlDictPtr
  var arena: NodeArena
  var tokenizer: HTMLTokenizer
  var mode = Mode.initial
  var originalMode = Mode.inBody
  var templateModes: ContiguousArray<Mode> = []
  var open: ContiguousArray<Open> = []
  var formatting: ContiguousArray<Formatting> = []
  var headElement: xmlNodePtr?
  var formElement: xmlNodePtr?
  var framesetOK = true
  var isQuirky = false
  var fosterParenting = false
  /// The newest `p` is likely to be open: spares a walk where there is none.
  var ignoresNextLineFeed = false
  var tableText: ContiguousArray<UInt8> = []
  /// Elements that reconstruction may still make.
  var budget: Int
  /// The names that the rules know, as the dictionary keeps them, by their tag; `nil` for those not met yet.
  private var knownNames = ContiguousArray<UnsafePointer<UInt8>?>(repeating: nil, count: HTMLTag.allCases.count)

  // Text is collected until the tree changes, so that many small runs cost one node.
  var pendingText = ByteBuffer(capacity: 4_096)
  var pendingParent: xmlNodePtr?
  var pendingBefore: xmlNodePtr?

  // The start or end tag being worked on.
  var tag = HTMLTag.other
  var name: UnsafePointer<UInt8>

  /// - Parameter name: any name of the dictionary.
  init(document: xmlDocPtr, names: xmlDictPtr, name: UnsafePointer<UInt8>, tokenizer: consuming HTMLTokenizer) {
    self.document = document
    self.names = names
    self.name = name
    arena = NodeArena(document: document)
    budget = 10_000 + tokenizer.input.count / 4
    self.tokenizer = tokenizer
  }

  /// Reads the whole input.
  mutating func build() {
    while true {
      let token = tokenizer.next()
      switch token {
      case .characters: characters(tokenizer.text)
      case .nulls: if isForeign { insertReplacement() }
      case .startTag:
        ignoresNextLineFeed = false
        loadTag()
        if isForeign, !leavesForeignForStart { foreignStart() } else { start(mode) }
      case .endTag:
        ignoresNextLineFeed = false
        loadTag()
        if isForeign { foreignEnd() } else { end(mode) }
      case .comment: comment(tokenizer.text)
      case .doctype: doctype(tokenizer.text)
      case .end:
        finish()
        return
      }
      tokenizer.allowsCDATA = isForeign
    }
  }

  private mutating func finish() {
    if mode == .inTableText { flushTableText() }
    if mode == .text {
      pop()
      mode = originalMode
    }
    while isOpen(.template) {
      pop(through: .template)
      clearFormattingToMarker()
      _ = templateModes.popLast()
      resetMode()
    }
    // Even an empty input has `html`, `head` and `body`.
    if mode.rawValue <= Mode.afterHead.rawValue { while !leaveEarlyMode() {} }
    flushText()
  }

  /// Takes name and tag of the token.
  private mutating func loadTag() {
    let bytes = tokenizer.name
    tag = HTMLTag.named(bytes)
    if let known = knownNames[Int(tag.rawValue)] {
      name = known
    } else if let known = xmlDictLookup(names, bytes.baseAddress, Int32(bytes.count)) {
      name = known
      if tag != .other { knownNames[Int(tag.rawValue)] = known }
    }
  }

  /// The name of a tag that the rules know.
  mutating func name(of tag: HTMLTag) -> UnsafePointer<UInt8>? {
    if let known = knownNames[Int(tag.rawValue)] { return known }
    let text = String(describing: tag)
    guard let name = xmlDictLookup(names, text, Int32(text.utf8.count)) else { return nil }
    knownNames[Int(tag.rawValue)] = name
    return name
  }

  // MARK: the current node

  var current: Open? { open.last }

  var isForeign: Bool {
    guard let last = open.last, last.tag == .foreign else { return false }
    return true
  }

  /// At an integration point HTML stands as it does in a body (13.2.6, tree construction dispatcher).
  private var leavesForeignForStart: Bool {
    guard let last = open.last else { return true }
    switch last.integration {
    case .none: return false
    case .html: return true
    case .mathText: return !name.equals("mglyph") && !name.equals("malignmark")
    }
  }

  // MARK: characters

  private mutating func characters(_ text: UnsafeBufferPointer<UInt8>) {
    var text = text
    if ignoresNextLineFeed {
      ignoresNextLineFeed = false
      if text.first == 0x0A { text = UnsafeBufferPointer(rebasing: text[1...]) }
    }
    if text.isEmpty { return }
    if isForeign, open.last?.integration == Integration.none {
      insertText(text)
      if !isSpace(text) { framesetOK = false }
      return
    }
    while !text.isEmpty {
      let spaces = leadingSpaces(text)
      switch mode {
      case .inBody, .inCaption, .inCell, .inTemplate:
        reconstructFormatting()
        insertText(text)
        if spaces < text.count { framesetOK = false }
        return
      case .text, .inSelect, .inSelectInTable:
        insertText(text)
        return
      case .inTable, .inTableBody, .inRow:
        if let current, HTMLTagSet.tableText.contains(current.tag) {
          tableText.removeAll(keepingCapacity: true)
          originalMode = mode
          mode = .inTableText
        } else {
          insertMisplaced(text)
          return
        }
      case .inTableText:
        tableText.append(contentsOf: text)
        return
      case .afterBody, .afterAfterBody:
        if spaces == text.count {
          reconstructFormatting()
          insertText(text)
          return
        }
        mode = .inBody
      case .inHead, .inHeadNoscript, .afterHead, .inColumnGroup:
        if spaces > 0 {
          insertText(UnsafeBufferPointer(rebasing: text[..<spaces]))
          text = UnsafeBufferPointer(rebasing: text[spaces...])
          continue
        }
        if mode == .inColumnGroup {
          guard current?.tag == .colgroup else { return }
          pop()
          mode = .inTable
        } else {
          _ = leaveEarlyMode()
        }
      case .initial, .beforeHTML, .beforeHead:
        text = UnsafeBufferPointer(rebasing: text[spaces...])
        if !text.isEmpty { _ = leaveEarlyMode() }
      case .inFrameset, .afterFrameset, .afterAfterFrameset:
        insertText(UnsafeBufferPointer(rebasing: text[..<spaces]))
        text = UnsafeBufferPointer(rebasing: text[min(spaces + 1, text.count)...])
      }
    }
  }

  /// Text in a table, outside its cells, comes before the table.
  private mutating func insertMisplaced(_ text: UnsafeBufferPointer<UInt8>) {
    fosterParenting = true
    reconstructFormatting()
    insertText(text)
    if !isSpace(text) { framesetOK = false }
    fosterParenting = false
  }

  /// Ends "in table text": white space stays in the table, anything else goes before it.
  mutating func flushTableText() {
    mode = originalMode
    guard !tableText.isEmpty else { return }
    let text = tableText
    tableText.removeAll(keepingCapacity: true)
    text.withUnsafeBufferPointer { buffer in
      if isSpace(buffer) { insertText(buffer) } else { insertMisplaced(buffer) }
    }
  }

  func leadingSpaces(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    var count = 0
    while count < text.count, Self.isSpace(text[count]) { count &+= 1 }
    return count
  }

  func isSpace(_ text: UnsafeBufferPointer<UInt8>) -> Bool { leadingSpaces(text) == text.count }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0C || byte == 0x0D
  }

  // MARK: comments and the DOCTYPE

  private mutating func comment(_ text: UnsafeBufferPointer<UInt8>) {
    if mode == .inTableText { flushTableText() }
    flushText()
    let node = arena.comment(text)
    switch mode {
    case .initial, .beforeHTML, .afterAfterBody, .afterAfterFrameset:
      xmlAddChild(UnsafeMutableRawPointer(document).bindMemory(to: xmlNode.self, capacity: 1), node)
    case .afterBody:
      if let html = open.first { append(node, to: html.node) }
    default: insert(node)
    }
  }

  private mutating func doctype(_ text: UnsafeBufferPointer<UInt8>) {
    guard mode == .initial else { return }
    mode = .beforeHTML
    isQuirky = Self.isQuirky(String(decoding: text, as: UTF8.self).lowercased())
  }

  /// The DOCTYPEs of pages that browsers read as those of the nineties were read (13.2.6.4.1); what it changes here is
  /// only that a table does not close a paragraph.
  private static func isQuirky(_ text: String) -> Bool {
    let words = text.split { $0.isWhitespace }
    guard words.first == "html" else { return true }
    let rest = String(text.drop { $0.isWhitespace }.dropFirst(4))
    if rest.contains("-//w3c//dtd html 4.01 frameset//") || rest.contains("-//w3c//dtd html 4.01 transitional//") {
      return !rest.contains("http:")
    }
    let old = [
      "-//w3c//dtd html 3", "-//w3c//dtd html 4.0 frameset//", "-//w3c//dtd html 4.0 transitional//",
      "-//w3c//dtd html experimental", "-//ietf//dtd html", "-//w3o//dtd w3 html", "-//netscape comm. corp.//",
      "-//microsoft//dtd internet explorer", "-/w3c/dtd html 4.0 transitional/en", "-//softquad", "-//webtechs//",
      "-//sun microsystems", "-//o'reilly", "-//spyglass//", "-//sq//", "-//metrius//", "-//as//", "-//advasoft ltd//",
    ]
    return old.contains { rest.contains($0) }
  }
}
