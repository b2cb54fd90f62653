/// Reads a whole text: events into a tree, syntax errors into issues.
///
/// Behind a syntax error whose extent is known the value is taken for plain text and the file is read again, so that
/// one unquoted selector does not hide the errors after it.
struct YAMLTree {
  private(set) var root: YAMLNode?
  private(set) var issues: [Issue] = []
  /// Values that were taken for text to be able to read on; nothing else is said about them.
  private(set) var repaired: [Span] = []

  private static let mostRepairs = 32
  /// How many bytes may be read again in all.
  private static let mostBytesAgain = 32 << 20

  init(_ source: SourceText) {
    var text = source
    var bytesAgain = 0
    while true {
      let problem = read(text, original: source)
      guard let problem else { return }
      guard let repair = problem.repair, repair.start < repair.end, repaired.count < Self.mostRepairs,
        !repaired.contains(where: { $0.start < repair.end && repair.start < $0.end }),
        bytesAgain + text.bytes.count <= Self.mostBytesAgain
      else { return }
      bytesAgain += text.bytes.count
      repaired.append(repair)
      text = Self.replacing(repair, in: text)
    }
  }

  /// Reads the text once. Returns the syntax error that ended it.
  private mutating func read(_ text: SourceText, original: SourceText) -> SyntaxProblem? {
    let events = YAMLEvents(text.bytes)
    var builder = YAMLTreeBuilder(original)
    var problem: SyntaxProblem?
    do throws(YAMLSyntaxError) {
      while builder.take(try events.next()) {}
    } catch {
      let found = SyntaxProblem.describe(error, in: text)
      builder.abandon(at: error.index)
      // What follows a repair in its own line is mostly its consequence.
      let line = original.lineNumber(ofScalar: found.issue.span.start)
      let isConsequence =
        found.repair == nil && repaired.contains { original.lineNumber(ofScalar: $0.start) == line }
      if !isConsequence { syntaxIssues.append(found.issue) }
      problem = found
    }
    // Each reading finds again what the one before it found.
    issues = syntaxIssues + builder.issues
    root = builder.isHopeless ? nil : builder.root
    return problem
  }

  private var syntaxIssues: [Issue] = []

  /// The text with as many letters in place of a value, so that all places stay where they are.
  private static func replacing(_ span: Span, in source: SourceText) -> SourceText {
    let range = source.byteOffset(ofScalar: span.start)..<source.byteOffset(ofScalar: span.end)
    var bytes = source.bytes
    bytes.replaceSubrange(range, with: [UInt8](repeating: 0x78, count: span.end - span.start))
    return SourceText(bytes)
  }
}
