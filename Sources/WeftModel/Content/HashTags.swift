/// The places of content hashes in a table of open addressing; what stands at them is kept by who uses it, in an array of
/// `capacity` elements.
///
/// The places are in groups of eight, and of each hash one byte is kept, its tag. The tags of a group are one word, so that
/// a look compares all eight at once: that a hash is not there, as most are not, shows in memory that lies close
/// together, and hardly a branch on the way there is one that a processor cannot guess.
///
/// Nothing is ever taken out: who wants that empties the table and puts in what stays.
public struct HashTags: Sendable {
  /// For each group its tags, that of its first place lowest; 0 is a free place.
  @usableFromInline var groups: [UInt64] = []
  @usableFromInline var spread = HashSpread(capacity: 2)
  /// How many hashes it has.
  @inlinable public var count: Int { taken }
  @usableFromInline var taken = 0

  /// A table without places.
  public init() {}

  /// How many places there are.
  @inlinable public var capacity: Int { groups.count &* 8 }

  /// There is no room for so many more: a table more than three quarters full is slow.
  @inlinable @inline(__always)
  public func isShort(of room: Int) -> Bool { (count &+ room) &* 4 > capacity &* 3 }

  /// Empties the table, and gives it places for so many hashes that it is at most half full with them.
  public mutating func removeAll(roomFor room: Int) {
    taken = 0
    var capacity = max(16, capacity)
    while room &* 2 > capacity { capacity &*= 2 }
    guard capacity != self.capacity else {
      for group in groups.indices { groups[group] = 0 }
      return
    }
    groups = Array(repeating: 0, count: capacity / 8)
    spread = HashSpread(capacity: capacity / 8)
  }

  /// All places that are taken, in their order.
  @inlinable @inline(__always)
  public func forEach(_ body: (Int) -> Void) {
    for group in groups.indices {
      var taken = groups[group]
      while taken != 0 {
        let index = taken.trailingZeroBitCount &>> 3
        body(group &* 8 &+ index)
        taken &= ~(0xFF &<< (UInt64(truncatingIfNeeded: index) &* 8))
      }
    }
  }

  /// The place of a hash; `nil`: it is not there.
  ///
  /// - Parameter isSame: whether the hash stands at a place; it is asked of those whose tags agree.
  @inlinable @inline(__always)
  public func place(of hash: UInt64, isSame: (Int) -> Bool) -> Int? {
    guard !groups.isEmpty else { return nil }
    return groups.withUnsafeBufferPointer { groups in
      let found = HashLook(hash, spread).place(in: groups, isSame: isSame)
      return found.isHeld ? found.place : nil
    }
  }

  /// The place at which a hash will be looked for first, and the tags that stand there. Who asks for several hashes
  /// beforehand has memory answer for all of them side by side; the result is to be used, so that the question is asked.
  @inlinable @inline(__always)
  public func firstLook(_ hash: UInt64) -> (place: Int, tags: UInt64) {
    let group = spread.place(of: hash)
    return (group &* 8, groups[group])
  }

  /// Lends the table for putting in hashes that there is room for.
  @inlinable @inline(__always)
  public mutating func fill(_ body: (inout Filling) -> Void) {
    let spread = spread
    var added = 0
    groups.withUnsafeMutableBufferPointer { groups in
      var filling = Filling(groups: groups, spread: spread)
      body(&filling)
      added = filling.added
    }
    taken &+= added
  }

  /// A table that is being filled.
  public struct Filling {
    @usableFromInline let groups: UnsafeMutableBufferPointer<UInt64>
    @usableFromInline let spread: HashSpread
    @usableFromInline var added = 0

    @inlinable @inline(__always)
    init(groups: UnsafeMutableBufferPointer<UInt64>, spread: HashSpread) {
      self.groups = groups
      self.spread = spread
    }

    /// Takes a place for a hash that is not there.
    @inlinable @inline(__always)
    public mutating func insertNew(_ hash: UInt64) -> Int {
      let look = HashLook(hash, spread)
      let place = look.freePlace(in: UnsafeBufferPointer(groups))
      take(place, look.tag)
      return place
    }

    @inlinable @inline(__always)
    mutating func take(_ place: Int, _ tag: UInt64) {
      groups[place &>> 3] |= tag &<< (UInt64(truncatingIfNeeded: place & 7) &* 8)
      added &+= 1
    }

    /// Takes a place for a hash; `nil`: it is there already.
    ///
    /// - Parameter isSame: whether the hash stands at a place; it is asked of those whose tags agree.
    @inlinable @inline(__always)
    public mutating func insert(_ hash: UInt64, isSame: (Int) -> Bool) -> Int? {
      let look = HashLook(hash, spread)
      let (place, isHeld) = look.place(in: UnsafeBufferPointer(groups), isSame: isSame)
      if isHeld { return nil }
      take(place, look.tag)
      return place
    }
  }
}

/// Where to look for a hash, and by what tag.
@usableFromInline
struct HashLook {
  @usableFromInline let group: Int
  /// From 128 on, so that it is none of a free place.
  @usableFromInline let tag: UInt64

  @inlinable @inline(__always)
  static var ones: UInt64 { 0x0101_0101_0101_0101 }
  /// The highest bit of each byte.
  @inlinable @inline(__always)
  static var highs: UInt64 { 0x8080_8080_8080_8080 }

  @inlinable @inline(__always)
  init(_ hash: UInt64, _ spread: HashSpread) {
    group = spread.place(of: hash)
    tag = spread.product(of: hash) &>> 24 & 0x7F | 0x80
  }

  /// The place of the hash, else the first free one on the way there.
  @inlinable @inline(__always)
  func place(in groups: UnsafeBufferPointer<UInt64>, isSame: (Int) -> Bool) -> (place: Int, isHeld: Bool) {
    let mask = groups.count &- 1
    var group = group
    while true {
      let tags = groups[group]
      let difference = tags ^ tag &* Self.ones
      // The highest bit of each byte that is 0, and now and then of one above it.
      var equal = (difference &- Self.ones) & ~difference & Self.highs
      while equal != 0 {
        let place = group &* 8 &+ equal.trailingZeroBitCount &>> 3
        if isSame(place) { return (place, true) }
        equal &= equal &- 1
      }
      let free = ~tags & Self.highs
      if free != 0 { return (group &* 8 &+ free.trailingZeroBitCount &>> 3, false) }
      group = (group &+ 1) & mask
    }
  }
  /// The first free place on the way to the hash.
  @inlinable @inline(__always)
  func freePlace(in groups: UnsafeBufferPointer<UInt64>) -> Int {
    var group = group
    while ~groups[group] & Self.highs == 0 { group = (group &+ 1) & (groups.count &- 1) }
    return group &* 8 &+ (~groups[group] & Self.highs).trailingZeroBitCount &>> 3
  }
}
