/// How many of the last items came from one source.
struct SourceRun: Hashable, Sendable {
  /// The source's index; −1: there was no item yet.
  var source = -1
  var length = 0

  mutating func note(_ source: Int) {
    length = source == self.source ? length + 1 : 1
    self.source = source
  }
}
