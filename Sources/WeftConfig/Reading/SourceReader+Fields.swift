import WeftModel

extension SourceReader {
  /// `fields:`.
  func readFields(_ settings: inout SourceSettings) {
    guard let pair = values.pair("fields"), let fields = values.child("fields") else { return }
    if !kind.isUnknown, !context.selectors.kinds.isEmpty,
      context.selectors.declaring("fields", among: kind.candidates).isEmpty
    {
      if name == nil || !context.isInDefaults(pair.keySpan) { complainOfKind("fields", at: pair.keySpan) }
      return
    }
    for field in fields.pairs {
      let path = fields.path(field.key)
      switch field.key {
      case "authors": readAuthors(field.value, fields, &settings.fields)
      case "attachments": settings.fields.attachments = readAttachments(fields)
      default:
        guard let name = FieldName(rawValue: field.key), let value = value(field.value, path, field: name, depth: 0)
        else { continue }
        settings.fields.values.append(.init(name: name, value: value))
      }
    }
  }

  private func readAuthors(_ node: YAMLNode, _ fields: SectionValues, _ settings: inout FieldSettings) {
    // A map with `select` is a VALUE, one with `name` is an author.
    let isValue: Bool
    if case .map(let pairs) = node.content {
      let own = KeyTable.section(.authors)
      isValue = !pairs.contains { own[$0.key] != nil } && pairs.contains { KeyTable.section(.value)[$0.key] != nil }
    } else {
      isValue = true
    }
    guard !isValue else {
      settings.authorNames = value(node, fields.path("authors"), field: nil, depth: 0)
      return
    }
    guard let authors = fields.child("authors") else { return }
    settings.authors = .init(
      name: member("name", of: authors), url: member("url", of: authors), avatar: member("avatar", of: authors))
  }

  private func readAttachments(_ fields: SectionValues) -> FieldSettings.AttachmentFields? {
    guard let attachments = fields.child("attachments") else { return nil }
    guard attachments.has("url") else {
      if let pair = fields.pair("attachments"), !attachments.node.isPartial {
        context.error(pair.keySpan, "fields.attachments has no url")
      }
      return nil
    }
    guard let url = member("url", of: attachments) else { return nil }
    return .init(
      url: url, mimeType: member("mime_type", of: attachments), title: member("title", of: attachments),
      sizeInBytes: member("size_in_bytes", of: attachments),
      durationInSeconds: member("duration_in_seconds", of: attachments))
  }

  private func member(_ key: String, of section: SectionValues) -> ValueSetting? {
    section.node(key).flatMap { value($0, section.path(key), field: nil, depth: 0) }
  }

  // MARK: VALUE

  /// A VALUE: a selector, a list of VALUEs of which the first that is not empty wins, or a map with steps.
  func value(_ node: YAMLNode, _ path: SettingPath, field: FieldName?, depth: Int) -> ValueSetting? {
    guard !node.isPoisoned else { return nil }
    switch node.content {
    case .scalar: return selector(node, path, key: "fields").map { .selector($0.text) }
    case .list(let elements):
      guard depth < 8 else {
        context.error(node.span, "\(path): lists of values are nested too deep")
        return nil
      }
      guard !elements.isEmpty else {
        context.error(node.span, "\(path) is an empty list")
        return nil
      }
      let values = elements.compactMap { value($0, path, field: field, depth: depth + 1) }
      return values.count == elements.count ? .first(values) : nil
    case .map:
      guard let section = context.section(node, KeyTable.section(.value), path: path) else { return nil }
      return steps(section, field: field).map { .steps($0) }
    }
  }

  private func steps(_ section: SectionValues, field: FieldName?) -> ValueSteps? {
    var steps = ValueSteps()
    steps.select = section.node("select").flatMap { selector($0, section.path("select"), key: "fields")?.text }
    steps.const = section.text("const")?.text
    steps.html = section.boolean("html") ?? false
    steps.split = separator(section, "split")
    steps.match = pattern(section, "match")
    steps.replace = replacement(section)
    steps.join = section.text("join")?.text
    steps.template = template(section)
    steps.prefix = section.text("prefix")?.text
    steps.format = section.text("format")?.text
    steps.locale = section.text("locale")?.text
    if let zone = section.text("zone") {
      if let problem = context.checks.zone(zone.text) { context.report(problem, in: zone, section.path("zone")) }
      steps.zone = zone.text
    }
    steps.unix = section.word("unix", ValueSteps.UnixUnit.self)
    steps.default = section.text("default")?.text
    checkTogether(section, field: field)
    return steps
  }

