/// A hash of 64 bits that is the same in every run and on every machine.
///
/// It names items and pages in sets of what was seen, and makes ids for items that have none. It is no defence against
/// somebody who seeks collisions: a source can only hide items of its own with one.
public struct ContentHash: Sendable {
  @usableFromInline
  var state: UInt64

  /// A hash of nothing; different seeds give independent hashes of the same content.
  @inlinable
  public init(seed: UInt64 = 0) { state = seed &+ 0x9E37_79B9_7F4A_7C15 }

  /// Adds a text and its end, so that "ab", "c" differs from "a", "bc".
  @inlinable
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
  @inlinable
  public mutating func combine(_ bytes: UnsafeRawBufferPointer) {
    var hash = self
    let count = bytes.count
    var tail: UInt64 = 0
    if let start = bytes.baseAddress {
      var index = 0
      while index &+ 8 <= count {
        hash.combine(start.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        index &+= 8
      }
      if count >= 8 {
        tail = Self.tail(ofLast: start.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self), count &- index)
      } else {
        while index < count {
          tail = tail &<< 8 | UInt64(start.load(fromByteOffset: index, as: UInt8.self))
          index &+= 1
        }
      }
    }
    hash.combineEnd(tail, count: count)
    self = hash
  }

  /// Adds what `combine` adds behind the last whole eight bytes: those left, and how many bytes there were.
  @inlinable @inline(__always)
  mutating func combineEnd(_ tail: UInt64, count: Int) {
    combine(tail)
    combine(UInt64(truncatingIfNeeded: count))
  }

  /// The last bytes, fewer than eight, as one number; `word` holds the last eight.
  @inlinable @inline(__always)
  static func tail(ofLast word: UInt64, _ count: Int) -> UInt64 {
    word.bigEndian & ((1 &<< (UInt64(truncatingIfNeeded: count) &* 8)) &- 1)
  }

  /// Adds a number.
  @inlinable @inline(__always)
  public mutating func combine(_ number: UInt64) {
    let product = (state ^ number).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    state = product.high ^ product.low ^ state &* 0x9FB2_1C65_1E98_DF25
  }

  /// The hash of all that was added.
  @inlinable
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
