import WeftModel

/// The directives of a message's `Cache-Control` fields (RFC 9111 section 5.2).
struct CacheControl {
  /// The directives in order; names are lower-case, values without quotes.
  private var directives: [(name: String, value: String?)] = []

  init(_ headers: HeaderFields) {
    for value in headers.values(of: "Cache-Control") { read(Array(value.utf8)) }
  }

  /// The directive is there, with a value or without.
  func has(_ name: String) -> Bool { directives.contains { $0.name == name } }

  /// No directive is there.
  var isEmpty: Bool { directives.isEmpty }

  /// The directive's seconds; zero where they are no number, or where it is there with different ones, because such a
  /// response is to be taken as stale (section 4.2.1); `nil` where the directive is not there.
  func seconds(_ name: String) -> Duration? {
    let values = directives.filter { $0.name == name }.map(\.value)
    guard let first = values.first else { return nil }
    guard values.allSatisfy({ $0 == first }), let text = first else { return .zero }
    return DeltaSeconds.read(text) ?? .zero
  }

  private mutating func read(_ bytes: [UInt8]) {
    var index = 0
    while index < bytes.count {
      let start = index
      while index < bytes.count, bytes[index] != UInt8(ascii: ","), bytes[index] != UInt8(ascii: "=") { index += 1 }
      let name = CacheControl.trimmed(bytes[start..<index]).lowercased()
      var value: String?
      if index < bytes.count, bytes[index] == UInt8(ascii: "=") {
        index += 1
        value = CacheControl.value(bytes, &index)
      }
      if !name.isEmpty { directives.append((name, value)) }
      // What stands between a value and the next comma belongs to nothing.
      while index < bytes.count, bytes[index] != UInt8(ascii: ",") { index += 1 }
      index += 1
    }
  }

  /// A token or a quoted string (RFC 9110 section 5.6.4), which may hold commas.
  private static func value(_ bytes: [UInt8], _ index: inout Int) -> String {
    while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else {
      let start = index
      while index < bytes.count, bytes[index] != UInt8(ascii: ",") { index += 1 }
      return trimmed(bytes[start..<index])
    }
    index += 1
    var value: [UInt8] = []
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count { index += 1 }
      value.append(bytes[index])
      index += 1
    }
    return String(decoding: value, as: UTF8.self)
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    guard let first = bytes.firstIndex(where: { !isSpace($0) }), let last = bytes.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(decoding: bytes[first...last], as: UTF8.self)
  }
}

/// A number of seconds (RFC 9111 section 1.2.2).
enum DeltaSeconds {
  /// What stands for more than it: 2^31 seconds.
  private static let greatest: Int64 = 1 << 31

  /// The duration; `nil` for anything but digits.
  static func read(_ text: String) -> Duration? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return .seconds(min(Int64(text) ?? greatest, greatest))
  }
}
