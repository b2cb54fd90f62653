/// Places for content hashes in tables of open addressing, which are powers of two in size.
///
/// Somebody who serves items can choose ids whose hashes agree in many bits. So that they cannot make a table slow with
/// them, the places come from a number that differs from process to process; they show in no result.
public struct HashSpread: Sendable {
  private static let factor = UInt64(truncatingIfNeeded: Int.random(in: .min ... .max)) | 1
  @usableFromInline let factor: UInt64
  @usableFromInline let shift: UInt64

  /// For a table of `capacity` slots, a power of two from 2 on.
  public init(capacity: Int) {
    factor = Self.factor
    shift = UInt64(truncatingIfNeeded: 64 - capacity.trailingZeroBitCount)
  }

  /// From 0 up to the capacity.
  @inlinable @inline(__always)
  public func place(of hash: UInt64) -> Int { Int(truncatingIfNeeded: product(of: hash) &>> shift) }

  /// The number whose highest bits are the place.
  @inlinable @inline(__always)
  func product(of hash: UInt64) -> UInt64 { hash &* factor }
}
