import WeftKit

/// "Did you mean": the known word that is nearest to what was written.
enum Suggestion {
  /// The nearest of the known words, where it is near enough to be meant.
  static func nearest(_ word: String, _ known: [String]) -> String? {
    // Longer words are no misspelling of ours, and the distance costs the product of the lengths.
    guard !word.isEmpty, word.utf8.count <= 64 else { return nil }
    let written = Array(word.lowercased().unicodeScalars)
    var best: (word: String, distance: Int)?
    for candidate in known {
      let distance = EditDistance.between(written, Array(candidate.lowercased().unicodeScalars))
      if distance < best?.distance ?? Int.max { best = (candidate, distance) }
    }
    if let best, best.distance <= max(1, written.count / 3) { return best.word }
    return known.first { $0.hasPrefix(word) && word.count > 1 }
  }

  /// "did you mean …?" with the nearest word, or `nil`.
  static func sentence(_ word: String, _ known: [String], _ written: (String) -> String = { $0 }) -> String? {
    nearest(word, known).map { "did you mean \(written($0))?" }
  }
}
