/// One command of the program, as data: parsing, help, completions and the man page are made from it.
struct CommandDefinition: Sendable {
  /// The word after `weft`.
  var name: CommandName
  /// One line, without a full stop.
  var summary: String
  /// What stands after the options in the synopsis, such as `FILE|-`.
  var operands = ""
  /// The words that its first operand may be, for completions; empty: any.
  var operandWords: [String] = []
  /// How many operands it takes.
  var operandCount: ClosedRange<Int>
  /// What a person should know before using it, in paragraphs.
  var details: [String] = []
  /// Lines that can be pasted into a terminal.
  var examples: [String] = []
  /// `false`: the word is known, what it does is still to come.
  var isSupported = true
}

/// The words after `weft`.
enum CommandName: String, Sendable, CaseIterable {
  case feed, read, check, probe, parse, select, plugins, plugin, serve, demo, schema, `import`, export, help
}

extension CommandDefinition {
  /// All commands, in the order in which help shows them.
  static let all: [CommandDefinition] = [
    CommandDefinition(
      name: .feed, summary: "prints the merged feed of the sources in a configuration", operandCount: 0...0,
      details: [
        "Reads no more pages than the items asked for need, from the sources that need it, and prints each item as soon "
          + "as nothing can come before it any more. What went wrong is said on standard error.",
        "Exit status: 0 done; 1 done, but at least one source failed or was still left out; 2 nothing could be done.",
      ],
      examples: [
        "weft feed -c weft.yaml", "weft feed --limit 200 --since 7d --source blog --source forum",
        "weft feed --limit all --format ndjson | head -3",
      ]),
    CommandDefinition(
      name: .read, summary: "shows the merged feed in the terminal, to scroll and read", operandCount: 0...0,
      details: [
        "Fetching follows the reading, and nothing that was read ever moves: what is new waits until it is asked for. "
          + "The last rows say what each source does and how far the feed is settled; ? shows the keys.",
        "Ending keeps the place and what was read in $XDG_STATE_HOME/weft/reader.sqlite, and the next run goes on there. "
          + "An address is opened with $BROWSER, else xdg-open; NO_COLOR is respected.",
      ],
      examples: ["weft read", "weft read -c weft.yaml --source blog --source forum"]),
    CommandDefinition(
      name: .check, summary: "reads two pages of each source and says what it found and what it could not",
      operands: "[NAME]…", operandCount: 0...Int.max,
      details: [
        "Loads the configuration, reads two pages of each source, or of those named, and prints the items, how many of "
          + "them have each field, the dates, how the source is paged and what would be asked next."
      ],
      examples: ["weft check", "weft check -c weft.yaml --format json blog"]),
    CommandDefinition(
      name: .probe, summary: "looks at a page and prints a stanza for it", operands: "URL", operandCount: 1...1,
      details: [
        "Fetches the page, and the feed it advertises or its next page, with at most four requests, and prints a "
          + "configuration with one source that reads it: a feed, a JSON API or an HTML listing. The stanza was loaded, has "
          + "read the page, and its paging was tried; what is guessed says so in a comment. Nothing on the page is executed.",
        "A key or a password in the address is not printed: ${NAME} stands for it. Status 1, with the reason, where "
          + "there is nothing to propose.",
      ],
      examples: ["weft probe https://example.org/blog/ > weft.yaml && weft feed"]),
    CommandDefinition(
      name: .parse, summary: "reads one document and prints it as a JSON Feed", operands: "FILE|-", operandCount: 1...1,
      details: [
        "The kind is recognized by the media type and the first bytes unless --kind names it. With -c and --source the "
          + "document is read with the settings of that source. Status 1, with the reason, where it cannot be read."
      ],
      examples: [
        "weft parse feed.xml", "weft parse --base https://example.org/news/ --kind feed - < feed.xml",
      ]),
    CommandDefinition(
      name: .select, summary: "prints what a selector finds in a document, one JSON value a line",
      operands: "SELECTOR FILE|-", operandCount: 2...2,
      details: [
        "JSON takes JSONPath (RFC 9535) or a dotted name; HTML and XML take CSS, with @attribute or @html at the end, or "
          + "XPath 1.0. What the document is, its first bytes tell. Status 1 where it cannot be read."
      ],
      examples: ["weft select '$.items[*].title' page.json", "weft select 'article h2 a@href' page.html"]),
    CommandDefinition(
      name: .plugins, summary: "lists the kinds of source, their settings and where they come from",
      operandCount: 0...0,
      details: [
        "Beside the built-in kinds there are those of installed plugins, $XDG_DATA_HOME/weft/plugins/NAME/plugin.yaml, and "
          + "of the plugins that the configuration names. No plugin is started for this."
      ]),
    CommandDefinition(
      name: .plugin, summary: "makes a new plugin, or tries one against the specification",
      operands: "new NAME | test PATH", operandWords: ["new", "test"], operandCount: 2...2,
      details: [
        "new makes a folder with a plugin that works: two pages of made-up items, to be replaced by your own. test starts "
          + "the plugin in the folder PATH, asks it all that the protocol allows and some that it does not, and says what "
          + "fails. The source that it reads has the settings of test in plugin.yaml, and those of --setting.",
        "Exit status of test: 0 all is well; 1 something failed; 2 nothing could be tried.",
      ],
      examples: [
        "weft plugin new maildir --language python", "weft plugin test maildir",
        "weft plugin test maildir --setting folder=/var/mail/me",
      ]),
    CommandDefinition(
      name: .serve, summary: "serves the merged feed to browsers, feed readers and other Wefts", operandCount: 0...0,
      details: [
        "At / is a page that goes on as it is scrolled; /feed.json, /feed.atom and /feed.rss are the same feed page by "
          + "page (?cursor=, ?limit=, ?source=), /status.json and /events say what the sources do. However many read, "
          + "each page of a source is asked for once.",
        "It listens on this machine alone unless --listen says otherwise; then $WEFT_SERVE_TOKEN holds a token that "
          + "readers give as the password of any user, and programs as a bearer token. A name other than localhost under "
          + "which it is reached is given with --host; behind a proxy --public-url says how readers reach it (what a "
          + "proxy says in Forwarded or X-Forwarded-Proto is not believed, for anyone may say it).",
        "Ctrl-C takes no new reader, answers those that wait, and ends; a second one ends at once.",
      ],
      examples: ["weft serve -c weft.yaml", "weft serve --listen 127.0.0.1:9000 --title 'My feed'"]),
    CommandDefinition(
      name: .demo, summary: "serves the built-in demo site on the loopback interface", operandCount: 0...0,
      details: [
        "The site has all kinds of source. Without --feed it serves until Ctrl-C and prints a configuration to start "
          + "with. With --feed it takes a free port, sets ${WEFT_DEMO} to its address for the configuration, prints the "
          + "merged feed of that and ends with its status."
      ],
      examples: ["weft demo --port 8080", "weft demo --feed -c weft.yaml"]),
    CommandDefinition(
      name: .schema, summary: "prints a JSON Schema of the configuration, for editors", operandCount: 0...0,
      details: [
        "Made from the same declarations that check a configuration. An editor with a YAML language server checks and "
          + "completes a file whose first line names it: # yaml-language-server: $schema=weft.schema.json",
        "It is draft-07, which such servers know best. What no schema can say, such as whether a selector is one, weft "
          + "check says.",
      ],
      examples: ["weft schema > weft.schema.json"]),
    CommandDefinition(
      name: .import, summary: "prints a configuration made of a list of subscriptions (OPML)", operands: "FILE|-",
      operandCount: 1...1,
      details: [
        "Each feed becomes a source, its folders a comment. What is no feed, has no usable address or stands there twice "
          + "is left out and said on standard error, with its line. Status 2 where no feed is left."
      ],
      examples: ["weft import subscriptions.opml > weft.yaml"]),
    CommandDefinition(
      name: .export, summary: "prints the feeds of a configuration as a list of subscriptions (OPML)",
      operandCount: 0...0,
      details: [
        "Other feed readers get the address of page one; weft import gets the whole of it back. Sources that are no feeds "
          + "become links, and a source whose address holds a variable is only mentioned: no secret leaves the file."
      ],
      examples: ["weft export > subscriptions.opml", "weft export -c weft.yaml | weft import -"]),
    CommandDefinition(
      name: .help, summary: "explains a command, or prints completions and the man pages", operands: "[COMMAND]",
      operandCount: 0...1,
      details: [
        "--man prints the page of the command, weft(1); with the operand weft.yaml that of the configuration, weft.yaml(5)."
      ],
      examples: [
        "weft help feed", "weft help --man > weft.1", "weft help --man weft.yaml > weft.yaml.5",
        "weft help --completions bash > ~/.local/share/bash-completion/completions/weft",
      ]),
  ]

  /// The command of that name.
  static func of(_ name: CommandName) -> CommandDefinition {
    all.first { $0.name == name } ?? all[0]
  }
}
