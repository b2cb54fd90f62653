/// A reader of outside text and what holds for it whatever it is given; each has a file of its own in `Targets/`.
struct FuzzTarget: Sendable {
  /// The word of `WEFT_FUZZ_TARGET`, and the name of the target's seeds and dictionary.
  var name: String
  /// Reads one input. It traps where an invariant does not hold.
  var run: @Sendable ([UInt8]) -> Void
}

extension FuzzTarget {
  /// All targets, in the order in which `make fuzz` runs them.
  static let all: [FuzzTarget] = [
    .feed, .jsonPage, .listing, .selector, .jsonPath, .date, .url, .link, .configuration, .charset, .robots, .recording,
    .netrc, .cursor,
  ]
}

/// Traps, with what is wrong on standard error, where an invariant does not hold.
func require(_ holds: Bool, _ what: @autoclosure () -> String, line: Int = #line, file: String = #fileID) {
  if !holds { fatalError("\(file):\(line): \(what())") }
}

extension String {
  /// The input as text, as a reader of text files would hand it on.
  init(input: [UInt8]) { self.init(decoding: input, as: UTF8.self) }
}
