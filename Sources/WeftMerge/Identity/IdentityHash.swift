/// A 64-bit hash that is the same in every run (FNV-1a, finished as in MurmurHash3), so that a replay gives the same log.
enum IdentityHash {
  static func of(_ text: String) -> UInt64 { of(text.utf8) }

  static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash ^= hash >> 33
    hash = hash &* 0xFF51_AFD7_ED55_8CCD
    return hash ^ (hash >> 33)
  }
}
