internal import CLibXML2

extension SelectorMatcher {
  /// The element passes the simple selector.
  func matches(test index: Int, _ element: xmlNodePtr) -> Bool {
    spend(1)
    let test = program.tests[index]
    switch test.kind {
    case .type:
      if !names.isEmpty { return names[index] != nil && element.pointee.name == names[index] }
      return hasName(element, isHTML ? test.lowered : test.name)
    case .universal, .always: return true
    case .namespacedType: return hasPrefixedName(element, test)
    case .namespacedUniversal: return hasPrefix(element, test.value)
    case .id, .className, .attributeExists, .attributeEquals, .attributeIncludes, .attributeDash, .attributePrefix,
      .attributeSuffix, .attributeSubstring:
      return names.isEmpty ? matchesAttribute(test, element) : matchesAttribute(test, element, named: names[index])
    case .matchesAny: return matchesAny(Int(test.list), element)
    case .matchesNone: return !matchesAny(Int(test.list), element)
    case .has: return hasRelation(test, element)
    case .nthChild, .nthLastChild, .nthOfType, .nthLastOfType:
      let position = position(of: element, test)
      return position > 0 && program.steps[Int(test.formula)].contains(position)
    case .firstChild: return element.previousElementSibling == nil
    case .lastChild: return element.nextElementSibling == nil
    case .onlyChild: return element.previousElementSibling == nil && element.nextElementSibling == nil
    case .empty: return isEmpty(element)
    case .root: return element == elements.first
    case .scope: return element == scope ?? elements.first
    case .contains: return containsText(element, test.name)
    case .language: return hasLanguage(element, test.lowered)
    case .directionLTR: return direction(of: element) == .leftToRight
    case .directionRTL: return direction(of: element) == .rightToLeft
    case .never: return false
    case .anyLink, .checked, .defaultOption, .disabled, .enabled, .indeterminate, .optional, .required, .readOnly,
      .readWrite, .placeholderShown, .inRange, .outOfRange, .open, .muted:
      return isHTML && hasState(test.kind, element)
    }
  }

  // MARK: names

  private func hasName(_ element: xmlNodePtr, _ name: TextSpan) -> Bool {
    guard let own = element.pointee.name else { return false }
    return equals(own, name)
  }

  /// `prefix|name`: the document's own prefixes count. The HTML reader keeps `prefix:name` as one name.
  private func hasPrefixedName(_ element: xmlNodePtr, _ test: SelectorTest) -> Bool {
    guard hasPrefix(element, test.value), let own = element.pointee.name else { return false }
    let name = isHTML ? test.lowered : test.name
    if element.pointee.ns?.pointee.prefix != nil { return equals(own, name) }
    let bytes = own.terminated
    guard let colon = bytes.firstIndex(of: 0x3A) else { return false }
    return UnsafeBufferPointer(rebasing: bytes[(colon + 1)...]).elementsEqual(text(name))
  }

  private func hasPrefix(_ element: xmlNodePtr, _ prefix: TextSpan) -> Bool {
    if let own = element.pointee.ns?.pointee.prefix { return equals(UnsafePointer(own), prefix) }
    guard let own = element.pointee.name else { return false }
    let bytes = own.terminated
    guard let colon = bytes.firstIndex(of: 0x3A) else { return false }
    return bytes[..<colon].elementsEqual(text(prefix))
  }

  /// The bytes of a text of the program.
  func text(_ span: TextSpan) -> ArraySlice<UInt8>.SubSequence {
    ArraySlice(program.strings[Int(span.start)..<Int(span.start &+ span.count)])
  }

  /// The NUL-terminated text is the text of the program.
  func equals(_ own: UnsafePointer<UInt8>, _ span: TextSpan) -> Bool {
    program.strings.withUnsafeBufferPointer { strings in
      own.equals(UnsafeBufferPointer(rebasing: strings[Int(span.start)..<Int(span.start &+ span.count)]))
    }
  }

  // MARK: content

  private func isEmpty(_ element: xmlNodePtr) -> Bool {
    var next = element.pointee.children
    while let child = next {
      spend(1)
      switch child.pointee.type {
      case XML_COMMENT_NODE, XML_PI_NODE: break
      case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
        if let content = child.pointee.content, content[0] != 0 { return false }
      default: return false
      }
      next = child.pointee.next
    }
    return true
  }

  /// `:contains`, an old extension that people still write: the text below the element holds the given one.
  private func containsText(_ element: xmlNodePtr, _ span: TextSpan) -> Bool {
    let haystack = MarkupText.raw(element)
    spend(haystack.utf8.count)
    let needle = Array(text(span))
    var copy = haystack
    return copy.withUTF8 { find(needle, in: $0, foldingCase: false) }
  }

  /// The needle occurs in the text.
  func find(_ needle: [UInt8], in haystack: UnsafeBufferPointer<UInt8>, foldingCase: Bool) -> Bool {
    guard !needle.isEmpty else { return true }
    guard needle.count <= haystack.count else { return false }
    var start = 0
    while start &+ needle.count <= haystack.count {
      var index = 0
      while index < needle.count, same(haystack[start &+ index], needle[index], foldingCase) { index &+= 1 }
      spend(index >> 2)
      if index == needle.count { return true }
      start &+= 1
    }
    return false
  }

  func same(_ left: UInt8, _ right: UInt8, _ foldingCase: Bool) -> Bool {
    left == right || foldingCase && lowered(left) == lowered(right)
  }

  func lowered(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }
}
