internal import CLibXML2

/// The dispatch of tags to the insertion modes, and the small modes (13.2.6.4).
extension HTMLTreeBuilder {
  mutating func start(_ first: Mode) {
    // Each round either takes the tag or leaves a mode; the bound is only a guard against a slip of ours.
    for _ in 0..<16 {
      switch mode {
      case .initial, .beforeHTML, .beforeHead, .inHead, .inHeadNoscript, .afterHead:
        if startEarly() { return }
        _ = leaveEarlyMode()
      case .inBody: return startInBody()
      case .text: return
      case .inTable: if startInTable() { return }
      case .inTableText: flushTableText()
      case .inCaption: if startInCaption() { return }
      case .inColumnGroup: if startInColumnGroup() { return }
      case .inTableBody: if startInTableBody() { return }
      case .inRow: if startInRow() { return }
      case .inCell: if startInCell() { return }
      case .inSelect, .inSelectInTable: if startInSelect() { return }
      case .inTemplate: if startInTemplate() { return }
      case .afterBody, .afterAfterBody:
        if tag == .html { return mergeIntoRoot() }
        mode = .inBody
      case .inFrameset, .afterFrameset, .afterAfterFrameset: return startInFrameset()
      }
    }
  }

  mutating func end(_ first: Mode) {
    for _ in 0..<16 {
      switch mode {
      case .initial, .beforeHTML, .beforeHead, .inHead, .inHeadNoscript, .afterHead:
        if endEarly() { return }
        _ = leaveEarlyMode()
      case .inBody: return endInBody()
      case .text:
        pop()
        mode = originalMode
        return
      case .inTable: if endInTable() { return }
      case .inTableText: flushTableText()
      case .inCaption: if endInCaption() { return }
      case .inColumnGroup: if endInColumnGroup() { return }
      case .inTableBody: if endInTableBody() { return }
      case .inRow: if endInRow() { return }
      case .inCell: if endInCell() { return }
      case .inSelect, .inSelectInTable: if endInSelect() { return }
      case .inTemplate:
        if tag == .template { endTemplate() }
        return
      case .afterBody:
        if tag == .html {
          mode = .afterAfterBody
          return
        }
        mode = .inBody
      case .afterAfterBody: mode = .inBody
      case .inFrameset, .afterFrameset, .afterAfterFrameset: return endInFrameset()
      }
    }
  }

  private mutating func startInTemplate() -> Bool {
    let next: Mode
    switch tag {
    case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
      return startInHead()
    case .caption, .colgroup, .tbody, .tfoot, .thead: next = .inTable
    case .col: next = .inColumnGroup
    case .tr: next = .inTableBody
    case .td, .th: next = .inRow
    default: next = .inBody
    }
    _ = templateModes.popLast()
    templateModes.append(next)
    mode = next
    return false
  }

  // MARK: select (13.2.6.4.16)

  private mutating func startInSelect() -> Bool {
    if mode == .inSelectInTable,
      [.caption, .table, .tbody, .tfoot, .thead, .tr, .td, .th].contains(tag)
    {
      pop(through: .select)
      resetMode()
      return false
    }
    switch tag {
    case .html: mergeIntoRoot()
    case .option:
      if current?.tag == .option { pop() }
      insertElement()
    case .optgroup:
      if current?.tag == .option { pop() }
      if current?.tag == .optgroup { pop() }
      insertElement()
    case .hr:
      if current?.tag == .option { pop() }
      if current?.tag == .optgroup { pop() }
      insertVoid()
    case .select:
      if isInSelectScope() {
        pop(through: .select)
        resetMode()
      }
    case .input, .keygen, .textarea:
      guard isInSelectScope() else { return true }
      pop(through: .select)
      resetMode()
      return false
    case .script, .template: _ = startInHead()
    default: break
    }
    return true
  }

  private mutating func endInSelect() -> Bool {
    if mode == .inSelectInTable,
      [.caption, .table, .tbody, .tfoot, .thead, .tr, .td, .th].contains(tag)
    {
      guard isInTableScope(tag) else { return true }
      pop(through: .select)
      resetMode()
      return false
    }
    switch tag {
    case .optgroup:
      if current?.tag == .option, open.count > 1, open[open.count - 2].tag == .optgroup { pop() }
      if current?.tag == .optgroup { pop() }
    case .option: if current?.tag == .option { pop() }
    case .select:
      if isInSelectScope() {
        pop(through: .select)
        resetMode()
      }
    case .template: endTemplate()
    default: break
    }
    return true
  }

  // MARK: foreign content (13.2.6.5)

  mutating func foreignStart() {
    let breaksOut =
      HTMLTagSet.breakout.contains(tag)
      || tag == .font
        && ["color", "face", "size"].contains { tokenizer.attributes.loweredValue(named: $0) != nil }
    if breaksOut {
      while let last = open.last, last.tag == .foreign, last.integration == .none, open.count > 1 {
        open.removeLast()
      }
      start(mode)
      return
    }
    insertForeign()
  }

  /// Inserts an element of a drawing or a formula for the token.
  mutating func insertForeign() {
    var integration = Integration.none
    let isSVG = open.last.map { $0.tag == .foreign && $0.integration == .none ? $0.isSVG : tag == .svg } ?? false
    if !isSVG {
      integration = mathIntegration
    } else if name.equals("foreignobject") || name.equals("desc") || name.equals("title") {
      integration = .html
    }
    insertElement(as: .foreign, integration: integration)
    if isSVG { open[open.count - 1].isSVG = true }
    if tokenizer.isSelfClosing { pop() }
  }

  private var mathIntegration: Integration {
    let texts: [StaticString] = ["mi", "mo", "mn", "ms", "mtext"]
    if texts.contains(where: { name.equals($0) }) { return .mathText }
    guard name.equals("annotation-xml") else { return .none }
    let value = tokenizer.attributes.loweredValue(named: "encoding")
    return value == "text/html" || value == "application/xhtml+xml" ? .html : .none
  }

  mutating func foreignEnd() {
    if tag == .br || tag == .p {
      while let last = open.last, last.tag == .foreign, last.integration == .none, open.count > 1 {
        open.removeLast()
      }
      end(mode)
      return
    }
    var index = open.count - 1
    while index > 0, open[index].tag == .foreign {
      if open[index].name == name {
        open.removeSubrange(index...)
        return
      }
      index -= 1
    }
    if index >= 0 { end(mode) }
  }
}
