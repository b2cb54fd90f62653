/// The attributes of a start tag.
extension XMLScanner {
  /// Reads the attributes from behind the tag's name; returns the place after its `>`, `nil` where the document ends
  /// before.
  mutating func readAttributes(from start: Int, isEmpty: inout Bool) -> Int? {
    rewritten.removeAll()
    var index = start
    while true {
      while index < input.count, input[index].isXMLSpace { index += 1 }
      guard index < input.count else { return nil }
      switch input[index] {
      case UInt8(ascii: ">"): return index + 1
      case UInt8(ascii: "/") where index + 1 < input.count && input[index + 1] == UInt8(ascii: ">"):
        isEmpty = true
        return index + 2
      case UInt8(ascii: "<"):
        // The next tag begins before this one ended.
        return index
      default:
        guard let parts = XMLAttribute.parts(input, at: index, memory: &quotes) else {
          if input[index] != UInt8(ascii: "/") { context.repairs.insert(.tags) }
          index += 1
          continue
        }
        take(parts)
        index = parts.end
      }
    }
  }

  private mutating func take(_ parts: XMLAttribute.Parts) {
    if !parts.isQuoted { context.repairs.insert(.tags) }
    var name = parts.name
    if !input[name.lowerBound].isXMLNameStart {
      context.repairs.insert(.tags)
      guard let start = name.first(where: { input[$0].isXMLNameStart }) else { return }
      name = start..<name.upperBound
    }
    guard attributes.count < Self.mostAttributes, !attributes.contains(where: { isSame($0.name, name) }) else {
      context.repairs.insert(.tags)
      return
    }
    var attribute = XMLAttribute(name: name, value: parts.value, prefixLength: XMLNames.prefixLength(input, name))
    if parts.needsRewriting {
      let start = rewritten.count
      // White space is a space each, but for what a reference stands for (XML 1.0 section 3.3.3).
      var value = ByteBuffer(capacity: parts.value.count)
      value.append(UnsafeBufferPointer(rebasing: input[parts.value]))
      value.replaceControls(from: 0)
      context.references.appendDecoded(value.bytes, to: &rewritten, limit: start + limits.text)
      attribute.value = start..<rewritten.count
      attribute.isRewritten = true
    }
    if attribute.prefixLength > 0 { hasPrefixes = true }
    if input[name.lowerBound] == UInt8(ascii: "x") { mayDeclare = true }
    attributes.append(attribute)
  }

  private func isSame(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    left.count == right.count && input.hasSame(left.lowerBound, right.lowerBound, count: left.count)
  }

  /// Takes out the declarations of namespaces and puts them in force.
  mutating func takeDeclarations(depth: Int) {
    var index = 0
    while index < attributes.count {
      let attribute = attributes[index]
      let prefixEnd = attribute.name.lowerBound + attribute.prefixLength
      guard input.matches("xmlns", at: attribute.name.lowerBound),
        attribute.prefixLength == 6 || attribute.name.count == 5
      else {
        index += 1
        continue
      }
      let value = UnsafeBufferPointer(
        rebasing: (attribute.isRewritten ? rewritten.bytes : input)[attribute.value])
      names.declare(
        input, prefix: attribute.prefixLength == 0 ? prefixEnd..<prefixEnd : prefixEnd..<attribute.name.upperBound,
        uri: value, depth: depth)
      attributes.remove(at: index)
    }
  }
}
