import WeftKit

/// `weft export`: the sources of a configuration as a list of subscriptions (OPML 2.0).
enum ExportCommand {
  static func run(_ invocation: Invocation) throws -> Int32 {
    let file = try ConfigurationFile.read(invocation.value(of: "config"))
    let configuration = try Engine.command.reader(environment: Environment.value).read(file.bytes, file: file.name)
      .configuration
    let entries = try entries(of: configuration, written: WrittenSources(file.bytes))
    var output = FileWriter(1)
    try output.write(OPMLWriter.document(title: "Weft", entries))
    try output.flush()
    return ExitStatus.done
  }

  /// The sources as entries: a feed by the address of its first page, a listing as a link.
  ///
  /// - Parameter written: the file as it stands; what a variable puts into an address never leaves the machine.
  static func entries(of configuration: Configuration, written: WrittenSources) throws -> [OPMLWriter.Entry] {
    var all = configuration
    for index in all.sources.indices {
      all.sources[index].isEnabled = true
      // Where the list is read, nobody has them; a netrc file need not be there.
      all.sources[index].request.authorization = nil
    }
    let sources = try Engine.command.sources(of: all)
    return zip(all.sources, sources).map { settings, source in
      entry(settings, firstPage: settings.firstURL ?? source.pages.address(of: nil), written)
    }
  }

  private static func entry(
    _ settings: SourceSettings, firstPage: String, _ written: WrittenSources
  ) -> OPMLWriter.Entry {
    let name = TerminalText.clean(settings.name)
    let texts = ["url", "first_url"].compactMap { written.text($0, of: settings.name) }
    guard !settings.url.isEmpty, !texts.isEmpty else { return .comment("\(name): it has no address") }
    guard !texts.contains(where: holdsVariable) else {
      return .comment("\(name): its address holds a variable, so it is nobody else's")
    }
    var title = settings.title ?? settings.name
    // A variable may stand in the title too.
    if let text = written.text("title", of: settings.name) { title = holdsVariable(text) ? settings.name : title }
    let isFeed = settings.kind == "feed" || settings.kind == "auto" && settings.items == nil
    guard isFeed else { return .link(title: title, address: firstPage) }
    return .feed(name: settings.name, title: title, address: firstPage, template: settings.url)
  }

  /// The text as written holds a variable; `$${` is `${` itself.
  private static func holdsVariable(_ text: String) -> Bool {
    text.split(separator: "$${", omittingEmptySubsequences: false).joined().contains("${")
  }
}
