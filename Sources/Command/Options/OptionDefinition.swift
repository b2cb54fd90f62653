/// One option, as data: parsing, help, completions and the man page are made from it.
struct OptionDefinition: Sendable {
  /// The long name, without the dashes.
  var name: String
  /// The short name, without the dash.
  var short: Character?
  /// The word for its argument in help; `nil`: it takes none.
  var argument: String?
  /// The only values it takes; empty: any. Completions offer them.
  var choices: [String] = []
  /// What it does, without a full stop.
  var help: String
  /// The commands that know it.
  var commands: Set<CommandName>
  /// It may be given several times.
  var isRepeatable = false
  /// `false`: the option is known, what it does is still to come. A change that brings it deletes the word here.
  var isSupported = true
  /// Its argument is a file, for completions.
  var takesFile = false
}

extension OptionDefinition {
  /// The commands that read a configuration and print its feed.
  private static let feeding: Set<CommandName> = [.feed, .demo]
  /// These and the reader.
  private static let reading: Set<CommandName> = [.feed, .demo, .read]

  /// All options, in the order in which help shows them.
  static let all: [OptionDefinition] = [
    OptionDefinition(
      name: "config", short: "c", argument: "FILE",
      help: "the configuration, - for standard input; default: $WEFT_CONFIG, ./weft.yaml, "
        + "$XDG_CONFIG_HOME/weft/weft.yaml",
      commands: [.feed, .read, .check, .parse, .plugins, .serve, .demo, .export, .help], takesFile: true),
    OptionDefinition(
      name: "limit", argument: "N|all", help: "print exactly so many items, with the fewest requests (default 50)",
      commands: feeding),
    OptionDefinition(
      name: "after", argument: "CURSOR",
      help: "go on where an earlier run ended: the _weft.cursor of its --format json", commands: feeding),
    OptionDefinition(
      name: "page-url", argument: "TEMPLATE",
      help: "where the output will be served, with {cursor} for the page: json, atom and rss then name their next page",
      commands: feeding),
    OptionDefinition(
      name: "order", argument: "ORDER", choices: ["newest", "interleave", "weighted", "rank"],
      help: "newest, interleave, weighted or rank (default: the configuration's)", commands: reading),
    OptionDefinition(
      name: "source", argument: "NAME", help: "read only this source; may be given several times",
      commands: [.feed, .read, .demo, .parse], isRepeatable: true),
    OptionDefinition(
      name: "since", argument: "DATE",
      help: "only items from then on: RFC 3339, a day, or a span back from now such as 36h or 7d", commands: reading),
    OptionDefinition(
      name: "until", argument: "DATE", help: "only items before then, written as for --since", commands: reading),
    OptionDefinition(
      name: "format", argument: "FORMAT", choices: FormatName.allCases.map(\.rawValue),
      help:
        "text, ndjson, json, atom, rss, html (one page without scripts) or csv (values exact: a spreadsheet may take "
        + "a cell that begins with = for a formula); default text", commands: feeding),
    OptionDefinition(
      name: "long", help: "format text: below each line the beginning of the text, authors, tags and the address",
      commands: feeding),
    OptionDefinition(
      name: "times", argument: "STYLE", choices: TimeColumn.Style.allCases.map(\.rawValue),
      help:
        "formats text and html: local (the zone of TZ, the locale of LC_ALL, LC_TIME or LANG), relative (3 h ago) or "
        + "utc; default local on a terminal, else utc", commands: feeding),
    OptionDefinition(
      name: "format", argument: "FORMAT", choices: ["text", "json"], help: "text or json (default text)",
      commands: [.check, .plugins]),
    OptionDefinition(
      name: "mode", argument: "MODE", choices: ["eco", "smooth"],
      help: "eco: only requests that the items need, one after the other; smooth: side by side, in half of the time or "
        + "less, at times for a request more (default eco)", commands: feeding),
    OptionDefinition(
      name: "prefetch", argument: "N", help: "have so many items ready beyond those printed (default 0)",
      commands: feeding),
    OptionDefinition(
      name: "prefetch", argument: "N",
      help: "have so many items ready beyond those shown (default: the configuration's)",
      commands: [.read]),
    OptionDefinition(
      name: "patience", argument: "DURATION",
      help: "how long one source may hold up the others before it is left out for the time being, such as 500ms or 3s",
      commands: reading),
    OptionDefinition(
      name: "strict", help: "never leave a source out: wait for it, and print nothing past one that failed",
      commands: feeding),
    OptionDefinition(
      name: "stats", help: "print a table of the sources and their requests on standard error at the end",
      commands: feeding),
    OptionDefinition(
      name: "trace", argument: "FILE",
      help: "write one JSON object a line for each request, page, failure, state and item; - for standard error",
      commands: feeding, takesFile: true),
    OptionDefinition(
      name: "refresh", help: "ask the servers again, whatever the cache holds", commands: reading),
    OptionDefinition(
      name: "offline", help: "answer from the cache alone, and say what is missing there", commands: reading),
    OptionDefinition(
      name: "record", argument: "DIR",
      help: "keep every request and what came of it there, without secrets, in files to read or to send with a report",
      commands: feeding, takesFile: true),
    OptionDefinition(
      name: "replay", argument: "DIR", help: "answer from a recording and open no socket", commands: feeding,
      takesFile: true),
    OptionDefinition(
      name: "kind", argument: "KIND", help: "read the document as this kind (weft plugins lists them)",
      commands: [.parse]),
    OptionDefinition(
      name: "language", argument: "LANGUAGE", choices: ["python", "shell", "swift"],
      help: "what the new plugin is written in: python, shell or swift (default python)", commands: [.plugin]),
    OptionDefinition(
      name: "directory", argument: "DIR", help: "the folder that is made for the new plugin (default: ./NAME)",
      commands: [.plugin], takesFile: true),
    OptionDefinition(
      name: "setting", argument: "KEY=VALUE", help: "a setting of the source that test reads, written as in YAML",
      commands: [.plugin], isRepeatable: true),
    OptionDefinition(
      name: "kind", argument: "KIND",
      help: "the kind that test reads (default: the one that plugin.yaml names, or the first)",
      commands: [.plugin]),
    OptionDefinition(
      name: "timeout", argument: "DURATION", help: "how long test waits for an answer (default 10s)",
      commands: [.plugin]),
    OptionDefinition(
      name: "base", argument: "URL", help: "the address of the document, for relative links", commands: [.parse]),
    OptionDefinition(
      name: "content-type", argument: "TYPE", help: "the media type that the server gave, with its charset",
      commands: [.parse]),
    OptionDefinition(
      name: "listen", argument: "HOST:PORT", help: "where to listen (default 127.0.0.1:8080); port 0 takes a free one",
      commands: [.serve]),
    OptionDefinition(
      name: "host", argument: "NAME", help: "a name under which the site is reached; may be given several times",
      commands: [.serve], isRepeatable: true),
    OptionDefinition(
      name: "title", argument: "TEXT", help: "the title of the feed (default: the only source's, or Weft)",
      commands: [.serve]),
    OptionDefinition(
      name: "public-url", argument: "URL",
      help: "where readers find the site, behind a proxy: next pages are named there, and its name is one of "
        + "the site's",
      commands: [.serve]),
    OptionDefinition(
      name: "fresh", argument: "DURATION", help: "how old the first page of a source may be (default 60s)",
      commands: [.serve]),
    OptionDefinition(
      name: "port", argument: "N", help: "the port (default: a free one)", commands: [.demo]),
    OptionDefinition(
      name: "feed", help: "print the merged feed of the configuration and end", commands: [.demo]),
    OptionDefinition(
      name: "completions", argument: "SHELL", choices: ["bash", "zsh", "fish"],
      help: "print completions for bash, zsh or fish", commands: [.help]),
    OptionDefinition(name: "man", help: "print the man page weft(1), or that of weft.yaml", commands: [.help]),
    OptionDefinition(
      name: "sources", help: "print the names of the configuration's sources, one a line; for completions",
      commands: [.help]),
    OptionDefinition(name: "help", short: "h", help: "print this help", commands: Set(CommandName.allCases)),
  ]

  /// The options that the command knows.
  static func of(_ command: CommandName) -> [OptionDefinition] { all.filter { $0.commands.contains(command) } }
}
