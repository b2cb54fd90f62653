internal import CZLib

/// gzip (RFC 1952) by zlib.
enum Compression {
  /// The compressed bytes; `nil` where zlib has no memory, or nothing is won.
  static func gzip(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count > 512, bytes.count < 1 << 30 else { return nil }
    var stream = z_stream()
    guard weft_gzip_begin(&stream, 5) == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    var result = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
    let status = bytes.withUnsafeBytes { input in
      result.withUnsafeMutableBytes { output in
        // zlib only reads from it.
        stream.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.bindMemory(to: UInt8.self).baseAddress
        stream.avail_out = UInt32(clamping: output.count)
        return deflate(&stream, Z_FINISH)
      }
    }
    guard status == Z_STREAM_END, Int(stream.total_out) < bytes.count else { return nil }
    result.removeLast(result.count - Int(stream.total_out))
    return result
  }
}
