import Dates
import URIs
public import WeftModel

/// The `fields` of a source, compiled: what a mapper does, with its selectors by number.
@usableFromInline
final class ItemFields: Sendable {
  private let id: ValuePlan?
  private let url: ValuePlan?
  private let externalURL: ValuePlan?
  private let title: ValuePlan?
  private let contentHTML: ValuePlan?
  private let contentText: ValuePlan?
  private let summary: ValuePlan?
  private let image: ValuePlan?
  private let datePublished: ValuePlan?
  private let dateModified: ValuePlan?
  private let language: ValuePlan?
  private let tags: ValuePlan?
  private let authorNames: ValuePlan?
  private let author: (name: ValuePlan?, url: ValuePlan?, avatar: ValuePlan?)?
  private let attachment: AttachmentPlan?
  private let zone: ZoneTable?
  private let titlesAreHTML: Bool

  /// - Parameter compile: compiles one selector and gives its number.
  init(
    _ settings: SourceSettings, titlesAreHTML: Bool, compile: (String) throws(SettingProblem) -> Int
  ) throws(SettingProblem) {
    var plans: [FieldName: ValuePlan] = [:]
    for entry in settings.fields.values {
      plans[entry.name] = try ValuePlan(
        entry.value, path: "fields.\(entry.name.rawValue)", isURL: entry.name.isURL, compile: compile)
    }
    id = plans[.id]
    url = plans[.url]
    externalURL = plans[.externalURL]
    title = plans[.title]
    contentHTML = plans[.contentHTML]
    contentText = plans[.contentText]
    summary = plans[.summary]
    image = plans[.image]
    datePublished = plans[.datePublished]
    dateModified = plans[.dateModified]
    language = plans[.language]
    tags = plans[.tags]
    func plan(_ value: ValueSetting?, _ path: String, isURL: Bool = false) throws(SettingProblem) -> ValuePlan? {
      guard let value else { return nil }
      return try ValuePlan(value, path: "fields.\(path)", isURL: isURL, compile: compile)
    }
    authorNames = try plan(settings.fields.authorNames, "authors")
    if let fields = settings.fields.authors {
      author = (
        try plan(fields.name, "authors.name"), try plan(fields.url, "authors.url", isURL: true),
        try plan(fields.avatar, "authors.avatar", isURL: true)
      )
    } else {
      author = nil
    }
    if let fields = settings.fields.attachments, let url = try plan(fields.url, "attachments.url", isURL: true) {
      attachment = AttachmentPlan(
        url: url, mimeType: try plan(fields.mimeType, "attachments.mime_type"),
        title: try plan(fields.title, "attachments.title"),
        sizeInBytes: try plan(fields.sizeInBytes, "attachments.size_in_bytes"),
        durationInSeconds: try plan(fields.durationInSeconds, "attachments.duration_in_seconds"))
    } else {
      attachment = nil
    }
    zone = try DateStep.zone(named: settings.zone)
    self.titlesAreHTML = titlesAreHTML
  }

  /// The item of one node; `nil` where it has neither an id nor an address nor a title.
  @usableFromInline
  func item(
    in surroundings: ItemSurroundings, notes: inout MappingNotes,
    first: (Int, _ asHTML: Bool) -> SelectedValue?,
    select: (Int, _ asHTML: Bool) -> [SelectedValue]
  ) -> Item? {
    let item = draft(in: surroundings, notes: &notes, first: first, select: select) { _, _, _ in false }
    return item.id.isEmpty ? nil : item
  }

  /// Appends the item of one node, where it has an id or an address or a title.
  ///
  /// It is appended here, since an optional item would be copied on its way.
  /// - Parameter strings: see `ItemMapper`.
  func append(
    to items: inout [Item], in surroundings: ItemSurroundings, notes: inout MappingNotes,
    first: (Int, _ asHTML: Bool) -> SelectedValue?,
    select: (Int, _ asHTML: Bool) -> [SelectedValue],
    strings: (Int, _ all: Bool, (Span<UInt8>) -> Void) -> Bool
  ) {
    let item = draft(in: surroundings, notes: &notes, first: first, select: select, strings: strings)
    if !item.id.isEmpty { items.append(item) }
  }

