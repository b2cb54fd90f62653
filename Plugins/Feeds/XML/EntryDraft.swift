import URIs
import WeftModel
import WeftSources

/// An item while its elements are being read.
///
/// Several elements may state one field; the one that was made for it ranks highest and is kept, among equals the first.
/// One draft serves all items of a feed: making and copying such large values costs as much as reading the texts.
struct EntryDraft {
  /// What is known of the item.
  private var item = Item(id: "")
  private var ranks = Ranks()
  /// The id is an RSS guid that may be the item's address (`isPermaLink`).
  var idIsLink = false
  var content = Ranked<BasedText>()
  var summary = Ranked<BasedText>()
  var description = Ranked<BasedText>()
  var enclosures: [Attachment] = []
  var media: [Attachment] = []
  var duration: Double?

  /// A text and the `xml:base` in force where it stands; `nil` where there is none.
  struct BasedText {
    var text: TextConstruct
    var base: String?
  }

  /// The ranks of what the item holds; the lowest where that is nothing.
  private struct Ranks {
    var id = Int8.min
    var url = Int8.min
    var title = Int8.min
    var image = Int8.min
    var published = Int8.min
    var updated = Int8.min
    var authors = Int.min
  }

  var externalURL: String? {
    get { item.externalURL }
    set { item.externalURL = newValue }
  }

  var language: String? {
    get { item.language }
    set { item.language = newValue }
  }

  mutating func offer(id: String, rank: Int8) { Self.offer(id, rank, &item.id, &ranks.id) }
  mutating func offer(url: String, rank: Int8) { Self.offer(url, rank, &item.url, &ranks.url) }
  mutating func offer(title: String, rank: Int8) { Self.offer(title, rank, &item.title, &ranks.title) }
  mutating func offer(image: String, rank: Int8) { Self.offer(image, rank, &item.image, &ranks.image) }

  mutating func offer(published date: Timestamp, rank: Int8) {
    Self.offer(date, rank, &item.datePublished, &ranks.published)
  }

  mutating func offer(updated date: Timestamp, rank: Int8) {
    Self.offer(date, rank, &item.dateModified, &ranks.updated)
  }

  /// Takes the value where it ranks higher than what is there.
  @inline(__always)
  private static func offer<Value>(_ value: Value, _ rank: Int8, _ field: inout Value, _ held: inout Int8) {
    guard rank > held else { return }
    field = value
    held = rank
  }

  /// Adds an author; those of a higher rank replace those of a lower one.
  mutating func addAuthor(_ author: Author, rank: Int) {
    guard rank >= ranks.authors else { return }
    if rank > ranks.authors || item.authors.isEmpty {
      item.authors = [author]
    } else if !item.authors.contains(author) {
      item.authors.append(author)
    }
    ranks.authors = rank
  }

  /// Adds a tag.
  ///
  /// - Parameter form: how it is written: as a rule HTML, in Atom plain text.
  mutating func addTag(_ tag: String, _ form: TextConstruct.Form) {
    let tag = TextConstruct(text: tag, form: form).plain
    if !tag.isEmpty, !item.tags.contains(tag) { item.tags.append(tag) }
  }

  /// Appends the finished item, and is as new.
  ///
  /// - Parameter page: the address of the document.
  mutating func finish(page: String, into items: inout [Item]) {
    if item.url == nil, idIsLink, EntryDraft.isWebAddress(item.id) { item.url = item.id }
    // A description is what RSS calls the content, unless there is a summary as well.
    if let text = content.value ?? description.value ?? summary.value {
      takeText(text, page: page)
      if ranks.id == .min { makeID(content: text.text.text) }
    } else if ranks.id == .min {
      makeID(content: nil)
    }
    if enclosures.isEmpty { swap(&item.attachments, &media) } else { swap(&item.attachments, &enclosures) }
    if let duration, !item.attachments.isEmpty, item.attachments[0].durationInSeconds == nil {
      item.attachments[0].durationInSeconds = duration
    }
    // Moved, not copied: counting the references of its texts up and down again costs more than the texts.
    items.append(Item(id: ""))
    swap(&items[items.count - 1], &item)
    reset()
  }

  private mutating func takeText(_ text: BasedText, page: String) {
    if text.text.form == .html {
      item.contentHTML = HTMLText.withAbsoluteURLs(text.text.text, base: text.base ?? item.url ?? page)
    } else {
      item.contentText = text.text.text
    }
    // Where there is one text only, it is both, as it is; a summary of its own is text.
    if let own = summary.value?.text, own.text != text.text.text {
      item.summary = own.summary
    } else if let markup = item.contentHTML {
      item.summary = markup
    } else {
      item.summary = item.contentText
    }
  }

  private mutating func makeID(content: String?) {
    item.hasOwnID = false
    // Not with `??`, whose right side would copy the whole item.
    if let url = item.url {
      item.id = url
    } else {
      item.id = ContentHash.itemID(title: item.title, content: content, date: item.date?.rfc3339)
    }
  }

  /// Forgets what was said, but for the item, which is new already.
  private mutating func reset() {
    ranks = Ranks()
    idIsLink = false
    content = Ranked()
    summary = Ranked()
    description = Ranked()
    if !enclosures.isEmpty { enclosures = [] }
    if !media.isEmpty { media = [] }
    duration = nil
  }

  /// A guid counts as an address only where it is one.
  private static func isWebAddress(_ text: String) -> Bool {
    text.hasPrefix("http://") || text.hasPrefix("https://")
  }
}

extension TextConstruct {
  /// The text as a JSON Feed summary, which is plain text.
  var summary: String? {
    let text = plain
    return text.isEmpty ? nil : text
  }
}
