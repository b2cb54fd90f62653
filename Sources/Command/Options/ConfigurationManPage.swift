import WeftKit

/// The man page `weft.yaml(5)`, made from the table of keys, which the reader checks with.
enum ConfigurationManPage {
  /// The page, for `man -l`.
  static var text: String {
    var page = ".TH WEFT.YAML 5 \"\" \"weft \(Version.text)\" \"File Formats\"\n"
    page += ".SH NAME\nweft.yaml \\- the sources of weft and how they become one feed\n.SH DESCRIPTION\n"
    page += Troff.filled(description[0]) + "\n"
    for paragraph in description.dropFirst() { page += Troff.paragraph(paragraph) }
    for (name, heading) in sections { page += section(KeyTable.section(name), heading) }
    page += ".SH KINDS\n"
    for kind in Engine.command.kinds { page += self.kind(kind) }
    for (heading, introduction, entries) in ConfigurationNotes.lists {
      page += ".SH \(heading)\n\(Troff.filled(introduction))\n"
      for (term, meaning) in entries { page += Troff.entry(term, meaning) }
    }
    page += ".SH EXAMPLES\n"
    for (index, example) in ConfigurationNotes.examples.enumerated() {
      page += (index == 0 ? "" : ".PP\n") + Troff.filled(example.title) + "\n" + Troff.example(example.text)
    }
    return page + ".SH SEE ALSO\n.BR weft (1)\n"
  }

  private static let description = [
    "A YAML file: each source is a name with a map below it. One address is a whole source where a standard says the rest.",
    "weft finds it by -c FILE, else as $WEFT_CONFIG, ./weft.yaml or $XDG_CONFIG_HOME/weft/weft.yaml. Texts are taken as "
      + "written: no, 0123 and 1:30 are never turned into something else. Unknown and misplaced keys are errors; "
      + "weft check says all of them at once, each with its place.",
    "${NAME} is the value of an environment variable, in any text; $${ is ${ itself. Secrets belong there and nowhere else.",
    "An editor with a YAML language server checks and completes the file, where its first line is: "
      + "# yaml-language-server: $schema=FILE, and FILE is what weft schema printed.",
  ]

  private static let sections: [(SectionName, String)] = [
    (.file, "THE FILE"), (.source, "A SOURCE"), (.fields, "FIELDS"), (.authors, "AUTHORS AS A MAP"),
    (.attachments, "ATTACHMENTS"), (.value, "VALUES"), (.condition, "CONDITIONS"), (.paging, "PAGING"),
    (.stop, "THE END OF A SOURCE"), (.rule, "RULES FOR RESPONSES"), (.request, "REQUESTS"), (.auth, "CREDENTIALS"),
    (.body, "BODIES"), (.graphql, "GRAPHQL"), (.retry, "RETRIES"), (.cache, "CACHE"), (.plugin, "PLUGINS"),
    (.merge, "THE MERGE"),
    (.dedupe, "DUPLICATES"),
  ]

  private static func section(_ section: Section, _ heading: String) -> String {
    var page = ".SH \(heading)\n"
    page += Troff.filled(place(section)) + "\n"
    if let rule = rule(section.rule) { page += Troff.paragraph(rule) }
    for key in section.keys { page += entry(key, in: section) }
    return page
  }

  private static func entry(_ key: KeyDeclaration, in section: Section) -> String {
    var meaning = sentence(key.help)
    if let fallback = key.fallback { meaning += " Default: \(fallback)." }
    return Troff.entry(key.name + ":", meaning, argument: self.type(key, in: section))
  }

  /// A help line as a sentence; words of the language keep their case.
  static func sentence(_ help: String) -> String {
    let isWord = ["true", "false"].contains { help.hasPrefix($0) }
    return (isWord ? help : HelpText.capitalized(help)) + "."
  }

  /// What stands behind the colon.
  private static func type(_ key: KeyDeclaration, in section: Section) -> String {
    switch key.type {
    case .text where section.name == .source && key.name == "kind":
      return "the name of a kind: see KINDS"
    case .integer(let range) where range.lowerBound == range.upperBound: return String(range.lowerBound)
    case .section(.authors): return "a value, or a map: see AUTHORS AS A MAP"
    case .section(.paging): return "a map: see PAGING; or one word, its by"
    case .section(.source): return "a map: see A SOURCE"
    case .list(.section(let name)): return "a list of maps" + (heading(name).map { ": see \($0)" } ?? "")
    case .section(let name): return heading(name).map { "a map: see \($0)" } ?? "a map"
    case .plugins: return "a map of names, each with a map: see PLUGINS"
    case .value: return section.name == .fields ? "a value: see VALUES" : key.type.expectation
    case .selector, .pageSelector: return "a selector"
    case .template: return "a URL, with variables"
    case .sources: return "a map of names, each with a map: see A SOURCE"
    case .proxy: return "the URL of a proxy, or none"
    default: return key.type.expectation
    }
  }

  private static func heading(_ name: SectionName) -> String? {
    sections.first { $0.0 == name }?.1
  }

  private static func place(_ section: Section) -> String {
    switch section.name {
    case .file: "At the top of the file:"
    case .plugin: "Below the name of a plugin; in the folder that it names, plugin.yaml has the same keys:"
    case .source: "Below the name of a source, and below defaults:"
    case .value:
      "A selector alone; a list of values, of which the first that is not empty wins; or a map. Its steps are "
        + "done in this order: select or const; html; split; match (no match: empty); replace; join; template or prefix; "
        + "the date; default where nothing is left."
    case .rule: "An element of past_end or restart_when; all that it names must hold:"
    case .condition: "An element of where; an item stays only if all conditions hold:"
    default:
      section.path == "merge" || section.path.hasPrefix("merge.")
        ? "Below \(section.path):" : "Below \(section.path) of a source:"
    }
  }

  private static func rule(_ rule: SectionRule) -> String? {
    switch rule {
    case .any: nil
    case .one: "One of these keys, and no other:"
    case .some: "At least one of these keys:"
    case .these(let keys): "It needs \(keys.joined(separator: " and "))."
    case .forms(let forms):
      "The forms are " + forms.map { $0.joined(separator: " with ") }.joined(separator: ", ") + "."
    }
  }

  private static func kind(_ kind: any SourceKind) -> String {
    var meaning = HelpText.capitalized(kind.summary) + "."
    let needed = kind.settings.filter(\.isRequired).map(\.key)
    if !needed.isEmpty { meaning += " It needs \(needed.joined(separator: " and "))." }
    if let selector = kind.settings.first { meaning += " A selector is \(selector.expects)." }
    return Troff.entry(kind.name, meaning)
  }
}
