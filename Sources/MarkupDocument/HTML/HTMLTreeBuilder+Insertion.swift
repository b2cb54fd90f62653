internal import CLibXML2

/// Putting nodes into the tree (13.2.6.1).
extension HTMLTreeBuilder {
  /// The appropriate place for the next node: a parent, and the node before which it goes.
  private func place(for target: Open?) -> (parent: xmlNodePtr, before: xmlNodePtr?)? {
    guard let target = target ?? open.last else { return nil }
    guard fosterParenting, [.table, .tbody, .tfoot, .thead, .tr].contains(target.tag) else {
      return (target.contents, nil)
    }
    // Foster parenting: before the table.
    var index = open.count &- 1
    while index >= 0 {
      let element = open[index]
      if element.tag == .template { return (element.contents, nil) }
      if element.tag == .table {
        if let parent = element.node.pointee.parent { return (parent, element.node) }
        return index > 0 ? (open[index &- 1].contents, nil) : nil
      }
      index &-= 1
    }
    return open.first.map { ($0.contents, nil) }
  }

  mutating func insertText(_ text: UnsafeBufferPointer<UInt8>) {
    guard !text.isEmpty, beginText() else { return }
    pendingText.append(text)
  }

  /// Inserts U+FFFD.
  mutating func insertReplacement() {
    if beginText() { pendingText.append("\u{FFFD}") }
  }

  /// Turns to the place where text goes now; `false` where there is none.
  private mutating func beginText() -> Bool {
    guard let place = place(for: nil) else { return false }
    if place.parent != pendingParent || place.before != pendingBefore {
      flushText()
      pendingParent = place.parent
      pendingBefore = place.before
    }
    return true
  }

  /// Makes a node of the text collected so far.
  mutating func flushText() {
    guard let parent = pendingParent else { return }
    pendingParent = nil
    let before = pendingBefore
    pendingBefore = nil
    guard pendingText.count > 0 else { return }
    let node = arena.text(pendingText.bytes)
    pendingText.removeAll()
    if let before, before.pointee.parent == parent {
      link(node, in: parent, before: before)
    } else {
      append(node, to: parent)
    }
  }

  /// Appends without libxml2's merging of neighbouring texts, which copies the whole text each time.
  func append(_ node: xmlNodePtr, to parent: xmlNodePtr) {
    node.pointee.parent = parent
    node.pointee.next = nil
    node.pointee.prev = parent.pointee.last
    if let last = parent.pointee.last { last.pointee.next = node } else { parent.pointee.children = node }
    parent.pointee.last = node
  }

  func link(_ node: xmlNodePtr, in parent: xmlNodePtr, before: xmlNodePtr) {
    node.pointee.parent = parent
    node.pointee.next = before
    node.pointee.prev = before.pointee.prev
    if let previous = before.pointee.prev { previous.pointee.next = node } else { parent.pointee.children = node }
    before.pointee.prev = node
  }

  /// Inserts a node at the appropriate place.
  func insert(_ node: xmlNodePtr, target: Open? = nil) {
    guard let place = place(for: target) else { return }
    if let before = place.before {
      link(node, in: place.parent, before: before)
    } else {
      append(node, to: place.parent)
    }
  }

  /// Makes an element of the token, with its attributes.
  mutating func makeElement(_ name: UnsafePointer<UInt8>, withAttributes: Bool) -> xmlNodePtr {
    let node = arena.element(name)
    if withAttributes { addAttributes(to: node) }
    return node
  }

  /// Adds the token's attributes that the element does not have yet; the first of a name wins.
  mutating func addAttributes(to node: xmlNodePtr) {
    guard tokenizer.attributes.count > 0 else { return }
    var last = node.pointee.properties
    var room = HTMLAttributes.maximumCount - (last == nil ? 0 : 1)
    while let next = last?.pointee.next {
      last = next
      room -= 1
    }
    for index in 0..<tokenizer.attributes.count {
      // A page can write `<body …>` again and again.
      room -= 1
      if room < 0 { return }
      let bytes = tokenizer.attributes.name(index)
      guard let name = xmlDictLookup(names, bytes.baseAddress, Int32(bytes.count)), !has(node, name) else { continue }
      last = arena.appendAttribute(name, tokenizer.attributes.value(index), to: node, after: last)
    }
  }

