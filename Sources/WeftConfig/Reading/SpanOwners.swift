/// Which stretches of the file belong to which source (`nil`: to `defaults`), to be found by place.
struct SpanOwners {
  private var spans: [(span: Span, name: String?)] = []
  private var isSorted = true

  mutating func add(_ span: Span, _ name: String?) {
    if let last = spans.last, last.span.start > span.start { isSorted = false }
    spans.append((span, name))
  }

  /// Puts the stretches in the order of the file, once all are known.
  mutating func sort() {
    if !isSorted { spans.sort { $0.span.start < $1.span.start } }
    isSorted = true
  }

  /// The last stretch that begins at or before a place.
  func last(startingAt index: Int) -> (span: Span, name: String?)? {
    var low = 0
    var high = spans.count
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].span.start <= index { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : spans[low - 1]
  }
}