  private func checkTogether(_ section: SectionValues, field: FieldName?) {
    let path = section.path
    if let const = section.pair("const"), section.has("select") {
      context.error(const.keySpan, "\(path): select and const cannot stand together")
    }
    if !section.has("select"), !section.has("const"), !section.has("template"), isWhole(section) {
      context.error(
        section.node.span, "\(path) says nothing about where the text comes from", hint: "add select or const")
    }
    if let prefix = section.pair("prefix"), section.has("template") {
      context.error(prefix.keySpan, "\(path): template and prefix cannot stand together")
    }
    if let unix = section.pair("unix"), section.has("format") {
      context.error(unix.keySpan, "\(path): format and unix cannot stand together")
    }
    if let locale = section.pair("locale"), !section.has("format"), field?.isDate == true {
      context.error(locale.keySpan, "\(path): locale needs format")
    }
    if let join = section.pair("join"), field == .tags {
      context.warning(join.keySpan, "\(path): joined tags are one tag")
    }
    guard field?.isDate != true else { return }
    for key in KeyTable.dateSteps.sorted() {
      if let pair = section.pair(key) {
        context.error(pair.keySpan, "\(path): \(key) is for date_published and date_modified")
      }
    }
  }

  /// All that stands in the map was understood; else what seems to be missing may be what was not.
  private func isWhole(_ section: SectionValues) -> Bool {
    guard case .map(let pairs) = section.node.content else { return true }
    return !section.node.isPartial && pairs.count == section.pairs.count
  }

  private func separator(_ section: SectionValues, _ key: String) -> String? { section.text(key)?.text }

  private func pattern(_ section: SectionValues, _ key: String) -> String? {
    guard let text = section.text(key) else { return nil }
    if let problem = context.checks.pattern(text.text) { context.report(problem, in: text, section.path(key)) }
    return text.text
  }

  private func replacement(_ section: SectionValues) -> ValueSteps.Replacement? {
    guard let elements = section.list("replace"), let node = section.node("replace") else { return nil }
    guard elements.count == 2 else {
      context.error(node.span, "\(section.path("replace")): expected a pattern and what replaces it: [from, to]")
      return nil
    }
    guard let from = context.text(elements[0], section.path("replace"), expected: "text"),
      let to = context.text(elements[1], section.path("replace"), expected: "text", mayBeEmpty: true)
    else { return nil }
    if let problem = context.checks.pattern(from.text) { context.report(problem, in: from, section.path("replace")) }
    return .init(pattern: from.text, replacement: to.text)
  }

  /// A template; what stands between its braces is a selector in the item.
  private func template(_ section: SectionValues) -> String? {
    guard let text = section.text("template") else { return nil }
    let path = section.path("template")
    var rest = text.text[...]
    // Where `rest` begins in the text, in scalars, for messages.
    var offset = 0
    while let open = rest.firstIndex(of: "{") {
      offset += rest.unicodeScalars.distance(from: rest.startIndex, to: open)
      guard let close = rest[open...].firstIndex(of: "}") else {
        context.error(
          context.span(of: text.holdsSecret ? nil : offset..<offset + 1, in: text.node), "\(path): { without }")
        return nil
      }
      var part = text
      part.text = String(rest[rest.index(after: open)..<close])
      part.written = text.holdsSecret ? text.written : part.text
      part.offset = offset + 1
      if part.text.isEmpty {
        context.error(context.span(of: offset..<offset + 2, in: text.node), "\(path): {} holds no selector")
        return nil
      }
      guard check(part, path, key: "fields") else { return nil }
      offset += part.text.unicodeScalars.count + 2
      rest = rest[rest.index(after: close)...]
    }
    return text.text
  }
}
