/// The text that was collected for an element, valid while its end is reported.
public struct SAXText: ~Copyable {
  @usableFromInline let bytes: UnsafeBufferPointer<UInt8>
  /// The text was longer than the limit.
  public let isCut: Bool
  /// There were elements inside.
  public let holdsElements: Bool

  init(_ bytes: UnsafeBufferPointer<UInt8>, isCut: Bool, holdsElements: Bool) {
    self.bytes = bytes
    self.isCut = isCut
    self.holdsElements = holdsElements
  }

  /// The text without white space at its ends; `nil` where nothing is left.
  public var string: String? {
    let trimmed = trimmed
    return trimmed.isEmpty ? nil : String(decoding: trimmed, as: UTF8.self)
  }

  /// There is nothing but white space.
  public var isEmpty: Bool { bytes.allSatisfy(\.isXMLSpace) }

  /// Gives out the bytes of the text, in UTF-8, without white space at its ends.
  @inlinable
  public func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result { body(trimmed.span) }

  @inlinable var trimmed: UnsafeBufferPointer<UInt8> {
    var start = 0
    var end = bytes.count
    while start < end, Self.isSpace(bytes[start]) { start += 1 }
    while end > start, Self.isSpace(bytes[end - 1]) { end -= 1 }
    return UnsafeBufferPointer(rebasing: bytes[start..<end])
  }

  /// White space of XML (section 2.3).
  @inlinable static func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 && 1 &<< UInt64(byte) & 0x1_0000_2600 != 0 }
}
