/// The attributes of one element, valid while its start is reported; declarations of namespaces are none.
public struct SAXAttributes: ~Copyable {
  private let attributes: UnsafeBufferPointer<XMLAttribute>
  private let input: UnsafeBufferPointer<UInt8>
  /// Values that are not as they stand in the input.
  private let rewritten: UnsafeBufferPointer<UInt8>
  /// Some have a prefix.
  public let hasPrefixes: Bool

  init(
    _ attributes: UnsafeBufferPointer<XMLAttribute>, input: UnsafeBufferPointer<UInt8>,
    rewritten: UnsafeBufferPointer<UInt8>, hasPrefixes: Bool
  ) {
    self.attributes = attributes
    self.input = input
    self.rewritten = rewritten
    self.hasPrefixes = hasPrefixes
  }

  /// How many there are.
  public var count: Int { attributes.count }

  private func value(_ attribute: XMLAttribute) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: (attribute.isRewritten ? rewritten : input)[attribute.value])
  }

  private func string(_ attribute: XMLAttribute) -> String { String(decoding: value(attribute), as: UTF8.self) }

  private func isNamed(_ name: StaticString, _ attribute: XMLAttribute) -> Bool {
    attribute.name.count - attribute.prefixLength == name.utf8CodeUnitCount
      && input.matches(name, at: attribute.name.lowerBound + attribute.prefixLength)
  }

  /// The value of an attribute without a prefix.
  public subscript(name: StaticString) -> String? {
    for attribute in attributes where attribute.prefixLength == 0 && isNamed(name, attribute) {
      return string(attribute)
    }
    return nil
  }

  /// The value of an attribute without a prefix, its name compared without case.
  public func value(ignoringCase name: StaticString) -> String? {
    for attribute in attributes where attribute.prefixLength == 0 {
      if UnsafeBufferPointer(rebasing: input[attribute.name]).isSameIgnoringCase(name) { return string(attribute) }
    }
    return nil
  }

  /// Whether the value of an attribute without a prefix is this text; its name and the value are compared without case.
  ///
  /// - Returns: `nil` where there is no such attribute.
  public func `is`(_ text: StaticString, ignoringCase name: StaticString) -> Bool? {
    for attribute in attributes where attribute.prefixLength == 0 && attribute.name.count == name.utf8CodeUnitCount {
      let own = UnsafeBufferPointer(rebasing: input[attribute.name])
      if own.isSameIgnoringCase(name) { return value(attribute).isSameIgnoringCase(text) }
    }
    return nil
  }

  /// The value of an attribute in a namespace that is usually written with this prefix, declared or not.
  public subscript(prefix: StaticString, name: StaticString) -> String? {
    guard hasPrefixes else { return nil }
    let length = prefix.utf8CodeUnitCount
    for attribute in attributes
    where attribute.prefixLength == length + 1 && isNamed(name, attribute)
      && input.matches(prefix, at: attribute.name.lowerBound)
    {
      return string(attribute)
    }
    return nil
  }

  /// Writes all of them as HTML; namespaces are left out.
  func write(to output: inout ByteBuffer) {
    for attribute in attributes {
      output.append(UInt8(ascii: " "))
      output.append(UnsafeBufferPointer(rebasing: input[attribute.name]))
      output.append("=\"")
      output.append(escaping: value(attribute), inAttribute: true)
      output.append(UInt8(ascii: "\""))
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The bytes are this text, letters of ASCII compared without case.
  fileprivate func isSameIgnoringCase(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    if matches(text, at: 0) { return true }
    for index in 0..<count {
      let (own, other) = (self[index], text.utf8Start[index])
      guard own == other || (own | 0x20 == other | 0x20 && (own | 0x20) &- 0x61 < 26) else { return false }
    }
    return true
  }
}
