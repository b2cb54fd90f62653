/// The man page, made from the tables (man(7) macros).
enum ManPage {
  /// The page, for `man -l`.
  static var text: String {
    var page = ".TH WEFT 1 \"\" \"weft \(Version.text)\" \"User Commands\"\n"
    page += ".SH NAME\nweft \\- reads many paged sources as one feed\n.SH SYNOPSIS\n"
    for command in CommandDefinition.all where command.isSupported {
      page += ".br\n.B weft \(command.name.rawValue)\n[\\fIOPTION\\fR]…"
      page += (command.operands.isEmpty ? "" : " " + escaped(command.operands)) + "\n"
    }
    page += ".br\n.B weft \\-\\-version\n.SH COMMANDS\n"
    for command in CommandDefinition.all where command.isSupported {
      page += ".SS weft \(command.name.rawValue)\n\(escaped(command.summary)).\n"
      for paragraph in command.details { page += ".PP\n\(escaped(paragraph))\n" }
      for option in OptionDefinition.of(command.name) where option.isSupported {
        let short = option.short.map { "\\-\($0), " } ?? ""
        let argument = option.argument.map { " \\fI\(escaped($0))\\fR" } ?? ""
        page += ".TP\n\\fB\(short)\(escaped("--" + option.name))\\fR\(argument)\n\(escaped(option.help))\n"
      }
      guard !command.examples.isEmpty else { continue }
      page += ".PP\n.nf\n" + command.examples.map { escaped($0) + "\n" }.joined() + ".fi\n"
    }
    page += ".SH EXIT STATUS\n"
    for (status, meaning) in exitStatuses { page += ".TP\n.B \(status)\n\(escaped(meaning))\n" }
    page += ".SH ENVIRONMENT\n"
    for (name, meaning) in environment { page += ".TP\n.B \(name)\n\(escaped(meaning))\n" }
    return page
  }

  private static let exitStatuses = [
    ("0", "Done. Warnings and reached limits do not change it, nor does a closed pipe."),
    ("1", "Done, but at least one source failed or was still left out; it is named on standard error."),
    ("2", "Nothing could be done: usage, configuration, or every source failed before its first item."),
    ("130", "Interrupted."),
  ]

  private static let environment = [
    ("WEFT_CONFIG", "The configuration that is read without -c."),
    ("XDG_CONFIG_HOME", "Where weft/weft.yaml is looked for last; default ~/.config."),
    ("NO_COLOR", "Set to anything: no colours and no hyperlinks."),
  ]

  /// Backslashes and dashes as man(7) wants them; a line never begins with a control character.
  private static func escaped(_ text: String) -> String {
    let body = text.map { $0 == "\\" ? "\\e" : $0 == "-" ? "\\-" : String($0) }.joined()
    return body.hasPrefix(".") || body.hasPrefix("'") ? "\\&" + body : body
  }
}
