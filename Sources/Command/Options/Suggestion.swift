/// "Did you mean": the known word that is nearest to what was written.
enum Suggestion {
  /// The nearest of the known words, where it is near enough to be meant.
  static func nearest(_ word: String, _ known: [String]) -> String? {
    // Longer words are no misspelling of ours, and the distance costs the product of the lengths.
    guard !word.isEmpty, word.utf8.count <= 64 else { return nil }
    let written = Array(word.lowercased().unicodeScalars)
    var best: (word: String, distance: Int)?
    for candidate in known {
      let distance = distance(written, Array(candidate.lowercased().unicodeScalars))
      if distance < best?.distance ?? Int.max { best = (candidate, distance) }
    }
    if let best, best.distance <= max(1, written.count / 3) { return best.word }
    return known.first { $0.hasPrefix(word) && word.count > 1 }
  }

  /// "did you mean …?" with the nearest word, or `nil`.
  static func sentence(_ word: String, _ known: [String], _ written: (String) -> String = { $0 }) -> String? {
    nearest(word, known).map { "did you mean \(written($0))?" }
  }

  /// The number of letters to change, add, leave out or swap with the next one (optimal string alignment).
  static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        var cost = min(last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