  /// The item of one node; without an id where there is none.
  private func draft(
    in surroundings: ItemSurroundings, notes: inout MappingNotes,
    first: (Int, _ asHTML: Bool) -> SelectedValue?,
    select: (Int, _ asHTML: Bool) -> [SelectedValue],
    strings: (Int, _ all: Bool, (Span<UInt8>) -> Void) -> Bool
  ) -> Item {
    func texts(_ plan: ValuePlan?, asHTML: Bool = false) -> [String] { plan?.texts(select, asHTML: asHTML) ?? [] }
    @inline(__always) func text(_ plan: ValuePlan?, asHTML: Bool = false) -> String? {
      guard let plan else { return nil }
      // A string that stands ready in the document is made once; a blank one is left to the plan.
      var found: String?
      if plan.plainSelector >= 0, strings(plan.plainSelector, false, { found = FieldText.trimmed($0) }), found != nil {
        return found
      }
      return plan.text(first, select, asHTML: asHTML)
    }
    @inline(__always) func line(_ plan: ValuePlan?) -> String? {
      guard let plan else { return nil }
      var found: String?
      if titlesAreHTML, plan.plainSelector >= 0,
        strings(plan.plainSelector, false, { found = HTMLText.trimmedPlain($0) }), found != nil
      {
        return found
      }
      return plan.text(first, select, asHTML: false).map { titlesAreHTML ? HTMLText.plain($0) : HTMLText.collapsed($0) }
    }
    func absolute(_ text: String) -> String { surroundings.uri.resolve(text) }

    var item = Item(id: "")
    item.url = text(url).map(absolute)
    item.externalURL = text(externalURL).map(absolute)
    item.image = text(image).map(absolute)
    item.title = line(title)
    if item.title?.isEmpty == true { item.title = nil }
    item.contentHTML = text(contentHTML, asHTML: true).map {
      HTMLText.withAbsoluteURLs($0, base: titlesAreHTML ? item.url ?? surroundings.base : surroundings.base)
    }
    item.contentText = text(contentText)
    item.summary = line(summary)
    item.language = text(language)
    if let tags { item.tags = distinctTexts(tags, select, strings) }
    item.datePublished = date(datePublished, surroundings, &notes, first, select, strings)
    item.dateModified = date(dateModified, surroundings, &notes, first, select, strings)
    if authorNames != nil || author != nil {
      item.authors = authors(texts).map { author in
        Author(name: author.name, url: author.url.map(absolute), avatar: author.avatar.map(absolute))
      }
    }
    if let attachment { item.attachments = attachment.attachments(texts) { absolute($0) } }

    notes.items += 1
    if url != nil, item.url == nil { notes.missingURLs += 1 }
    if let id = text(id) {
      item.id = id
      return item
    }
    item.hasOwnID = false
    if let url = item.url {
      item.id = url
      return item
    }
    guard item.title != nil else {
      notes.droppedItems += 1
      return item
    }
    item.id = ContentHash.itemID(
      title: item.title, content: item.contentHTML ?? item.contentText ?? item.summary,
      date: dateText(datePublished, surroundings, first, select))
    return item
  }

  /// Replaces the fields of an item for which there is a value; the others stay.
  func replace(
    in item: inout Item, _ surroundings: ItemSurroundings, notes: inout MappingNotes,
    select: (Int, _ asHTML: Bool) -> [SelectedValue]
  ) {
    func first(_ selector: Int, _ asHTML: Bool) -> SelectedValue? { select(selector, asHTML).first }
    func texts(_ plan: ValuePlan?, asHTML: Bool = false) -> [String] { plan?.texts(select, asHTML: asHTML) ?? [] }
    func text(_ plan: ValuePlan?, asHTML: Bool = false) -> String? { plan?.text(first, select, asHTML: asHTML) }
    func absolute(_ text: String) -> String { surroundings.uri.resolve(text) }
    func line(_ text: String) -> String? {
      let plain = titlesAreHTML ? HTMLText.plain(text) : HTMLText.collapsed(text)
      return plain.isEmpty ? nil : plain
    }

    item.url = text(url).map(absolute) ?? item.url
    item.externalURL = text(externalURL).map(absolute) ?? item.externalURL
    item.image = text(image).map(absolute) ?? item.image
    item.title = text(title).flatMap(line) ?? item.title
    if let html = text(contentHTML, asHTML: true) {
      item.contentHTML = HTMLText.withAbsoluteURLs(html, base: item.url ?? surroundings.base)
    }
    item.contentText = text(contentText) ?? item.contentText
    item.summary = text(summary).flatMap(line) ?? item.summary
    item.language = text(language) ?? item.language
    let tags = FieldText.distinctPlain(texts(self.tags))
    if !tags.isEmpty { item.tags = tags }
    item.datePublished =
      date(datePublished, surroundings, &notes, first, select, { _, _, _ in false }) ?? item.datePublished
    item.dateModified =
      date(dateModified, surroundings, &notes, first, select, { _, _, _ in false }) ?? item.dateModified
    let authors = authors(texts)
    if !authors.isEmpty {
      item.authors = authors.map { Author(name: $0.name, url: $0.url.map(absolute), avatar: $0.avatar.map(absolute)) }
    }
    let files = attachment.map { $0.attachments(texts) { absolute($0) } } ?? []
    if !files.isEmpty { item.attachments = files }
    if let id = text(id) {
      item.id = id
      item.hasOwnID = true
    }
  }