  private func has(_ node: xmlNodePtr, _ name: UnsafePointer<UInt8>) -> Bool {
    var next = node.pointee.properties
    while let attribute = next {
      if attribute.pointee.name == name { return true }
      next = attribute.pointee.next
    }
    return false
  }

  /// Inserts an element for the token and opens it.
  @discardableResult
  mutating func insertElement(as tag: HTMLTag? = nil, integration: Integration = .none) -> xmlNodePtr? {
    push(name, tag ?? self.tag, withAttributes: true, integration: integration)
  }

  /// Inserts an element that no tag asked for.
  @discardableResult
  mutating func insertImplied(_ tag: HTMLTag) -> xmlNodePtr? {
    guard let name = name(of: tag) else { return nil }
    return push(name, tag, withAttributes: false)
  }

  @discardableResult
  private mutating func push(
    _ name: UnsafePointer<UInt8>, _ tag: HTMLTag, withAttributes: Bool, integration: Integration = .none
  ) -> xmlNodePtr? {
    flushText()
    let node = makeElement(name, withAttributes: withAttributes)
    // Nothing gets deeper than this: the element becomes a sibling of the one it would be in.
    if open.count >= Self.maximumDepth { pop() }
    insert(node)
    var contents = node
    // What stands in a template hangs on a node that no walk meets.
    if tag == .template { contents = arena.element(name) }
    open.append(Open(node: node, contents: contents, name: name, tag: tag, integration: integration))
    return node
  }

  /// Inserts an element for the token that has no contents.
  mutating func insertVoid() {
    insertElement()
    pop()
  }

  mutating func pop() {
    if open.count > 1 { open.removeLast() }
  }

  /// Pops up to and including the topmost element of the tag.
  mutating func pop(through tag: HTMLTag) {
    while let last = open.last, open.count > 1 {
      open.removeLast()
      if last.tag == tag { return }
    }
  }

  /// Pops until the current node is one of the set.
  mutating func pop(to set: HTMLTagSet) {
    while let last = open.last, open.count > 1, !set.contains(last.tag) { open.removeLast() }
  }

  mutating func remove(_ node: xmlNodePtr) {
    if let index = open.lastIndex(where: { $0.node == node }), index > 0 { open.remove(at: index) }
  }

  // MARK: scopes (13.2.4.2)

  func isInScope(_ tag: HTMLTag, _ limits: HTMLTagSet = .scope) -> Bool {
    var index = open.count &- 1
    while index >= 0 {
      let element = open[index]
      if element.tag == tag { return true }
      if limits.contains(element.tag) || element.integration != .none { return false }
      index &-= 1
    }
    return false
  }

  func isInScope(anyOf set: HTMLTagSet) -> Bool {
    var index = open.count &- 1
    while index >= 0 {
      let element = open[index]
      if set.contains(element.tag) { return true }
      if HTMLTagSet.scope.contains(element.tag) || element.integration != .none { return false }
      index &-= 1
    }
    return false
  }

  func isInTableScope(_ tag: HTMLTag) -> Bool {
    var index = open.count &- 1
    while index >= 0 {
      let element = open[index]
      if element.tag == tag { return true }
      if HTMLTagSet.tableScope.contains(element.tag) { return false }
      index &-= 1
    }
    return false
  }

  func isInSelectScope() -> Bool {
    for element in open.reversed() {
      if element.tag == .select { return true }
      if element.tag != .option && element.tag != .optgroup { return false }
    }
    return false
  }

  func isOpen(_ tag: HTMLTag) -> Bool { open.contains { $0.tag == tag } }

  mutating func generateImpliedEndTags(except tag: HTMLTag = .other, thoroughly: Bool = false) {
    let set = thoroughly ? HTMLTagSet.thoroughlyImpliedEnd : .impliedEnd
    while let last = open.last, last.tag != tag, set.contains(last.tag), open.count > 1 { open.removeLast() }
  }

  mutating func closeParagraph() {
    guard isInScope(.p, .buttonScope) else { return }
    generateImpliedEndTags(except: .p)
    pop(through: .p)
  }
}
