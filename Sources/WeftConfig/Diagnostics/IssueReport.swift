/// Turns issues into diagnostics: sorted, each once, with line, column and the line itself.
struct IssueReport {
  /// How many are shown; a last one says how many more there are.
  static let mostShown = 100
  /// A line longer than this many bytes is shown as an excerpt, and its columns are counted in Unicode scalars.
  private static let longestLine = 4_096
  private static let excerptBefore = 60
  private static let excerptAfter = 100

  let source: SourceText
  let file: String

  /// The diagnostics in the order of the file.
  func diagnostics(_ issues: [Issue]) -> [Diagnostic] {
    var seen: Set<Issue> = []
    let unique = issues.filter { seen.insert($0).inserted }
    let sorted = unique.enumerated().sorted { ($0.element.span.start, $0.offset) < ($1.element.span.start, $1.offset) }
    var shown = sorted.prefix(Self.mostShown).map { diagnostic($0.element) }
    // Warnings must not push every error out of the list.
    if let firstError = sorted.first(where: { $0.element.severity == .error }),
      !shown.contains(where: { $0.severity == .error })
    {
      shown.append(diagnostic(firstError.element))
    }
    if sorted.count > shown.count, let last = shown.last {
      shown[shown.count - 1].hint =
        [last.hint, "\(sorted.count - shown.count) more are not shown"].compactMap { $0 }.joined(separator: "; ")
    }
    return shown
  }

  private func diagnostic(_ issue: Issue) -> Diagnostic {
    let start = source.byteOffset(ofScalar: issue.span.start)
    let line = source.line(ofByte: start)
    let range = source.lineRange(line)
    let at = min(start, range.upperBound)
    let end = min(max(at, source.byteOffset(ofScalar: issue.span.end)), range.upperBound)
    var result = Diagnostic(
      severity: issue.severity, file: file, line: line + 1, column: 1, message: issue.message, hint: issue.hint)
    if range.count <= Self.longestLine {
      result.column = source.text(bytes: range.lowerBound..<at).count + 1
      result.length = max(1, source.text(bytes: at..<end).count)
      result.sourceLine = source.text(bytes: range)
    } else {
      let first = source.scalarIndex(ofByte: range.lowerBound)
      let last = source.scalarIndex(ofByte: range.upperBound)
      let position = source.scalarIndex(ofByte: at)
      let from = max(first, position - Self.excerptBefore)
      result.column = position - first + 1
      result.length = max(1, min(source.scalarIndex(ofByte: end) - position, Self.excerptAfter))
      result.sourceLine = source.text(Span(from, min(last, position + Self.excerptAfter)))
      result.excerptStart = from - first
    }
    return result
  }
}
