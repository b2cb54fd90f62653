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

  mutating func insertText(_ text: some Collection<UInt8>) {
    guard !text.isEmpty, let place = place(for: nil) else { return }
    if place.parent != pendingParent || place.before != pendingBefore {
      flushText()
      pendingParent = place.parent
      pendingBefore = place.before
    }
    pendingText.append(contentsOf: text)
  }

  /// Makes a node of the text collected so far.
  mutating func flushText() {
    guard let parent = pendingParent else { return }
    pendingParent = nil
    let before = pendingBefore
    pendingBefore = nil
    guard !pendingText.isEmpty else { return }
    let node = pendingText.withUnsafeBufferPointer { xmlNewDocTextLen(document, $0.baseAddress, Int32($0.count)) }
    pendingText.removeAll(keepingCapacity: true)
    guard let node else { return }
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
    guard let place = place(for: target) else {
      xmlFreeNode(node)
      return
    }
    if let before = place.before {
      link(node, in: place.parent, before: before)
    } else {
      append(node, to: place.parent)
    }
  }

  /// Makes an element of the token, with its attributes.
  func makeElement(_ name: UnsafePointer<UInt8>, withAttributes: Bool) -> xmlNodePtr? {
    // The dictionary owns the name, and the document owns the dictionary.
    guard let node = xmlNewDocNodeEatName(document, nil, UnsafeMutablePointer(mutating: name), nil) else { return nil }
    if withAttributes { addAttributes(to: node) }
    return node
  }

  /// Adds the token's attributes that the element does not have yet; the first of a name wins.
  func addAttributes(to node: xmlNodePtr) {
    let attributes = tokenizer.attributes
    guard !attributes.isEmpty else { return }
    var last = node.pointee.properties
    var room = HTMLTokenizer.maximumAttributes
    while let attribute = last, let next = attribute.pointee.next {
      last = next
      room -= 1
    }
    tokenizer.names.withUnsafeBufferPointer { nameBytes in
      tokenizer.values.withUnsafeBufferPointer { values in
        for attribute in attributes {
          // A page can write `<body …>` again and again.
          room -= 1
          if room < 0 { return }
          let bytes = UnsafeBufferPointer(rebasing: nameBytes[attribute.name])
          guard let name = xmlDictLookup(names, bytes.baseAddress, Int32(bytes.count)), !has(node, name) else {
            continue
          }
          let value = UnsafeBufferPointer(rebasing: values[attribute.value])
          last = weft_xml_append_attribute(node, last, name, value.baseAddress, Int32(value.count))
        }
      }
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
    let text = String(describing: tag)
    guard let name = xmlDictLookup(names, text, Int32(text.utf8.count)) else { return nil }
    return push(name, tag, withAttributes: false)
  }

  @discardableResult
  private mutating func push(
    _ name: UnsafePointer<UInt8>, _ tag: HTMLTag, withAttributes: Bool, integration: Integration = .none
  ) -> xmlNodePtr? {
    flushText()
    guard let node = makeElement(name, withAttributes: withAttributes) else { return nil }
    // Nothing gets deeper than this: the element becomes a sibling of the one it would be in.
    if open.count >= Self.maximumDepth { pop() }
    insert(node)
    var contents = node
    if tag == .template, let hidden = xmlNewDocNode(document, nil, "template", nil) {
      templateContents.append(hidden)
      contents = hidden
    }
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
