internal import CRE2

/// A regular expression of RE2: its time is linear in the text, whatever the pattern.
///
/// The syntax is RE2's, over Unicode characters: `(?i)`, `\d`, `\p{L}`, `(?P<name>…)`; no look-around and no
/// back-references, which could not be linear.
///
/// `@unchecked Sendable`: the RE2 object behind it is immutable and documented as safe for concurrent matching.
public final class RegularExpression: @unchecked Sendable {
  /// The pattern as given.
  public let pattern: String
  /// The number of capturing groups.
  public let groupCount: Int
  private let handle: OpaquePointer

  /// Compiles a pattern; throws RE2's own text where it is no expression or would need too much memory.
  public init(_ pattern: String, ignoringCase: Bool = false) throws(RegularExpressionError) {
    var error: [CChar] = Array(repeating: 0, count: 256)
    var length = 0
    var copy = pattern
    let handle = copy.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { chars in
        weft_re2_compile(chars.baseAddress, chars.count, ignoringCase, &error, error.count, &length)
      }
    }
    guard let handle else {
      let text = String(decoding: error.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
      throw RegularExpressionError(pattern: pattern, reason: text)
    }
    self.handle = handle
    self.pattern = pattern
    groupCount = weft_re2_group_count(handle)
  }

  deinit { weft_re2_free(handle) }

  /// Whether the expression matches somewhere in the text.
  public func matches(in text: String) -> Bool { find(in: text, from: 0, isWhole: false, pairs: 0) != nil }

  /// Whether the expression matches the whole text.
  public func matchesWhole(_ text: String) -> Bool { find(in: text, from: 0, isWhole: true, pairs: 0) != nil }

  /// The first match: the whole of it, then each group; nil for a group that took no part.
  public func firstMatch(in text: String) -> [Substring?]? {
    guard let bounds = find(in: text, from: 0, isWhole: false, pairs: groupCount + 1) else { return nil }
    return stride(from: 0, to: bounds.count, by: 2).map { Self.substring(of: text, bounds[$0], bounds[$0 + 1]) }
  }

  /// What a step `match:` takes: the first group where there is one, else the whole match; nil without a match.
  public func capture(in text: String) -> String? {
    guard let groups = firstMatch(in: text), let part = groups.count > 1 ? groups[1] : groups[0] else { return nil }
    return String(part)
  }

  /// The text with every match, from left to right and without overlap, replaced. In the replacement `\1` to `\9` are
  /// groups, `\0` is the match and `\\` a backslash; see `fault(inReplacement:)`.
  public func replacingAll(in text: String, with replacement: String) -> String {
    var source = text
    let template = Array(replacement.utf8)
    return source.withUTF8 { bytes in
      var output: [UInt8] = []
      output.reserveCapacity(bytes.count)
      var done = 0
      var start = 0
      while start <= bytes.count, let bounds = find(in: bytes, from: start, isWhole: false, pairs: groupCount + 1) {
        let (begin, end) = (bounds[0], bounds[1])
        output.append(contentsOf: bytes[done..<begin])
        // No empty match right behind a match: `x*` in "xx" is found once.
        if begin < end || begin > done || done == 0 {
          Self.append(template, to: &output, bytes: bytes, bounds: bounds)
        }
        done = end
        start = end
        if begin == end {
          // An empty match consumes nothing: go on behind the next character.
          start += 1
          while start < bytes.count, bytes[start] & 0xC0 == 0x80 { start += 1 }
        }
      }
      output.append(contentsOf: bytes[min(done, bytes.count)...])
      return String(decoding: output, as: UTF8.self)
    }
  }

  /// What is wrong with a replacement for this expression, or nil.
  public func fault(inReplacement replacement: String) -> String? {
    var bytes = replacement.utf8[...]
    while let byte = bytes.popFirst() {
      guard byte == UInt8(ascii: "\\") else { continue }
      guard let next = bytes.popFirst() else { return "a backslash at the end; write \\\\ for a backslash" }
      if next == UInt8(ascii: "\\") { continue }
      guard next &- 0x30 < 10 else { return "only a digit or a backslash may follow a backslash" }
      if Int(next - 0x30) > groupCount { return "\\\(next - 0x30) names a group, but the pattern has \(groupCount)" }
    }
    return nil
  }

  private static func append(
    _ template: [UInt8], to output: inout [UInt8], bytes: UnsafeBufferPointer<UInt8>, bounds: [Int]
  ) {
    var index = 0
    while index < template.count {
      let byte = template[index]
      index += 1
      guard byte == UInt8(ascii: "\\"), index < template.count else {
        output.append(byte)
        continue
      }
      let next = template[index]
      index += 1
      let group = Int(next &- 0x30) * 2
      if next &- 0x30 < 10 {
        if group + 1 < bounds.count, bounds[group] >= 0 {
          output.append(contentsOf: bytes[bounds[group]..<bounds[group + 1]])
        }
      } else {
        output.append(next)
      }
    }
  }

  private static func substring(of text: String, _ begin: Int, _ end: Int) -> Substring? {
    guard begin >= 0 else { return nil }
    let utf8 = text.utf8
    return text[utf8.index(utf8.startIndex, offsetBy: begin)..<utf8.index(utf8.startIndex, offsetBy: end)]
  }

  private func find(in text: String, from start: Int, isWhole: Bool, pairs: Int) -> [Int]? {
    var text = text
    return text.withUTF8 { find(in: $0, from: start, isWhole: isWhole, pairs: pairs) }
  }

  private func find(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, isWhole: Bool, pairs: Int
  ) -> [Int]? {
    var bounds = [Int](repeating: -1, count: pairs * 2)
    let found = bytes.withMemoryRebound(to: CChar.self) { chars in
      weft_re2_match(handle, chars.baseAddress, chars.count, start, isWhole, &bounds, pairs)
    }
    return found ? bounds : nil
  }
}
