/// The man page `weft(1)`, made from the tables (man(7) macros).
enum ManPage {
  /// The page, for `man -l`. It has no date, so that the same version always gives the same bytes.
  static var text: String {
    var page = ".TH WEFT 1 \"\" \"weft \(Version.text)\" \"User Commands\"\n"
    page += ".SH NAME\nweft \\- reads many paged sources as one feed\n.SH SYNOPSIS\n.nf\n"
    for command in CommandDefinition.all where command.isSupported {
      page += "\\fBweft \(command.name.rawValue)\\fR [\\fIOPTION\\fR]\\[u2026]"
      page += (command.operands.isEmpty ? "" : " " + Troff.text(command.operands)) + "\n"
    }
    page += "\\fBweft \\-\\-version\\fR\n.fi\n.SH COMMANDS\n"
    for command in CommandDefinition.all where command.isSupported {
      page += ".SS weft \(command.name.rawValue)\n\(Troff.filled(HelpText.capitalized(command.summary) + "."))\n"
      for paragraph in command.details { page += Troff.paragraph(paragraph) }
      for option in OptionDefinition.of(command.name) where option.isSupported {
        let short = option.short.map { "-\($0), " } ?? ""
        page += Troff.entry(short + "--" + option.name, option.help, argument: option.argument)
      }
      guard !command.examples.isEmpty else { continue }
      page += Troff.example(command.examples.joined(separator: "\n"))
    }
    page += ".SH EXIT STATUS\n"
    for (status, meaning) in exitStatuses { page += Troff.entry(status, meaning) }
    page += ".SH ENVIRONMENT\n"
    for (name, meaning) in environment { page += Troff.entry(name, meaning) }
    page += ".SH FILES\n"
    for (name, meaning) in files { page += Troff.entry(name, meaning) }
    return page + ".SH SEE ALSO\n.BR weft.yaml (5)\n"
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
    ("XDG_CACHE_HOME", "Where responses are kept, in weft; default ~/.cache."),
    ("NO_COLOR", "Set to anything: no colours and no hyperlinks."),
    ("FORCE_HYPERLINK", "0: no hyperlinks on a terminal; anything else: hyperlinks, whatever TERM says."),
    ("TZ", "The zone of --times local; default: that of the system."),
    ("LC_ALL, LC_TIME, LANG", "The first that is set names the locale of --times local."),
  ]

  private static let files = [
    ("./weft.yaml, ~/.config/weft/weft.yaml", "The configuration; see weft.yaml(5)."),
    ("share/weft/weft.schema.json", "The JSON Schema of the configuration, for editors; weft schema prints it."),
  ]
}
