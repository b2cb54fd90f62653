internal import CLibXML2

/// The modes before the body, and those of framesets (13.2.6.4.1 to 6 and 20 to 22).
extension HTMLTreeBuilder {
  /// Takes the step that anything unexpected causes in a mode before the body; `true` when the body is reached.
  mutating func leaveEarlyMode() -> Bool {
    switch mode {
    case .initial:
      isQuirky = true
      mode = .beforeHTML
    case .beforeHTML:
      insertRoot(withAttributes: false)
      mode = .beforeHead
    case .beforeHead:
      headElement = insertImplied(.head)
      mode = .inHead
    case .inHead:
      pop()
      mode = .afterHead
    case .inHeadNoscript:
      pop()
      mode = .inHead
    case .afterHead:
      insertImplied(.body)
      mode = .inBody
    default: return true
    }
    return mode == .inBody
  }

  private mutating func insertRoot(withAttributes: Bool) {
    guard let name = name(of: .html) else { return }
    let node = makeElement(name, withAttributes: withAttributes)
    xmlDocSetRootElement(document, node)
    open.append(Open(node: node, contents: node, name: name, tag: .html))
  }

  /// A start tag in a mode before the body; `false` where the mode was left and the tag is to be read again.
  mutating func startEarly() -> Bool {
    switch mode {
    case .initial: return false
    case .beforeHTML:
      guard tag == .html else { return false }
      insertRoot(withAttributes: true)
      mode = .beforeHead
      return true
    case .beforeHead:
      if tag == .html {
        mergeIntoRoot()
        return true
      }
      guard tag == .head else { return false }
      headElement = insertElement()
      mode = .inHead
      return true
    case .inHead: return startInHead()
    case .inHeadNoscript:
      switch tag {
      case .html: mergeIntoRoot()
      case .basefont, .bgsound, .link, .meta, .noframes, .style: _ = startInHead()
      case .head, .noscript: break
      default: return false
      }
      return true
    default: return startAfterHead()
    }
  }

  /// Head content, wherever it stands.
  mutating func startInHead() -> Bool {
    switch tag {
    case .html: mergeIntoRoot()
    case .base, .basefont, .bgsound, .link, .meta: insertVoid()
    case .title: startText(.rcdata)
    case .noframes, .style: startText(.rawText)
    case .noscript where mode == .inHead:
      insertElement()
      mode = .inHeadNoscript
    case .script: startText(.script)
    case .template:
      insertElement()
      pushMarker()
      framesetOK = false
      mode = .inTemplate
      templateModes.append(.inTemplate)
    case .head: break
    default: return false
    }
    return true
  }

  private mutating func startAfterHead() -> Bool {
    switch tag {
    case .html: mergeIntoRoot()
    case .body:
      insertElement()
      framesetOK = false
      mode = .inBody
    case .frameset:
      insertElement()
      mode = .inFrameset
    case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
      guard let headElement, let name = headElement.pointee.name else { return false }
      open.append(Open(node: headElement, contents: headElement, name: name, tag: .head))
      _ = startInHead()
      if let index = open.lastIndex(where: { $0.node == headElement }) { open.remove(at: index) }
    case .head: break
    default: return false
    }
    return true
  }

  /// Reads the text up to the end tag as it stands.
  mutating func startText(_ model: HTMLTokenizer.ContentModel) {
    insertElement()
    tokenizer.enter(model)
    originalMode = mode
    mode = .text
  }

  /// A second `html` tag adds the attributes that the first does not have.
  mutating func mergeIntoRoot() {
    if let html = open.first, !isOpen(.template) { addAttributes(to: html.node) }
  }

  /// An end tag in a mode before the body; `false` where the mode was left and the tag is to be read again.
  mutating func endEarly() -> Bool {
    if tag == .template, mode == .inHead || mode == .afterHead {
      endTemplate()
      return true
    }
    switch mode {
    case .inHead where tag == .head:
      pop()
      mode = .afterHead
      return true
    case .inHeadNoscript where tag == .noscript:
      pop()
      mode = .inHead
      return true
    case .inHeadNoscript: return tag != .br
    case .initial: return false
    default: break
    }
    if mode == .beforeHTML || mode == .beforeHead, tag == .head { return false }
    return !(tag == .body || tag == .html || tag == .br)
  }

  mutating func endTemplate() {
    guard isOpen(.template) else { return }
    generateImpliedEndTags(thoroughly: true)
    pop(through: .template)
    clearFormattingToMarker()
    _ = templateModes.popLast()
    resetMode()
  }

  mutating func startInFrameset() {
    switch tag {
    case .html: mergeIntoRoot()
    case .frameset where mode == .inFrameset: insertElement()
    case .frame where mode == .inFrameset: insertVoid()
    case .noframes: _ = startInHead()
    default: break
    }
  }

  mutating func endInFrameset() {
    if tag == .frameset, mode == .inFrameset {
      pop()
      if current?.tag != .frameset { mode = .afterFrameset }
    } else if tag == .html, mode == .afterFrameset {
      mode = .afterAfterFrameset
    }
  }

  /// The mode that the open elements call for (13.2.4.1).
  mutating func resetMode() {
    var index = open.count - 1
    while index >= 0 {
      switch open[index].tag {
      case .select:
        var ancestor = index - 1
        mode = .inSelect
        while ancestor > 0 {
          if open[ancestor].tag == .template { break }
          if open[ancestor].tag == .table {
            mode = .inSelectInTable
            break
          }
          ancestor -= 1
        }
        return
      case .td, .th: if index > 0 { return mode = .inCell }
      case .tr: return mode = .inRow
      case .tbody, .thead, .tfoot: return mode = .inTableBody
      case .caption: return mode = .inCaption
      case .colgroup: return mode = .inColumnGroup
      case .table: return mode = .inTable
      case .template: return mode = templateModes.last ?? .inBody
      case .head: return mode = .inHead
      case .body: return mode = .inBody
      case .frameset: return mode = .inFrameset
      case .html: return mode = headElement == nil ? .beforeHead : .afterHead
      default: break
      }
      index -= 1
    }
    mode = .inBody
  }
}
