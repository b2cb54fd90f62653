internal import CLibXML2

/// "In body" (13.2.6.4.7).
extension HTMLTreeBuilder {
  mutating func startInBody() {
    if HTMLTagSet.blocks.contains(tag) {
      closeParagraph()
      insertElement()
      return
    }
    switch tag {
    case .html: mergeIntoRoot()
    case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title: _ = startInHead()
    case .body:
      if open.count > 1, open[1].tag == .body, !isOpen(.template) {
        framesetOK = false
        addAttributes(to: open[1].node)
      }
    case .frameset: startFrameset()
    case .h1, .h2, .h3, .h4, .h5, .h6:
      closeParagraph()
      if let current, HTMLTagSet.headings.contains(current.tag) { pop() }
      insertElement()
    case .pre, .listing:
      closeParagraph()
      insertElement()
      ignoresNextLineFeed = true
      framesetOK = false
    case .form:
      if formElement != nil, !isOpen(.template) { return }
      closeParagraph()
      let form = insertElement()
      if !isOpen(.template) { formElement = form }
    case .li, .dd, .dt: startListItem()
    case .plaintext:
      closeParagraph()
      insertElement()
      tokenizer.enter(.plainText)
    case .button:
      if isInScope(.button) {
        generateImpliedEndTags()
        pop(through: .button)
      }
      reconstructFormatting()
      insertElement()
      framesetOK = false
    case .a:
      if let index = formattingIndex(of: .a), let node = formatting[index].node {
        adoptionAgency(.a)
        removeFormatting(node)
        remove(node)
      }
      reconstructFormatting()
      insertElement()
      pushFormatting()
    case .b, .big, .code, .em, .font, .i, .s, .small, .strike, .strong, .tt, .u:
      reconstructFormatting()
      insertElement()
      pushFormatting()
    case .nobr:
      reconstructFormatting()
      if isInScope(.nobr) {
        adoptionAgency(.nobr)
        reconstructFormatting()
      }
      insertElement()
      pushFormatting()
    case .applet, .marquee, .object:
      reconstructFormatting()
      insertElement()
      pushMarker()
      framesetOK = false
    case .table:
      if !isQuirky { closeParagraph() }
      insertElement()
      framesetOK = false
      mode = .inTable
    case .area, .br, .embed, .img, .image, .keygen, .wbr:
      reconstructFormatting()
      if tag == .image, let image = name(of: .img) {
        name = image
        tag = .img
      }
      insertVoid()
      framesetOK = false
    case .input:
      reconstructFormatting()
      insertVoid()
      framesetOK = false
    case .param, .source, .track: insertVoid()
    case .hr:
      closeParagraph()
      insertVoid()
      framesetOK = false
    case .textarea:
      insertElement()
      tokenizer.enter(.rcdata)
      ignoresNextLineFeed = true
      originalMode = mode
      framesetOK = false
      mode = .text
    case .xmp:
      closeParagraph()
      reconstructFormatting()
      framesetOK = false
      startText(.rawText)
    case .iframe:
      framesetOK = false
      startText(.rawText)
    case .noembed: startText(.rawText)
    case .select:
      reconstructFormatting()
      insertElement()
      framesetOK = false
      switch mode {
      case .inTable, .inCaption, .inTableBody, .inRow, .inCell: mode = .inSelectInTable
      default: mode = .inSelect
      }
    case .optgroup, .option:
      if current?.tag == .option { pop() }
      reconstructFormatting()
      insertElement()
    case .rb, .rtc:
      if isInScope(.ruby) { generateImpliedEndTags() }
      insertElement()
    case .rp, .rt:
      if isInScope(.ruby) { generateImpliedEndTags(except: .rtc) }
      insertElement()
    case .math, .svg:
      reconstructFormatting()
      insertForeign()
    case .caption, .col, .colgroup, .frame, .head, .tbody, .td, .tfoot, .th, .thead, .tr: break
    default:
      reconstructFormatting()
      insertElement()
    }
  }

  private mutating func startListItem() {
    framesetOK = false
    let siblings: HTMLTagSet = tag == .li ? [.li] : [.dd, .dt]
    for element in open.reversed() {
      if siblings.contains(element.tag) {
        generateImpliedEndTags(except: element.tag)
        pop(through: element.tag)
        break
      }
      if isSpecial(element), ![.address, .div, .p].contains(element.tag) { break }
    }
    closeParagraph()
    insertElement()
  }

  /// A frameset replaces a body in which nothing has been seen yet.
  private mutating func startFrameset() {
    guard framesetOK, open.count > 1, open[1].tag == .body else { return }
    flushText()
    xmlUnlinkNode(open[1].node)
    formatting.removeAll()
    open.removeSubrange(1...)
    insertElement()
    mode = .inFrameset
  }

  mutating func endInBody() {
    if HTMLTagSet.blocks.contains(tag), tag != .p {
      endBlock()
      return
    }
    switch tag {
    case .template: endTemplate()
    case .body, .html:
      guard isInScope(.body) else { return }
      mode = .afterBody
      if tag == .html { end(mode) }
    case .button, .listing, .pre, .select: endBlock()
    case .form: endForm()
    case .p:
      if !isInScope(.p, .buttonScope) { insertImplied(.p) }
      closeParagraph()
    case .li:
      guard isInScope(.li, .listItemScope) else { return }
      generateImpliedEndTags(except: .li)
      pop(through: .li)
    case .dd, .dt:
      guard isInScope(tag) else { return }
      generateImpliedEndTags(except: tag)
      pop(through: tag)
    case .h1, .h2, .h3, .h4, .h5, .h6:
      guard isInScope(anyOf: .headings) else { return }
      generateImpliedEndTags()
      while let last = open.last, open.count > 1 {
        open.removeLast()
        if HTMLTagSet.headings.contains(last.tag) { break }
      }
    case .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u: adoptionAgency(tag)
    case .applet, .marquee, .object:
      guard isInScope(tag) else { return }
      generateImpliedEndTags()
      pop(through: tag)
      clearFormattingToMarker()
    case .br:
      // `</br>` is a line break all the same, without the attributes it may have.
      reconstructFormatting()
      insertImplied(.br)
      pop()
      framesetOK = false
    default: anyOtherEndTag()
    }
  }

  private mutating func endBlock() {
    guard isInScope(tag) else { return }
    generateImpliedEndTags()
    pop(through: tag)
  }

  private mutating func endForm() {
    if isOpen(.template) {
      endBlock()
      return
    }
    guard let form = formElement else { return }
    formElement = nil
    guard isInScope(.form) else { return }
    generateImpliedEndTags()
    remove(form)
  }
}
