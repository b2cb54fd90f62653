/// What the words of a command line mean.
struct Invocation: Equatable, Sendable {
  /// The command.
  var command: CommandName
  /// The options given: long name → arguments in order; an option without an argument has an empty one.
  var options: [String: [String]] = [:]
  /// The words that are no options.
  var operands: [String] = []

  /// The option was given.
  func has(_ option: String) -> Bool { options[option] != nil }

  /// The argument of the option; of several the last.
  func value(of option: String) -> String? { options[option]?.last }

  /// All arguments of the option.
  func values(of option: String) -> [String] { options[option] ?? [] }
}

/// What the program was asked to do.
enum Request: Equatable, Sendable {
  /// Run a command.
  case run(Invocation)
  /// Print the help of a command, or of the program.
  case help(CommandName?)
  /// Print the version.
  case version
}

/// A command line that cannot be carried out; the program ends with status 2.
struct UsageError: Error, Equatable, Sendable {
  /// What is wrong, as a sentence without a full stop.
  var message: String
  /// What to write instead.
  var hint: String?
  /// The command whose help is named.
  var command: CommandName?

  init(_ message: String, hint: String? = nil, command: CommandName? = nil) {
    self.message = message
    self.hint = hint
    self.command = command
  }
}
