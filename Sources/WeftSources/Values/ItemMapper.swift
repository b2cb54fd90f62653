import Dates
import URIs
public import WeftModel

/// Makes items from nodes of a document by the `fields` of a source.
///
/// One mapper is made for a source; a document kind brings its compiled selectors and finds their values in a node.
public struct ItemMapper<Selector: Sendable>: Sendable {
  private let plans: [FieldName: ValuePlan<Selector>]
  private let authorNames: ValuePlan<Selector>?
  private let author: (name: ValuePlan<Selector>?, url: ValuePlan<Selector>?, avatar: ValuePlan<Selector>?)?
  private let attachment: AttachmentPlan<Selector>?
  private let zone: ZoneTable?
  private let titlesAreHTML: Bool

  /// The document that items stand in.
  public struct Surroundings: Sendable {
    /// Where relative addresses are resolved: the document's base, absolute.
    public var base: String
    /// The fetch time, for relative dates.
    public var receivedAt: Timestamp

    /// A document with this base.
    public init(base: String, receivedAt: Timestamp) {
      self.base = base
      self.receivedAt = receivedAt
    }
  }

  /// A mapper for the fields of a source.
  ///
  /// - Parameters:
  ///   - titlesAreHTML: texts of titles are HTML after the document's own decoding (JSON); else they are text (markup).
  ///   - compile: compiles one selector.
  /// - Throws: `SettingProblem` with the key path of the field.
  public init(
    _ settings: SourceSettings, titlesAreHTML: Bool, compile: (String) throws(SettingProblem) -> Selector
  ) throws(SettingProblem) {
    var plans: [FieldName: ValuePlan<Selector>] = [:]
    for entry in settings.fields.values {
      plans[entry.name] = try ValuePlan(
        entry.value, path: "fields.\(entry.name.rawValue)", isURL: entry.name.isURL, compile: compile)
    }
    self.plans = plans
    func plan(_ value: ValueSetting?, _ path: String, isURL: Bool = false) throws(SettingProblem) -> ValuePlan<
      Selector
    >? {
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
  ///
  /// - Parameters:
  ///   - notes: what was noticed is added.
  ///   - select: what a selector finds in the node, in document order, as text or as inner HTML: the elements of a
  ///     single array; nothing where it finds nothing.
  public func item(
    in surroundings: Surroundings, notes: inout MappingNotes,
    select: (Selector, _ asHTML: Bool) -> [SelectedValue]
  ) -> Item? {
    func texts(_ plan: ValuePlan<Selector>?, asHTML: Bool = false) -> [String] {
      for alternative in plan?.alternatives ?? [] {
        let texts = alternative.texts(select, asHTML: asHTML)
        if !texts.isEmpty { return texts }
      }
      return []
    }
    func text(_ name: FieldName, asHTML: Bool = false) -> String? {
      texts(plans[name], asHTML: asHTML).first.map(FieldText.trimmed).flatMap { $0.isEmpty ? nil : $0 }
    }
    func absolute(_ text: String) -> String { resolve(text, against: surroundings.base) }

    var item = Item(id: "")
    item.url = text(.url).map(absolute)
    item.externalURL = text(.externalURL).map(absolute)
    item.image = text(.image).map(absolute)
    item.title = text(.title).map { titlesAreHTML ? HTMLText.plain($0) : HTMLText.collapsed($0) }
    if item.title?.isEmpty == true { item.title = nil }
    item.contentHTML = text(.contentHTML, asHTML: true).map {
      HTMLText.withAbsoluteURLs($0, base: titlesAreHTML ? item.url ?? surroundings.base : surroundings.base)
    }
    item.contentText = text(.contentText)
    item.summary = text(.summary).map { titlesAreHTML ? HTMLText.plain($0) : HTMLText.collapsed($0) }
    item.language = text(.language)
    item.tags = FieldText.distinct(texts(plans[.tags]).map { HTMLText.plain($0) })
    let published = date(.datePublished, surroundings, &notes, select)
    item.datePublished = published.instant
    item.dateModified = date(.dateModified, surroundings, &notes, select).instant
    item.authors = authors(texts).map { author in
      Author(name: author.name, url: author.url.map(absolute), avatar: author.avatar.map(absolute))
    }
    item.attachments = attachment.map { $0.attachments(texts) { absolute($0) } } ?? []

    notes.items += 1
    if plans[.url] != nil, item.url == nil { notes.missingURLs += 1 }
    if let id = text(.id) {
      item.id = id
    } else {
      item.hasOwnID = false
      guard item.url != nil || item.title != nil else {
        notes.droppedItems += 1
        return nil
      }
      item.id =
        item.url
        ?? ContentHash.itemID(
          title: item.title, content: item.contentHTML ?? item.contentText ?? item.summary, date: published.text)
    }
    return item
  }

  /// The instant of a date field: the first alternative whose text is a whole date.
  private func date(
    _ name: FieldName, _ surroundings: Surroundings, _ notes: inout MappingNotes,
    _ select: (Selector, _ asHTML: Bool) -> [SelectedValue]
  ) -> (instant: Timestamp?, text: String?) {
    var unreadable: String?
    for alternative in plans[name]?.alternatives ?? [] {
      guard let text = alternative.texts(select, asHTML: false).first.map(FieldText.trimmed), !text.isEmpty else {
        continue
      }
      if let reading = alternative.date.read(text, zone: zone, now: surroundings.receivedAt) {
        if !reading.hasZone { notes.zonelessDates += 1 }
        return (reading.instant, text)
      }
      unreadable = unreadable ?? text
    }
    if let unreadable {
      notes.unreadableDates += 1
      notes.unreadableDate = notes.unreadableDate ?? unreadable
    }
    return (nil, unreadable)
  }

  private func authors(_ texts: (ValuePlan<Selector>?, Bool) -> [String]) -> [Author] {
    if let authorNames {
      return FieldText.distinct(texts(authorNames, false).map { HTMLText.plain($0) }).map { Author(name: $0) }
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

/// The compiled members of `attachments`.
struct AttachmentPlan<Selector: Sendable>: Sendable {
  var url: ValuePlan<Selector>
  var mimeType: ValuePlan<Selector>?
  var title: ValuePlan<Selector>?
  var sizeInBytes: ValuePlan<Selector>?
  var durationInSeconds: ValuePlan<Selector>?

  func attachments(
    _ texts: (ValuePlan<Selector>?, Bool) -> [String], absolute: (String) -> String
  ) -> [Attachment] {
    let urls = texts(url, false).map(FieldText.trimmed).filter { !$0.isEmpty }
    func paired(_ plan: ValuePlan<Selector>?) -> [String] {
      let found = texts(plan, false).map(FieldText.trimmed)
      return found.count == urls.count || urls.count == 1 ? found : []
    }
    let types = paired(mimeType)
    let titles = paired(title)
    let sizes = paired(sizeInBytes)
    let durations = paired(durationInSeconds)
    return urls.enumerated().map { index, url in
      Attachment(
        url: absolute(url), mimeType: FieldText.element(index, of: types),
        title: FieldText.element(index, of: titles),
        sizeInBytes: FieldText.element(index, of: sizes).flatMap { Int64($0) },
        durationInSeconds: FieldText.element(index, of: durations).flatMap { Double($0) })
    }
  }
}

/// Small rules for the texts of fields.
enum FieldText {
  /// The text without white space at its ends.
  static func trimmed(_ text: String) -> String {
    let bytes = text.utf8
    guard let first = bytes.first, let last = bytes.last, first <= 0x20 || last <= 0x20 else { return text }
    let start = bytes.firstIndex { $0 > 0x20 } ?? bytes.endIndex
    var end = bytes.endIndex
    while end > start, bytes[bytes.index(before: end)] <= 0x20 { end = bytes.index(before: end) }
    return String(Substring(bytes[start..<end]))
  }

  /// The texts that are not empty, each once, in their order.
  static func distinct(_ texts: [String]) -> [String] {
    var seen = Set<String>()
    return texts.filter { !$0.isEmpty && seen.insert($0).inserted }
  }

  static func element(_ index: Int, of texts: [String]) -> String? {
    texts.indices.contains(index) && !texts[index].isEmpty ? texts[index] : nil
  }
}
