/// Well-formedness of UTF-8 (Unicode 15, table 3-7), and its repair.
enum UTF8Validation {
  /// The index of the first byte that is not part of a well-formed sequence; nil where all are.
  static func firstFault(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Int? {
    let count = bytes.count
    guard let base = bytes.baseAddress else { return nil }
    let raw = UnsafeRawPointer(base)
    var index = start
    while index < count {
      if base[index] < 0x80 {
        // 32 bytes at a time: most of a feed is ASCII.
        while index + 32 <= count {
          let words =
            raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            | raw.loadUnaligned(fromByteOffset: index + 8, as: UInt64.self)
            | raw.loadUnaligned(fromByteOffset: index + 16, as: UInt64.self)
            | raw.loadUnaligned(fromByteOffset: index + 24, as: UInt64.self)
          if words & 0x8080_8080_8080_8080 != 0 { break }
          index += 32
        }
        while index < count, base[index] < 0x80 { index += 1 }
        continue
      }
      let length = sequenceLength(base, index, count)
      if length <= 0 { return index }
      index += length
    }
    return nil
  }

  /// The length of the well-formed sequence beyond ASCII at an index, or minus the number of bytes that one U+FFFD
  /// stands for (the longest prefix of a sequence, at least one byte).
  @inline(__always)
  static func sequenceLength(_ base: UnsafePointer<UInt8>, _ index: Int, _ count: Int) -> Int {
    let lead = base[index]
    let left = count - index
    let second = left > 1 ? base[index + 1] : 0
    switch lead {
    case 0xE1...0xEC, 0xEE, 0xEF:
      guard second & 0xC0 == 0x80 else { return -1 }
      return left > 2 && base[index + 2] & 0xC0 == 0x80 ? 3 : -2
    case 0xC2...0xDF:
      return second & 0xC0 == 0x80 ? 2 : -1
    case 0xE0:
      guard second >= 0xA0 && second <= 0xBF else { return -1 }
      return left > 2 && base[index + 2] & 0xC0 == 0x80 ? 3 : -2
    case 0xED:
      guard second >= 0x80 && second <= 0x9F else { return -1 }
      return left > 2 && base[index + 2] & 0xC0 == 0x80 ? 3 : -2
    case 0xF0...0xF4:
      let low: UInt8 = lead == 0xF0 ? 0x90 : 0x80
      let high: UInt8 = lead == 0xF4 ? 0x8F : 0xBF
      guard second >= low && second <= high else { return -1 }
      guard left > 2, base[index + 2] & 0xC0 == 0x80 else { return -2 }
      return left > 3 && base[index + 3] & 0xC0 == 0x80 ? 4 : -3
    default:
      return -1
    }
  }

  /// How many well-formed sequences beyond ASCII and how many faults there are, in at most `limit` of both.
  static func counts(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int = 4096) -> (wellFormed: Int, faults: Int) {
    guard let base = bytes.baseAddress else { return (0, 0) }
    var wellFormed = 0
    var faults = 0
    var index = 0
    while index < bytes.count, wellFormed + faults < limit {
      if base[index] < 0x80 {
        index += 1
        continue
      }
      let length = sequenceLength(base, index, bytes.count)
      if length > 0 {
        wellFormed += 1
        index += length
      } else {
        faults += 1
        index -= length
      }
    }
    return (wellFormed, faults)
  }
}

/// Whether the bytes are well-formed UTF-8; 32 bytes at a time where they are ASCII.
public func isValidUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { UTF8Validation.firstFault(bytes) == nil }

/// The bytes with U+FFFD for each ill-formed part (the longest prefix of a sequence, as the Encoding Standard does);
/// well-formed bytes come back uncopied.
public func repairUTF8(_ bytes: [UInt8]) -> [UInt8] {
  bytes.withUnsafeBufferPointer { buffer -> [UInt8]? in
    guard let base = buffer.baseAddress, let first = UTF8Validation.firstFault(buffer) else { return nil }
    var output: [UInt8] = []
    output.reserveCapacity(buffer.count + 64)
    var done = 0
    var fault: Int? = first
    while let at = fault {
      output.append(contentsOf: buffer[done..<at])
      output.append(contentsOf: [0xEF, 0xBF, 0xBD])
      done = at - UTF8Validation.sequenceLength(base, at, buffer.count)
      fault = UTF8Validation.firstFault(buffer, from: done)
    }
    output.append(contentsOf: buffer[done...])
    return output
  } ?? bytes
}
