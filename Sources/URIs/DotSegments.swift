/// `.` and `..` in paths (RFC 3986 section 5.2.4).
enum DotSegments {
  /// The same in place, for an absolute path that is the end of `bytes` from `start` on; linear.
  static func remove(from bytes: inout [UInt8], start: Int) {
    let slash = UInt8(ascii: "/")
    let dot = UInt8(ascii: ".")
    guard start < bytes.count, bytes[start] == slash else { return }
    var needsWork = false
    for index in start..<bytes.count - 1 where bytes[index] == slash && bytes[index + 1] == dot {
      needsWork = true
      break
    }
    guard needsWork else { return }
    var read = start
    var write = start
    while read < bytes.count {
      var end = read + 1
      while end < bytes.count, bytes[end] != slash { end += 1 }
      let length = end - read - 1
      let isDot = length == 1 && bytes[read + 1] == dot
      let isDoubleDot = length == 2 && bytes[read + 1] == dot && bytes[read + 2] == dot
      if isDot || isDoubleDot {
        if isDoubleDot, write > start {
          write -= 1
          while write > start, bytes[write] != slash { write -= 1 }
        }
        if end == bytes.count {
          bytes[write] = slash
          write += 1
        }
      } else {
        for index in read..<end {
          bytes[write] = bytes[index]
          write += 1
        }
      }
      read = end
    }
    bytes.removeLast(bytes.count - write)
  }

  /// The path without `.` and `..`; a `..` too many stops at the root. Linear in the length of the path.
  static func removed(from path: String) -> String {
    guard path.utf8.contains(UInt8(ascii: ".")) else { return path }
    let slash = UInt8(ascii: "/")
    let absolute = path.utf8.first == slash
    let segments = path.utf8.split(separator: slash, omittingEmptySubsequences: false).dropFirst(absolute ? 1 : 0)
    var kept: [Substring.UTF8View] = []
    var endsInDirectory = false
    for segment in segments {
      endsInDirectory = false
      if isDot(segment) {
        endsInDirectory = true
      } else if isDoubleDot(segment) {
        endsInDirectory = true
        _ = kept.popLast()
      } else {
        kept.append(segment)
      }
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(path.utf8.count)
    for (index, segment) in kept.enumerated() {
      if absolute || index > 0 { bytes.append(slash) }
      bytes.append(contentsOf: segment)
    }
    if endsInDirectory && (absolute || !kept.isEmpty) { bytes.append(slash) }
    return text(bytes)
  }

  private static func isDot(_ segment: Substring.UTF8View) -> Bool {
    segment.count == 1 && segment.first == UInt8(ascii: ".")
  }

  private static func isDoubleDot(_ segment: Substring.UTF8View) -> Bool {
    segment.count == 2 && segment.allSatisfy { $0 == UInt8(ascii: ".") }
  }
}
