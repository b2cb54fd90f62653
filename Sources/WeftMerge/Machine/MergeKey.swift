import WeftModel

/// The place of an item in the merged order: small first, total, and without regard to arrival.
///
/// By time, `major` is the time's negative and `minor` the source's index and the item's place in the source. By turns,
/// both together hold a fraction (see `Strides`), and the last 32 bits the source.
struct MergeKey: Hashable, Sendable {
  var major: Int64
  var minor: UInt64

  /// Before every item: the watermark of a source of which nothing is known.
  static let least = MergeKey(major: .min, minor: 0)
  /// After every item: the frontier when no source is left that could give one.
  static let greatest = MergeKey(major: .max, minor: .max)

  /// The key of an item by time.
  static func time(_ date: Timestamp, source: Int, sequence: UInt32) -> MergeKey {
    MergeKey(major: major(of: date), minor: UInt64(UInt32(truncatingIfNeeded: source)) << 32 | UInt64(sequence))
  }

  /// The newest time has the smallest value; the two ends are left to `least` and `greatest`.
  static func major(of date: Timestamp) -> Int64 {
    date.microseconds <= -Int64.max + 1 ? .max - 1 : -date.microseconds
  }
}

extension MergeKey {
  /// Both parts as one number: compared without a branch, for where no guess would be right.
  @inline(__always)
  var whole: Int128 { Int128(major) << 64 | Int128(minor) }
}

extension MergeKey: Comparable {
  @inline(__always)
  static func < (left: MergeKey, right: MergeKey) -> Bool {
    left.major == right.major ? left.minor < right.minor : left.major < right.major
  }
}
