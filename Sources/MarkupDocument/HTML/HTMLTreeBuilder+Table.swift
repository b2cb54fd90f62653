/// The modes of tables (13.2.6.4.9 to 15). Each function takes the tag, or changes the mode and returns `false`.
extension HTMLTreeBuilder {
  mutating func startInTable() -> Bool {
    switch tag {
    case .caption:
      pop(to: .tableScope)
      pushMarker()
      insertElement()
      mode = .inCaption
    case .colgroup:
      pop(to: .tableScope)
      insertElement()
      mode = .inColumnGroup
    case .col:
      pop(to: .tableScope)
      insertImplied(.colgroup)
      mode = .inColumnGroup
      return false
    case .tbody, .tfoot, .thead:
      pop(to: .tableScope)
      insertElement()
      mode = .inTableBody
    case .td, .th, .tr:
      pop(to: .tableScope)
      insertImplied(.tbody)
      mode = .inTableBody
      return false
    case .table:
      guard isInTableScope(.table) else { return true }
      pop(through: .table)
      resetMode()
      return false
    case .style, .script, .template: return startInHead()
    case .input where isHiddenInput: insertVoid()
    case .form:
      if formElement == nil, !isOpen(.template) {
        formElement = insertElement()
        pop()
      }
    default: startMisplaced()
    }
    return true
  }

  private var isHiddenInput: Bool {
    tokenizer.attributes.loweredValue(named: "type") == "hidden"
  }

  /// What has no place in a table goes before it.
  private mutating func startMisplaced() {
    fosterParenting = true
    startInBody()
    fosterParenting = false
  }

  mutating func endInTable() -> Bool {
    switch tag {
    case .table:
      guard isInTableScope(.table) else { return true }
      pop(through: .table)
      resetMode()
    case .body, .caption, .col, .colgroup, .html, .tbody, .td, .tfoot, .th, .thead, .tr: break
    case .template: endTemplate()
    default:
      fosterParenting = true
      endInBody()
      fosterParenting = false
    }
    return true
  }

  mutating func startInCaption() -> Bool {
    switch tag {
    case .caption, .col, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr: return !leaveCaption()
    default: startInBody()
    }
    return true
  }

  mutating func endInCaption() -> Bool {
    switch tag {
    case .caption: _ = leaveCaption()
    case .table: return !leaveCaption()
    case .body, .col, .colgroup, .html, .tbody, .td, .tfoot, .th, .thead, .tr: break
    default: endInBody()
    }
    return true
  }

  private mutating func leaveCaption() -> Bool {
    guard isInTableScope(.caption) else { return false }
    generateImpliedEndTags()
    pop(through: .caption)
    clearFormattingToMarker()
    mode = .inTable
    return true
  }

  mutating func startInColumnGroup() -> Bool {
    switch tag {
    case .html: mergeIntoRoot()
    case .col: insertVoid()
    case .template: return startInHead()
    default:
      guard current?.tag == .colgroup else { return true }
      pop()
      mode = .inTable
      return false
    }
    return true
  }

  mutating func endInColumnGroup() -> Bool {
    switch tag {
    case .colgroup:
      if current?.tag == .colgroup {
        pop()
        mode = .inTable
      }
    case .col: break
    case .template: endTemplate()
    default:
      guard current?.tag == .colgroup else { return true }
      pop()
      mode = .inTable
      return false
    }
    return true
  }

  mutating func startInTableBody() -> Bool {
    switch tag {
    case .tr:
      pop(to: [.tbody, .tfoot, .thead, .template, .html])
      insertElement()
      mode = .inRow
    case .th, .td:
      pop(to: [.tbody, .tfoot, .thead, .template, .html])
      insertImplied(.tr)
      mode = .inRow
      return false
    case .caption, .col, .colgroup, .tbody, .tfoot, .thead: return !leaveTableBody()
    default: return startInTable()
    }
    return true
  }

  mutating func endInTableBody() -> Bool {
    switch tag {
    case .tbody, .tfoot, .thead:
      if isInTableScope(tag) {
        pop(to: [.tbody, .tfoot, .thead, .template, .html])
        pop()
        mode = .inTable
      }
    case .table: return !leaveTableBody()
    case .body, .caption, .col, .colgroup, .html, .td, .th, .tr: break
    default: return endInTable()
    }
    return true
  }

  private mutating func leaveTableBody() -> Bool {
    guard isInTableScope(.tbody) || isInTableScope(.thead) || isInTableScope(.tfoot) else { return false }
    pop(to: [.tbody, .tfoot, .thead, .template, .html])
    pop()
    mode = .inTable
    return true
  }

  mutating func startInRow() -> Bool {
    switch tag {
    case .th, .td:
      pop(to: [.tr, .template, .html])
      insertElement()
      mode = .inCell
      pushMarker()
    case .caption, .col, .colgroup, .tbody, .tfoot, .thead, .tr: return !leaveRow()
    default: return startInTable()
    }
    return true
  }

  mutating func endInRow() -> Bool {
    switch tag {
    case .tr: _ = leaveRow()
    case .table: return !leaveRow()
    case .tbody, .tfoot, .thead: return !(isInTableScope(tag) && leaveRow())
    case .body, .caption, .col, .colgroup, .html, .td, .th: break
    default: return endInTable()
    }
    return true
  }

  private mutating func leaveRow() -> Bool {
    guard isInTableScope(.tr) else { return false }
    pop(to: [.tr, .template, .html])
    pop()
    mode = .inTableBody
    return true
  }

  mutating func startInCell() -> Bool {
    switch tag {
    case .caption, .col, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr:
      guard isInTableScope(.td) || isInTableScope(.th) else { return true }
      leaveCell()
      return false
    default: startInBody()
    }
    return true
  }

  mutating func endInCell() -> Bool {
    switch tag {
    case .td, .th:
      guard isInTableScope(tag) else { return true }
      generateImpliedEndTags()
      pop(through: tag)
      clearFormattingToMarker()
      mode = .inRow
    case .body, .caption, .col, .colgroup, .html: break
    case .table, .tbody, .tfoot, .thead, .tr:
      guard isInTableScope(tag) else { return true }
      leaveCell()
      return false
    default: endInBody()
    }
    return true
  }

  private mutating func leaveCell() {
    generateImpliedEndTags()
    while let last = open.last, open.count > 1 {
      open.removeLast()
      if last.tag == .td || last.tag == .th { break }
    }
    clearFormattingToMarker()
    mode = .inRow
  }
}
