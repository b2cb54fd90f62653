extension XMLPreparation {
  /// Writes a tag anew: every attribute once, quoted, its references resolved.
  mutating func rewriteTag(at tag: Int, name: Range<Int>, end: Int, isEmpty: Bool) {
    markup.append(UInt8(ascii: "<"))
    markup.append(UnsafeBufferPointer(rebasing: input[name]))
    var index = name.upperBound
    var seen: [Range<Int>] = []
    while index < end {
      guard input[index].isXMLNameStart,
        let attribute = XMLTagScan.parts(input, at: index, memory: &tagScan), attribute.end <= end
      else {
        let byte = input[index]
        if !byte.isXMLSpace, byte != UInt8(ascii: ">"), byte != UInt8(ascii: "/") { repairs.insert(.tags) }
        index += 1
        continue
      }
      index = attribute.end
      if !attribute.isQuoted { repairs.insert(.tags) }
      let name = UnsafeBufferPointer(rebasing: input[attribute.name])
      guard seen.count < Self.mostAttributes, !seen.contains(where: { input[$0].elementsEqual(name) }) else {
        repairs.insert(.tags)
        continue
      }
      seen.append(attribute.name)
      markup.append(UInt8(ascii: " "))
      markup.append(name)
      markup.append("=\"")
      appendValue(UnsafeBufferPointer(rebasing: input[attribute.value]))
      markup.append(UInt8(ascii: "\""))
    }
    markup.append(isEmpty ? "/>" : ">")
  }

  /// Decodes an attribute's value with our own rules and escapes it for the parser.
  private mutating func appendValue(_ value: UnsafeBufferPointer<UInt8>) {
    guard value.index(of: UInt8(ascii: "&"), from: 0) != nil else {
      markup.append(escaping: value, inAttribute: true)
      return
    }
    var decoded = ByteBuffer(capacity: value.count)
    references.appendDecoded(value, to: &decoded, limit: limits.text)
    markup.append(escaping: decoded.bytes, inAttribute: true)
  }
}
