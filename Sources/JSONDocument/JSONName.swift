/// A member's name to look up, in UTF-8, with its first bytes as one number: names mostly differ there.
struct JSONName: Sendable, Equatable {
  let bytes: [UInt8]
  /// The first eight bytes, the lowest first; zeros where the name is shorter.
  let prefix: UInt64

  init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
    self.prefix = self.bytes.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Whether a name of the same length and prefix is the same behind the prefix too.
  @inline(__always) func hasRest(of name: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.count <= 8
      || bytes.withUnsafeBufferPointer { own in
        for index in 8..<own.count where own[index] != name[index] { return false }
        return true
      }
  }
}
