import WeftModel

/// Reads one source, or `defaults`.
struct SourceReader {
  let context: ReadingContext
  /// The key under `sources`; `nil` for `defaults`, which need not be complete.
  let name: YAMLPair?
  let values: SectionValues
  var kind: KindChoice

  /// A reader for a map; `nil` where it is none.
  init?(_ node: YAMLNode, name: YAMLPair?, context: ReadingContext) {
    let kind = Self.kind(of: node, context)
    let own = kind.isAutomatic ? nil : kind.candidates.first
    var more = own.map { context.selectors.kinds[$0].ownKeys } ?? []
    if kind.isUnusable, case .map(let pairs) = node.content { more = pairs.map(\.key) }
    var path = SettingPath("")
    if case .map = node.content {
    } else {
      path = SettingPath(name.map { "source \(Quoting.message($0.key))" } ?? "defaults")
    }
    guard let values = context.section(node, KeyTable.section(.source), path: path, more: more) else { return nil }
    self.context = context
    self.name = name
    self.values = SectionValues(
      context: context, section: values.section, path: SettingPath(""), node: node, pairs: values.pairs)
    self.kind = kind
  }

  private static func kind(of node: YAMLNode, _ context: ReadingContext) -> KindChoice {
    let selectors = context.selectors
    let automatic = KindChoice(name: "auto", candidates: selectors.automatic)
    guard case .map(let pairs) = node.content, let written = pairs.first(where: { $0.key == "kind" })?.value,
      let text = context.text(written, SettingPath("kind"), expected: "the name of a kind")
    else { return automatic }
    if text.text == "auto" { return automatic }
    if let index = selectors.index(of: text.text) { return KindChoice(name: text.text, candidates: [index]) }
    if let why = context.unusableKinds[text.text] {
      context.error(text.span, "kind \(text.text) cannot be used: \(Quoting.printable(why))")
      return KindChoice(name: text.text, candidates: [], isUnknown: true, isUnusable: true)
    }
    let names = ["auto"] + selectors.kinds.map(\.name)
    let near = Suggestion.nearest(to: text.written, among: names).map { "; did you mean \"\($0)\"?" }
    context.error(
      text.span, "unknown kind \(Quoting.message(text.written))" + (near ?? ""),
      hint: near == nil ? "known are " + names.joined(separator: ", ") : nil)
    return KindChoice(name: text.text, candidates: [], isUnknown: true)
  }

  /// The settings, as far as they could be read.
  mutating func read() -> SourceSettings {
    var settings = SourceSettings(name: name?.key ?? "", url: "", kind: kind.name)
    readItems(&settings)
    let address = readURL(&settings)
    settings.firstURL = values.address("first_url")
    settings.title = values.text("title")?.text
    settings.isEnabled = values.boolean("enabled") ?? true
    settings.weight = values.positiveNumber("weight") ?? 1
    settings.sorted = values.word("sorted", SourceSettings.SourceOrder.self) ?? .newest
    settings.zone = checked("zone", context.checks.zone)
    settings.conditions = conditions(values.list("where") ?? [], depth: 0)
    readFields(&settings)
    let request = readRequest(&settings)
    settings.request.secretParameters = secretParameters
    let paging = readPaging(&settings)
    readPrograms(&settings)
    readOwnSettings(&settings)
    if name != nil { checkRequired(settings) }
    if let index = kind.candidates.first, !kind.isAutomatic, context.selectors.kinds[index].answersWholePages {
      WholePageChecks(context: context, values: values, kind: context.selectors.kinds[index]).check()
    } else if name != nil {
      CrossChecks(
        context: context, values: values, paging: paging, request: request,
        address: commandVariables(settings, address), templateKey: kind.name == "command" ? "command" : "url"
      ).check(settings)
    }
    return settings
  }

  /// The query parameters of the URL whose values come from the environment: nobody but the server may see them.
  private var secretParameters: [String] {
    guard let written = values.text("url")?.written, let query = written.firstIndex(of: "?") else { return [] }
    return written[written.index(after: query)...].split(separator: "&").compactMap { parameter in
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let dollar = parts[1].firstIndex(of: "$"), parts[1][dollar...].hasPrefix("${") else {
        return nil
      }
      return String(parts[0])
    }
  }

