import WeftKit

/// What a shell offers for the word of an option or a command, beside fixed choices.
enum Completion: Equatable, Sendable {
  /// Nothing.
  case nothing
  /// Files and folders.
  case files
  /// The names of the sources of the configuration, which the shell asks for by `weft help --sources`.
  case sources
  /// These words; others are taken too.
  case words([String])
}

extension OptionDefinition {
  /// What a shell offers for the option's argument.
  var completion: Completion {
    if !choices.isEmpty { return .words(choices) }
    if takesFile { return .files }
    switch name {
    case "source": return .sources
    case "kind": return .words(Self.kinds)
    default: return .nothing
    }
  }

  /// The kinds that read documents.
  private static var kinds: [String] { Engine.command.documentKinds.map(\.name) }
}

extension CommandDefinition {
  /// What a shell offers for the command's operands.
  var completion: Completion {
    if !operandWords.isEmpty { return .words(operandWords) }
    if operands.contains("FILE") { return .files }
    switch name {
    case .check: return .sources
    case .help: return .words(CommandName.allCases.map(\.rawValue))
    default: return .nothing
    }
  }
}
