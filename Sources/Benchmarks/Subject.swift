/// One thing that can be measured, as data; each subject has a file of its own in `Subjects/`.
struct Subject: Sendable {
  /// The word on the command line.
  var name: String
  /// One line for `weft-bench --list`.
  var summary: String
  /// Measures and prints lines through the report.
  var run: @Sendable (inout Report) async throws -> Void
}

extension Subject {
  /// All subjects, in the order in which they run.
  static let all: [Subject] = [
    .start,
    .fetch,
    .sources,
    .merge,
    .scroll,
    .parse,
    .listing,
    .config,
    .readers,
  ]
}