  /// Values of variables in the path or the query; scheme and host say where a source is, and are no secret.
  private func secretsOfPath(_ url: String) -> Set<String> {
    let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    let place = parts.prefix(3).joined(separator: "/")
    return context.environmentValues.filter { !$0.isEmpty && !place.contains($0) && !$0.contains("://") }
  }

  private func readURL(_ settings: inout SourceSettings) -> AddressText? {
    context.environmentValues = []
    guard let text = values.text("url") else { return nil }
    settings.url = text.text
    settings.request.secretValues = secretsOfPath(text.text)
    return context.address(text, SettingPath("url"), isTemplate: true)
  }

  private mutating func readItems(_ settings: inout SourceSettings) {
    guard let node = values.node("items") else {
      // Without `items` a response that lists items by its own standard is all that is left.
      if kind.isAutomatic, name != nil {
        kind.candidates = kind.candidates.filter { context.selectors.kinds[$0].declarations["items"] == nil }
      }
      return
    }
    let declaring = context.selectors.declaring("items", among: kind.candidates)
    // With `items` a source is never a feed (config: kind).
    if kind.isAutomatic, !declaring.isEmpty { kind.candidates = declaring }
    guard let text = selector(node, SettingPath("items"), key: "items") else { return }
    settings.items = text.text
    guard kind.isAutomatic else { return }
    let accepting = kind.candidates.filter { context.selectors.problem(text.text, key: "items", kind: $0) == nil }
    if !accepting.isEmpty { kind.candidates = accepting }
  }

  /// A text with a check of its own.
  private func checked(_ key: String, _ check: (String) -> SettingProblem?) -> String? {
    guard let text = values.text(key) else { return nil }
    if let problem = check(text.text) { context.report(problem, in: text, values.path(key)) }
    return text.text
  }

  private func readOwnSettings(_ settings: inout SourceSettings) {
    guard let index = kind.candidates.first, !kind.isAutomatic, !context.selectors.kinds[index].ownKeys.isEmpty
    else { return }
    let declarations = context.selectors.kinds[index].declarations
    context.environmentValues = settings.request.secretValues
    defer { settings.request.secretValues = context.environmentValues.filter { !$0.isEmpty } }
    for pair in values.pairs {
      guard !values.section.has(pair.key), let declaration = declarations[pair.key] else { continue }
      if let schema = declaration.schema {
        if let value = SchemaValueReader(context: context).read(pair.value, schema, SettingPath(pair.key)) {
          settings.extra.append(.init(name: pair.key, value: value))
        }
        continue
      }
      if pair.value.scalar != nil {
        guard let text = context.text(pair.value, SettingPath(pair.key), expected: declaration.expects) else {
          continue
        }
        if let problem = declaration.check(text.text) { context.report(problem, in: text, SettingPath(pair.key)) }
      }
      settings.extra.append(.init(name: pair.key, value: context.json(pair.value, SettingPath(pair.key))))
    }
    for key in context.selectors.kinds[index].ownKeys where !values.has(key) {
      if let fallback = declarations[key]?.schema?.fallback { settings.extra.append(.init(name: key, value: fallback)) }
    }
  }

  private func checkRequired(_ settings: SourceSettings) {
    // Behind a place that could not be read the missing key may well stand.
    guard let name, !values.node.isPartial, !kind.isUnusable else { return }
    if !values.has("url"), !kind.isUnknown, kind.isAutomatic || context.selectors.needsURL(kind.candidates.first) {
      context.error(name.keySpan, "source \(Quoting.message(name.key)) has no url")
    }
    guard !kind.isAutomatic, let index = kind.candidates.first else { return }
    for declaration in context.selectors.kinds[index].required where !has(declaration.key) {
      context.error(
        name.keySpan, "source \(Quoting.message(name.key)) of kind \(kind.name) has no \(declaration.key)",
        hint: "\(declaration.key) takes \(declaration.expects)")
    }
  }

  /// Whether a dotted key is written.
  private func has(_ path: String) -> Bool {
    guard path.utf8.contains(0x2E) else { return values.has(path) }
    var node = values.node
    for part in path.split(separator: ".") {
      guard case .map(let pairs) = node.content, let pair = pairs.first(where: { $0.key == part }) else { return false }
      node = pair.value
    }
    return true
  }
}
