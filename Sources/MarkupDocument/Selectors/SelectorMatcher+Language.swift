internal import CLibXML2

extension SelectorMatcher {
  enum TextDirection { case leftToRight, rightToLeft }

  /// `:lang(range)`: extended filtering (RFC 4647 section 3.3.2) of the element's language.
  func hasLanguage(_ element: xmlNodePtr, _ range: TextSpan) -> Bool {
    let wanted = Array(text(range))
    guard let language = language(of: element) else { return wanted.isEmpty && false }
    let tag = language.utf8.map { lowered($0) }
    if wanted.isEmpty { return tag.isEmpty }
    guard !tag.isEmpty else { return false }
    return Self.matches(
      range: wanted.split(separator: 0x2D, omittingEmptySubsequences: false),
      tag: tag.split(separator: 0x2D, omittingEmptySubsequences: false))
  }

  /// RFC 4647 section 3.3.2, with an implied `*` between subtags.
  private static func matches(range: [ArraySlice<UInt8>], tag: [ArraySlice<UInt8>]) -> Bool {
    let any: ArraySlice<UInt8> = [0x2A]
    guard let first = range.first, let primary = tag.first, first == any || first == primary else { return false }
    var tagIndex = 1
    for subtag in range.dropFirst() {
      if subtag == any { continue }
      if subtag.isEmpty { return false }
      while true {
        guard tagIndex < tag.count else { return false }
        if tag[tagIndex] == subtag {
          tagIndex += 1
          break
        }
        // A singleton begins an extension: nothing is skipped beyond it.
        if tag[tagIndex].count == 1 { return false }
        tagIndex += 1
      }
    }
    return true
  }

  /// The nearest `lang` (`xml:lang` in XML), else what `meta http-equiv=content-language` says.
  private func language(of element: xmlNodePtr) -> String? {
    var next: xmlNodePtr? = element
    while let node = next {
      spend(1)
      if let own = node.attribute("lang") { return own.valueText }
      if isHTML, let own = node.attribute("xml:lang") { return own.valueText }
      next = node.parentElement
    }
    guard isHTML, let root = elements.first, let head = root.firstElementChild, head.isNamed("head") else { return nil }
    next = head.firstElementChild
    while let node = next {
      spend(1)
      if node.isNamed("meta"), node.attributeText("http-equiv")?.asciiLowercased == "content-language",
        let content = node.attributeText("content")
      {
        return content
      }
      next = node.nextElementSibling
    }
    return nil
  }

  /// The direction that the nearest `dir` says; a page without one runs from left to right. `auto` looks at the text.
  func direction(of element: xmlNodePtr) -> TextDirection? {
    guard isHTML else { return nil }
    var next: xmlNodePtr? = element
    while let node = next {
      spend(1)
      switch node.attributeText("dir")?.asciiLowercased {
      case "ltr": return .leftToRight
      case "rtl": return .rightToLeft
      case "auto": return directionOfText(node) ?? .leftToRight
      default: break
      }
      if node.isNamed("bdi") { return directionOfText(node) ?? .leftToRight }
      next = node.parentElement
    }
    return .leftToRight
  }

  /// The direction of the first letter that has one; Hebrew, Arabic and their neighbours run from right to left.
  private func directionOfText(_ element: xmlNodePtr) -> TextDirection? {
    let text = MarkupText.raw(element)
    spend(text.utf8.count >> 2)
    for scalar in text.unicodeScalars where scalar.properties.isAlphabetic {
      switch scalar.value {
      case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: return .rightToLeft
      default: return .leftToRight
      }
    }
    return nil
  }
}
