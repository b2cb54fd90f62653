/// Names of query parameters that identity leaves out; a `*` stands for any text (`utm_*`).
struct QueryNamePatterns: Sendable {
  private let patterns: [[UInt8]]

  init(_ patterns: [String]) { self.patterns = patterns.map { Array($0.utf8) } }

  func match(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    for pattern in patterns where Self.wildcard(pattern, matches: name) { return true }
    return false
  }

  /// A mismatch goes back to the last `*` only, so that the work is at most the product of both lengths.
  private static func wildcard(_ pattern: [UInt8], matches name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var patternIndex = 0
    var nameIndex = name.startIndex
    var star: (pattern: Int, name: Int)?
    while nameIndex < name.endIndex {
      if patternIndex < pattern.count, pattern[patternIndex] == UInt8(ascii: "*") {
        star = (patternIndex, nameIndex)
        patternIndex += 1
      } else if patternIndex < pattern.count, pattern[patternIndex] == name[nameIndex] {
        patternIndex += 1
        nameIndex += 1
      } else if let last = star {
        star = (last.pattern, last.name + 1)
        patternIndex = last.pattern + 1
        nameIndex = last.name + 1
      } else {
        return false
      }
    }
    return pattern[patternIndex...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
