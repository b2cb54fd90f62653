import WeftModel

/// Reads the file's own level: `weft`, `plugins`, `defaults`, `sources`, `merge`.
struct FileReader {
  let context: ReadingContext

  /// The configuration, as far as it could be read; errors are in the context.
  func read(_ root: YAMLNode?) -> Configuration? {
    guard let root, !root.isEmpty else {
      // Where nothing could be read the syntax error has said so.
      if !context.hasErrors {
        context.error(Span(0, 0), "the file is empty; a configuration has at least sources", hint: Self.shape)
      }
      return nil
    }
    guard case .map(let pairs) = root.content else {
      let what = root.scalar == nil ? "a list" : "text"
      let first = root.scalar == nil ? Span(root.span.start, root.span.start + 1) : root.span
      if !root.isPoisoned { context.error(first, "a configuration is a map, not \(what)", hint: Self.shape) }
      return nil
    }
    note(owners: pairs)
    guard let file = context.section(root, KeyTable.section(.file), path: SettingPath("")) else { return nil }
    checkVersion(file)
    if let plugins = file.node("plugins") { _ = PluginsReader(context: context).read(plugins) }
    let defaults = readDefaults(file)
    var configuration = Configuration(sources: readSources(file, defaults))
    if let merge = file.node("merge") { configuration.merge = MergeReader(context: context).read(merge) }
    return configuration
  }

  private static let shape = "begin with sources: {NAME: {url: https://…}}"

  /// Tells the context which part of the file belongs to which source.
  private func note(owners pairs: [YAMLPair]) {
    for pair in pairs {
      if pair.key == "defaults" { context.owners.add(Span(pair.keySpan.start, pair.value.span.end), nil) }
      guard pair.key == "sources", case .map(let sources) = pair.value.content else { continue }
      for source in sources {
        context.owners.add(Span(source.keySpan.start, source.value.span.end), source.key)
      }
    }
    context.owners.sort()
  }

  private func checkVersion(_ file: SectionValues) {
    guard let text = file.text("weft"), text.text != "1" else { return }
    context.error(text.span, "weft: this version reads format 1, not \(Quoting.message(text.written))")
  }

  private func readDefaults(_ file: SectionValues) -> YAMLNode? {
    guard let node = file.node("defaults") else { return nil }
    guard var reader = SourceReader(node, name: nil, context: context) else { return nil }
    for key in ["url", "first_url"] {
      if let pair = reader.values.pair(key) {
        context.error(pair.keySpan, "\(key) belongs to one source, not to defaults")
      }
    }
    _ = reader.read()
    return node
  }

  private func readSources(_ file: SectionValues, _ defaults: YAMLNode?) -> [SourceSettings] {
    guard let pair = file.pair("sources") else {
      if !file.node.isPartial { context.error(firstKey(file.node), "there are no sources", hint: Self.shape) }
      return []
    }
    guard !pair.value.isPoisoned else { return [] }
    guard case .map(let sources) = pair.value.content else {
      if pair.value.isEmpty {
        context.error(pair.keySpan, "sources is empty; each source is a name with a map below it")
      } else {
        context.complain(
          of: pair.value, SettingPath("sources"), expected: "a map of sources by name",
          hint: "write NAME: {url: https://…} for each")
      }
      return []
    }
    if sources.isEmpty, !pair.value.isPartial {
      context.error(pair.keySpan, "sources is empty; each source is a name with a map below it")
    }
    // Settings are large: a list that grows would move them again and again.
    var result: [SourceSettings] = []
    result.reserveCapacity(sources.count)
    for source in sources {
      checkName(source)
      let node = defaults.map { DefaultsMerge.merge(source.value, over: $0) } ?? source.value
      guard !source.value.isEmpty || source.value.isPoisoned else {
        context.error(
          source.keySpan, "source \(Quoting.message(source.key)) is empty", hint: "write url: https://… below it")
        continue
      }
      if var reader = SourceReader(node, name: source, context: context) { result.append(reader.read()) }
    }
    return result
  }

  private func firstKey(_ node: YAMLNode) -> Span {
    if case .map(let pairs) = node.content, let first = pairs.first { return first.keySpan }
    return Span(node.span.start, node.span.start)
  }

  private func checkName(_ source: YAMLPair) {
    // The controls of Unicode: C0, DEL and C1.
    let isControlled = source.key.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }
    if isControlled {
      context.error(source.keySpan, "the name of a source cannot hold control characters")
    } else if source.key.allSatisfy(\.isWhitespace) {
      context.error(source.keySpan, "the name of a source is empty")
    }
  }
}
