/// A hash of 64 bits that is the same in every run and on every machine.
///
/// It names items and pages in sets of what was seen, and makes ids for items that have none. It is no defence against
/// somebody who seeks collisions: a source can only hide items of its own with one.
public struct ContentHash: Sendable {
  private var state: UInt64

  /// A hash of nothing; different seeds give independent hashes of the same content.
  public init(seed: UInt64 = 0) { state = seed &+ 0x9E37_79B9_7F4A_7C15 }

  /// Adds a text and its end, so that "ab", "c" differs from "a", "bc".
  public mutating func combine(_ text: String) {
    var copy = self
    let isContiguous: Void? = text.utf8.withContiguousStorageIfAvailable { copy.combine(UnsafeRawBufferPointer($0)) }
    if isContiguous == nil {
      var text = text
      text.withUTF8 { copy.combine(UnsafeRawBufferPointer($0)) }
    }
    self = copy
  }

  /// Adds bytes and their end: eight at a time, what is left of them as one number.
  public mutating func combine(_ bytes: UnsafeRawBufferPointer) {
    let count = bytes.count
    var tail: UInt64 = 0
    if let start = bytes.baseAddress {
      var index = 0
      while index &+ 8 <= count {
        combine(start.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        index &+= 8
      }
      if count >= 8 {
        let last = start.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self).bigEndian
        tail = last & ((1 &<< (UInt64(truncatingIfNeeded: count &- index) &* 8)) &- 1)
      } else {
        for byte in bytes { tail = tail &<< 8 | UInt64(byte) }
      }
    }
    combine(tail)
    combine(UInt64(truncatingIfNeeded: count))
  }

  /// Adds a number.
  @inline(__always)
  public mutating func combine(_ number: UInt64) {
    let product = (state ^ number).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    state = product.high ^ product.low ^ state &* 0x9FB2_1C65_1E98_DF25
  }

  /// The hash of all that was added.
  public var value: UInt64 {
    var mixed = state
    mixed ^= mixed >> 32
    mixed &*= 0xD6E8_FEB8_6659_FD93
    mixed ^= mixed >> 32
    mixed &*= 0xD6E8_FEB8_6659_FD93
    return mixed ^ mixed >> 32
  }

  /// The hash of some texts in their order.
  public static func of(_ texts: String...) -> UInt64 {
    var hash = ContentHash()
    for text in texts { hash.combine(text) }
    return hash.value
  }

  /// An id for an item that has neither an id nor an address: 32 hexadecimal digits of its title, content and date.
  ///
  /// - Parameter date: the date as the source wrote it: a relative date ("3 hours ago") would give another instant, and
  ///   so another id, at each reading.
  public static func itemID(title: String?, content: String?, date: String?) -> String {
    var first = ContentHash(seed: 1)
    var second = ContentHash(seed: 2)
    for text in [title ?? "", content ?? "", date ?? ""] {
      first.combine(text)
      second.combine(text)
    }
    return hexadecimal(first.value) + hexadecimal(second.value)
  }

  private static func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
