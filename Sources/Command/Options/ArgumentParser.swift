import DisplayText

/// Reads a command line by the tables of commands and options.
///
/// The conventions are those of GNU programs: `--name value`, `--name=value`, `-c value`, `-cvalue`, and `--` after
/// which every word is an operand.
struct ArgumentParser {
  /// Reads the words behind the program's name.
  static func request(_ words: [String]) throws(UsageError) -> Request {
    let asked = words.prefix { $0 != "--" }
    let wantsHelp = asked.contains("--help") || asked.contains("-h")
    guard let first = words.first, first != "--" else {
      throw UsageError("a command is missing", hint: "weft help lists the commands")
    }
    guard !first.hasPrefix("-") else {
      if first == "--version" { return .version }
      if wantsHelp { return .help(nil) }
      throw UsageError("\(first) stands before the command", hint: "write: weft COMMAND \(first) …")
    }
    guard let command = CommandName(rawValue: first) else {
      if wantsHelp { return .help(nil) }
      throw UsageError(
        "there is no command \(quoted(first))", hint: Suggestion.sentence(first, CommandName.allCases.map(\.rawValue)))
    }
    if wantsHelp { return .help(command) }
    let definition = CommandDefinition.of(command)
    guard definition.isSupported else { throw UsageError("weft \(command.rawValue) is not supported yet") }
    var parser = ArgumentParser(command: command, rest: words.dropFirst())
    return .run(try parser.parse(definition))
  }

  private let command: CommandName
  private let known: [OptionDefinition]
  private var rest: ArraySlice<String>
  private var result: Invocation

  private init(command: CommandName, rest: ArraySlice<String>) {
    self.command = command
    self.rest = rest
    known = OptionDefinition.of(command)
    result = Invocation(command: command)
  }

  private mutating func parse(_ definition: CommandDefinition) throws(UsageError) -> Invocation {
    while let word = rest.popFirst() {
      if word == "--" {
        result.operands.append(contentsOf: rest)
        rest = []
      } else if word.hasPrefix("--") {
        try parseLong(word.dropFirst(2))
      } else if word.hasPrefix("-"), word != "-" {
        try parseShort(word.dropFirst())
      } else {
        result.operands.append(word)
      }
    }
    let count = result.operands.count
    if count < definition.operandCount.lowerBound {
      throw UsageError("\(definition.operands) is missing", command: command)
    }
    if count > definition.operandCount.upperBound {
      throw UsageError(
        "\(quoted(result.operands[definition.operandCount.upperBound])) is one word too many", command: command)
    }
    return result
  }

  private mutating func parseLong(_ text: Substring) throws(UsageError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.isEmpty ? "" : String(parts[0])
    guard let option = known.first(where: { $0.name == name }) else { throw unknown("--" + name, name) }
    try take(option, as: "--" + name, attached: parts.count > 1 ? String(parts[1]) : nil)
  }

  private mutating func parseShort(_ text: Substring) throws(UsageError) {
    guard let letter = text.first, let option = known.first(where: { $0.short == letter }) else {
      throw unknown("-" + text, String(text))
    }
    let attached = text.dropFirst()
    try take(option, as: "-\(letter)", attached: attached.isEmpty ? nil : String(attached))
  }

  private mutating func take(
    _ option: OptionDefinition, as written: String, attached: String?
  ) throws(UsageError) {
    guard option.isSupported else { throw UsageError("\(written) is not supported yet", command: command) }
    guard let argument = option.argument else {
      guard attached == nil else { throw UsageError("\(written) takes no argument", command: command) }
      result.options[option.name] = [""]
      return
    }
    guard let value = attached ?? rest.popFirst() else {
      throw UsageError("\(written) needs an argument: \(argument)", command: command)
    }
    if !option.choices.isEmpty, !option.choices.contains(value) {
      throw UsageError(
        "\(written) \(quoted(value)): one of \(option.choices.joined(separator: ", ")) was expected",
        hint: Suggestion.sentence(value, option.choices), command: command)
    }
    result.options[option.name, default: []].append(value)
  }

  private func unknown(_ written: String, _ name: String) -> UsageError {
    let elsewhere = OptionDefinition.all.first { $0.name == name }
    if let elsewhere {
      let names = CommandName.allCases.filter { elsewhere.commands.contains($0) }.map { "weft " + $0.rawValue }
      return UsageError(
        "\(written) is no option of weft \(command.rawValue)", hint: "it belongs to \(names.joined(separator: ", "))",
        command: command)
    }
    return UsageError(
      "unknown option \(TerminalText.clean(written))",
      hint: Suggestion.sentence(name, known.map(\.name)) { "--" + $0 }, command: command)
  }

  private func quoted(_ text: String) -> String { ArgumentParser.quoted(text) }

  private static func quoted(_ text: String) -> String { "\u{201C}\(TerminalText.clean(text))\u{201D}" }
}
