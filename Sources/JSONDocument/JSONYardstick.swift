internal import CSimdJSON

/// What simdjson alone needs for a text: its parser into memory that is used again, for benchmarks.
public struct JSONYardstick {
  private let padded: [UInt8]
  private let length: Int

  /// A text; it is copied with the room behind it that simdjson asks for.
  public init(_ bytes: [UInt8]) {
    padded = bytes + [UInt8](repeating: 0x20, count: 64)
    length = bytes.count
  }

  /// Reads the text.
  ///
  /// - Returns: the number of words on the tape, so that nothing is left out; 0 where it is refused.
  public func parse() -> Int {
    padded.withUnsafeBufferPointer { bytes in bytes.baseAddress.map { Int(weft_json_bare($0, length)) } ?? 0 }
  }
}