  /// The texts of a plan without markup, each once.
  private func distinctTexts(
    _ plan: ValuePlan, _ select: (Int, _ asHTML: Bool) -> [SelectedValue],
    _ strings: (Int, _ all: Bool, (Span<UInt8>) -> Void) -> Bool
  ) -> [String] {
    var distinct: [String] = []
    var count = 0
    if plan.plainSelector >= 0,
      strings(
        plan.plainSelector, true,
        {
          count += 1
          // Few texts are compared faster than they are hashed; many are left to the other way.
          guard count <= 8, FieldText.isVisible($0), let plain = HTMLText.plain($0), !distinct.contains(plain) else {
            return
          }
          if distinct.isEmpty { distinct.reserveCapacity(4) }
          distinct.append(plain)
        }), count <= 8
    {
      return distinct
    }
    return FieldText.distinctPlain(plan.texts(select, asHTML: false))
  }

  /// The instant of a date field: the first alternative whose text is a whole date.
  private func date(
    _ plan: ValuePlan?, _ surroundings: ItemSurroundings, _ notes: inout MappingNotes,
    _ first: (Int, _ asHTML: Bool) -> SelectedValue?, _ select: (Int, _ asHTML: Bool) -> [SelectedValue],
    _ strings: (Int, _ all: Bool, (Span<UInt8>) -> Void) -> Bool
  ) -> Timestamp? {
    guard let plan else { return nil }
    var reading: DateStep.Reading?
    if plan.plainDate >= 0 { _ = strings(plan.plainDate, false) { reading = DateStep.read($0, zone: zone) } }
    var unreadable: String?
    if reading == nil {
      for alternative in plan.alternatives {
        guard let text = alternative.text(first, select, asHTML: false) else { continue }
        reading = alternative.date.read(text, zone: zone, now: surroundings.receivedAt)
        if reading != nil { break }
        unreadable = unreadable ?? text
      }
    }
    if let reading {
      if !reading.hasZone { notes.zonelessDates += 1 }
      return reading.instant
    }
    if let unreadable {
      notes.unreadableDates += 1
      notes.unreadableDate = notes.unreadableDate ?? unreadable
    }
    return nil
  }

  /// The text that a date field was read from; where none is a date, the first.
  private func dateText(
    _ plan: ValuePlan?, _ surroundings: ItemSurroundings,
    _ first: (Int, _ asHTML: Bool) -> SelectedValue?, _ select: (Int, _ asHTML: Bool) -> [SelectedValue]
  ) -> String? {
    var unreadable: String?
    for alternative in plan?.alternatives ?? [] {
      guard let text = alternative.text(first, select, asHTML: false) else { continue }
      if alternative.date.read(text, zone: zone, now: surroundings.receivedAt) != nil { return text }
      unreadable = unreadable ?? text
    }
    return unreadable
  }

  private func authors(_ texts: (ValuePlan?, Bool) -> [String]) -> [Author] {
    if let authorNames {
      return FieldText.distinctPlain(texts(authorNames, false)).map { Author(name: $0) }
    }
    guard let author else { return [] }
    let names = texts(author.name, false).map { HTMLText.plain($0) }
    let urls = texts(author.url, false).map(FieldText.trimmed)
    let avatars = texts(author.avatar, false).map(FieldText.trimmed)
    // Lists of different lengths cannot be paired: the first of each belongs together at least.
    let count = max(names.count, urls.count, avatars.count)
    let isPaired = [names, urls, avatars].allSatisfy { $0.isEmpty || $0.count == count }
    return (0..<(isPaired ? count : min(count, 1))).map { index in
      Author(
        name: FieldText.element(index, of: names), url: FieldText.element(index, of: urls),
        avatar: FieldText.element(index, of: avatars))
    }
  }
}
