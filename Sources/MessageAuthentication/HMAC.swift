internal import CCrypto

/// HMAC-SHA-256 (RFC 2104, FIPS 180-4) by libcrypto: a tag that only the holder of the key can make.
public enum HMAC {
  /// The length of a tag, in bytes.
  public static let length = 32

  /// The tag of a message, 32 bytes; `nil` where libcrypto refuses (the key is longer than 1 MiB, or no memory is left).
  public static func tag(of message: [UInt8], key: [UInt8]) -> [UInt8]? {
    var isMade = false
    let tag = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      buffer.initialize(repeating: 0)
      isMade = weft_hmac_sha256(key, key.count, message, message.count, buffer.baseAddress) == 1
      count = length
    }
    return isMade ? tag : nil
  }

  /// Whether two tags are equal, in a time that does not tell where they differ.
  public static func areEqual(_ first: some Collection<UInt8>, _ second: some Collection<UInt8>) -> Bool {
    let (first, second) = (Array(first), Array(second))
    return first.count == second.count && CRYPTO_memcmp(first, second, first.count) == 0
  }
}

/// Random bytes for keys.
public enum RandomBytes {
  /// So many bytes that nobody can guess; `nil` where the system has none to give.
  public static func make(_ count: Int) -> [UInt8]? {
    var isMade = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      buffer.initialize(repeating: 0)
      isMade = RAND_bytes(buffer.baseAddress, Int32(clamping: count)) == 1
      length = count
    }
    return isMade ? bytes : nil
  }
}
