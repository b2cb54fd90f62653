internal import CLibXML2

extension SelectorMatcher {
  /// Tests on attributes, ids and classes among them.
  func matchesAttribute(_ test: SelectorTest, _ element: xmlNodePtr) -> Bool {
    program.strings.withUnsafeBufferPointer { strings in
      switch test.kind {
      case .id:
        guard let attribute = element.attribute("id") else { return false }
        return attribute.withValue { $0.elementsEqual(slice(strings, test.name)) }
      case .className:
        guard let attribute = element.attribute("class") else { return false }
        return attribute.withValue { includes($0, slice(strings, test.name), false) }
      default:
        let name = slice(strings, isHTML ? test.lowered : test.name)
        let value = slice(strings, test.value)
        let folds =
          switch test.letterCase {
          case .exact: false
          case .insensitive: true
          case .insensitiveInHTML: isHTML && !isForeign(element)
          }
        // In XML two attributes can share a local name in two namespaces: any of them will do.
        var next = element.pointee.properties
        while let attribute = next {
          if let own = attribute.pointee.name, own.equals(name),
            attribute.withValue({ compare($0, value, test.kind, folds) })
          {
            return true
          }
          spend(1)
          next = attribute.pointee.next
        }
        return false
      }
    }
  }

  /// The same where names are the same if their pointers are, and an element has no name twice.
  func matchesAttribute(_ test: SelectorTest, _ element: xmlNodePtr, named name: UnsafePointer<UInt8>?) -> Bool {
    guard let name else { return false }
    var next = element.pointee.properties
    while let attribute = next, attribute.pointee.name != name {
      if test.kind != .id && test.kind != .className { spend(1) }
      next = attribute.pointee.next
    }
    guard let attribute = next else { return false }
    return program.strings.withUnsafeBufferPointer { strings in
      attribute.withValue { own in
        switch test.kind {
        case .id: return own.count == Int(test.name.count) && hasPrefix(own, slice(strings, test.name), false)
        case .className: return includes(own, slice(strings, test.name), false)
        default:
          let folds = test.letterCase == .insensitive || test.letterCase == .insensitiveInHTML && !isForeign(element)
          return compare(own, slice(strings, test.value), test.kind, folds)
        }
      }
    }
  }

  /// The element belongs to a drawing or a formula, where attribute values have case.
  private func isForeign(_ element: xmlNodePtr) -> Bool {
    var next: xmlNodePtr? = element
    while let node = next {
      spend(1)
      if node.isNamed("svg") || node.isNamed("math") { return true }
      if node != element, node.isNamed("foreignobject") || node.isNamed("body") { return false }
      next = node.parentElement
    }
    return false
  }

  private func slice(_ strings: UnsafeBufferPointer<UInt8>, _ span: TextSpan) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: strings[Int(span.start)..<Int(span.start &+ span.count)])
  }

  private func compare(
    _ own: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>, _ kind: SelectorTest.Kind, _ folds: Bool
  ) -> Bool {
    switch kind {
    case .attributeExists: return true
    case .attributeEquals: return own.count == value.count && hasPrefix(own, value, folds)
    case .attributeIncludes: return includes(own, value, folds)
    case .attributeDash:
      return hasPrefix(own, value, folds) && (own.count == value.count || own[value.count] == 0x2D)
    // An empty value begins, ends and lies within nothing (Selectors 4, section 6.2).
    case .attributePrefix: return value.count > 0 && hasPrefix(own, value, folds)
    case .attributeSuffix:
      guard value.count > 0, own.count >= value.count else { return false }
      return hasPrefix(UnsafeBufferPointer(rebasing: own[(own.count &- value.count)...]), value, folds)
    case .attributeSubstring:
      spend(own.count >> 4)
      return value.count > 0 && find(Array(value), in: own, foldingCase: folds)
    default: return false
    }
  }

  private func hasPrefix(_ own: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>, _ folds: Bool) -> Bool
  {
    guard own.count >= value.count else { return false }
    var index = 0
    while index < value.count {
      if !same(own[index], value[index], folds) { return false }
      index &+= 1
    }
    return true
  }

  /// The value, split at white space, holds the word.
  private func includes(_ own: UnsafeBufferPointer<UInt8>, _ word: UnsafeBufferPointer<UInt8>, _ folds: Bool) -> Bool {
    guard word.count > 0 else { return false }
    spend(own.count >> 4)
    var start = 0
    while start < own.count {
      if isSpace(own[start]) {
        start &+= 1
        continue
      }
      var end = start &+ 1
      while end < own.count, !isSpace(own[end]) { end &+= 1 }
      if end &- start == word.count, hasPrefix(UnsafeBufferPointer(rebasing: own[start..<end]), word, folds) {
        return true
      }
      start = end
    }
    return false
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D && byte != 0x0B) }
}
