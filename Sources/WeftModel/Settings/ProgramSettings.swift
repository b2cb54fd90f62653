/// The programs of a source (`command:`, `filter:`), and what they are given.
public struct ProgramSettings: Hashable, Sendable {
  /// Kind command: the program whose standard output is a page, and its arguments, in which `{page}`, `{offset}`,
  /// `{cursor}` and `{limit}` stand for what is asked; empty for other kinds.
  public var command: [String]
  /// A program through which each body goes before it is decoded, and its arguments; empty: none.
  public var filter: [String]
  /// The environment of both.
  public var environment: [EnvironmentVariable]
  /// Their working directory; `nil`: the program's own.
  public var directory: String?

  /// Programs.
  public init(
    command: [String] = [], filter: [String] = [], environment: [EnvironmentVariable] = [], directory: String? = nil
  ) {
    self.command = command
    self.filter = filter
    self.environment = environment
    self.directory = directory
  }

  /// There is a program to run.
  public var isThere: Bool { !command.isEmpty || !filter.isEmpty }
}
