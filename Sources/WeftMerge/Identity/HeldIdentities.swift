/// An identity and the item that holds it, in 24 bytes.
struct HeldIdentity: BitwiseCopyable {
  let hash: UInt64
  private let major: Int64
  /// The complement where the identity is ambiguous.
  private let source: Int32
  private let sequence: UInt32

  private static let timeless = Int64.min

  @inline(__always)
  init(_ hash: UInt64, source: Int, sequence: UInt32, major: Int64?) {
    self.hash = hash
    self.major = major ?? Self.timeless
    self.source = Int32(truncatingIfNeeded: source)
    self.sequence = sequence
  }

  init(_ hash: UInt64, _ holder: IdentityTable.Holder) {
    let place = holder.place
    self.init(
      hash, source: holder.isAmbiguous ? ~place.source : place.source, sequence: place.sequence, major: place.major)
  }

  var holder: IdentityTable.Holder {
    IdentityTable.Holder(
      place: ItemPlace(
        source: Int(source < 0 ? ~source : source), sequence: sequence, major: major == Self.timeless ? nil : major),
      isAmbiguous: source < 0)
  }

  /// It belongs to an item newer than this (as a key's `major`).
  @inline(__always)
  func isExpired(_ limit: Int64) -> Bool { major != Self.timeless && major < limit }
}

/// Held identities by their numbers, in pieces: none is moved when there come more. Where a piece ends early, numbers are
/// left out.
struct HeldIdentities: Sendable {
  /// As many as there can be, of which so many are taken; or none yet.
  struct Piece: Sendable {
    var identities: [HeldIdentity] = []
    var count = 0

    static let length = 4_096
  }

  private static let pieceBits: UInt32 = 12

  private(set) var full: [Piece] = []
  /// The piece that is being filled.
  var last = Piece()

  /// The place in its piece.
  @inline(__always)
  static func index(of number: UInt32) -> Int { Int(number & (1 &<< pieceBits &- 1)) }

  @inline(__always)
  private static func piece(of number: UInt32) -> Int { Int(number &>> pieceBits) }

  /// One of the full pieces, or of the last one, which is lent to somebody.
  @inline(__always)
  static func identity(
    _ number: UInt32, _ full: [Piece], _ last: UnsafeMutableBufferPointer<HeldIdentity>
  ) -> HeldIdentity {
    let piece = piece(of: number)
    return piece < full.count ? full[piece].identities[index(of: number)] : last[index(of: number)]
  }

  subscript(_ number: UInt32) -> HeldIdentity {
    get {
      let piece = Self.piece(of: number)
      return (piece < full.count ? full[piece] : last).identities[Self.index(of: number)]
    }
    set {
      let piece = Self.piece(of: number)
      if piece < full.count {
        full[piece].identities[Self.index(of: number)] = newValue
      } else {
        last.identities[Self.index(of: number)] = newValue
      }
    }
  }

  var count: Int { full.reduce(last.count) { $0 + $1.count } }

  /// The number of the next one.
  var nextNumber: UInt32 {
    UInt32(truncatingIfNeeded: full.count) &<< Self.pieceBits | UInt32(truncatingIfNeeded: last.count)
  }

  /// So many more, a piece's length at most, stand in one piece.
  mutating func makeRoom(for room: Int) {
    guard last.identities.count < last.count + room else { return }
    if last.count > 0 { full.append(last) }
    last = Piece(
      identities: Array(repeating: HeldIdentity(0, source: 0, sequence: 0, major: nil), count: Piece.length))
  }

  mutating func append(_ identity: HeldIdentity) -> UInt32 {
    makeRoom(for: 1)
    let number = nextNumber
    last.identities[last.count] = identity
    last.count += 1
    return number
  }

  private mutating func append(_ piece: Piece) {
    var start = 0
    while start < piece.count {
      makeRoom(for: 1)
      let (count, length) = (last.count, min(piece.count - start, Piece.length - last.count))
      last.identities.withUnsafeMutableBufferPointer { identities in
        for index in 0..<length { identities[count &+ index] = piece.identities[start &+ index] }
      }
      last.count += length
      start += length
    }
  }

  func forEach(_ body: (_ number: UInt32, _ hash: UInt64) -> Void) {
    var first: UInt32 = 0
    for piece in full + [last] {
      for index in 0..<piece.count { body(first &+ UInt32(truncatingIfNeeded: index), piece.identities[index].hash) }
      first &+= 1 &<< Self.pieceBits
    }
  }

  /// Drops what is expired; the numbers of the others change.
  mutating func drop(_ expired: Int64) {
    var old = full
    old.append(last)
    (full, last) = ([], Piece())
    for index in old.indices {
      var piece = Piece()
      swap(&piece, &old[index])
      piece.drop(expired)
      if full.isEmpty, last.count == 0 {
        last = piece
        continue
      }
      append(piece)
    }
  }
}

extension HeldIdentities.Piece {
  /// Moves what is not expired to the front.
  fileprivate mutating func drop(_ expired: Int64) {
    let count = count
    self.count = identities.withUnsafeMutableBufferPointer { identities in
      var kept = 0
      for index in 0..<count {
        // Counted or written over: without a branch, for nothing tells which.
        let isExpired = identities[index].isExpired(expired)
        identities[kept] = identities[index]
        kept &+= isExpired ? 0 : 1
      }
      return kept
    }
  }
}
