/// What is wrong in a configuration, and where.
public struct Diagnostic: Hashable, Sendable {
  /// Whether the configuration can be used all the same.
  public enum Severity: String, Hashable, Sendable { case error, warning }

  /// Whether the configuration can be used all the same.
  public var severity: Severity
  /// The name of the file, as it was given.
  public var file: String
  /// The line, from 1.
  public var line: Int
  /// The column, from 1, in characters as a person counts them.
  public var column: Int
  /// How many characters are meant; at least 1.
  public var length: Int
  /// What is wrong and what was expected.
  public var message: String
  /// What to write instead.
  public var hint: String?
  /// The line as written in the file, never with the value of a variable; an excerpt of a very long one.
  public var sourceLine: String
  /// How many characters of the line stand before `sourceLine`.
  public var excerptStart: Int

  /// A diagnostic.
  public init(
    severity: Severity, file: String, line: Int, column: Int, length: Int = 1, message: String, hint: String? = nil,
    sourceLine: String = "", excerptStart: Int = 0
  ) {
    self.severity = severity
    self.file = file
    self.line = line
    self.column = column
    self.length = length
    self.message = message
    self.hint = hint
    self.sourceLine = sourceLine
    self.excerptStart = excerptStart
  }
}

/// All that is wrong in a configuration, in the order of the file; warnings stand among the errors.
public struct ConfigurationErrors: Error, Hashable, Sendable {
  /// At least one of them is an error.
  public var diagnostics: [Diagnostic]

  /// These errors.
  public init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

  /// All of them as a terminal shows them, each with its line and caret.
  public func rendered(color: Bool) -> String {
    diagnostics.map { $0.rendered(color: color) }.joined(separator: "\n")
  }
}
