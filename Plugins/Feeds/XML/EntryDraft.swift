import URIs
import WeftModel
import WeftSources

/// An item while its elements are being read.
///
/// Several elements may state one field; `Ranked` keeps the one that was made for it.
struct EntryDraft {
  var id = Ranked<String>()
  /// The id is an RSS guid that may be the item's address (`isPermaLink`).
  var idIsLink = false
  var url = Ranked<String>()
  var externalURL: String?
  var title = Ranked<String>()
  var content = Ranked<BasedText>()
  var summary = Ranked<BasedText>()
  var description = Ranked<BasedText>()
  var published = Ranked<Timestamp>()
  var updated = Ranked<Timestamp>()
  var image = Ranked<String>()
  var language: String?
  var tags: [String] = []
  var enclosures: [Attachment] = []
  var media: [Attachment] = []
  var duration: Double?
  private var authors: [Author] = []
  private var authorRank = Int.min

  /// A text and the `xml:base` in force where it stands; `nil` where there is none.
  struct BasedText {
    var text: TextConstruct
    var base: String?
  }

  /// Adds an author; those of a higher rank replace those of a lower one.
  mutating func addAuthor(_ author: Author?, rank: Int) {
    guard let author, rank >= authorRank else { return }
    if rank > authorRank { authors = [] }
    authorRank = rank
    if !authors.contains(author) { authors.append(author) }
  }

  /// Adds a tag.
  ///
  /// - Parameter form: how it is written: as a rule HTML, in Atom plain text.
  mutating func addTag(_ tag: String, _ form: TextConstruct.Form) {
    let tag = TextConstruct(text: tag, form: form).plain
    if !tag.isEmpty, !tags.contains(tag) { tags.append(tag) }
  }

  /// The finished item.
  ///
  /// - Parameter page: the address of the document.
  consuming func item(page: String) -> Item {
    let address = url.value ?? (idIsLink ? id.value.flatMap(EntryDraft.webAddress) : nil)
    // A description is what RSS calls the content, unless there is a summary as well.
    let text = content.value ?? description.value ?? summary.value
    var item = Item(id: "")
    item.url = address
    item.externalURL = externalURL
    item.title = title.value
    if let text {
      if text.text.form == .html {
        item.contentHTML = HTMLText.withAbsoluteURLs(text.text.text, base: text.base ?? address ?? page)
      } else {
        item.contentText = text.text.text
      }
    }
    // Where there is one text only, it is both, as it is; a summary of its own is text.
    if let own = summary.value?.text, own.text != text?.text.text {
      item.summary = own.summary
    } else {
      item.summary = item.contentHTML ?? item.contentText
    }
    item.image = image.value
    item.datePublished = published.value
    item.dateModified = updated.value
    item.authors = authors
    item.tags = tags
    item.language = language
    item.attachments = enclosures.isEmpty ? media : enclosures
    if let duration, !item.attachments.isEmpty, item.attachments[0].durationInSeconds == nil {
      item.attachments[0].durationInSeconds = duration
    }
    if let id = id.value {
      item.id = id
    } else {
      item.hasOwnID = false
      item.id =
        address
        ?? ContentHash.itemID(
          title: item.title, content: text?.text.text, date: item.date?.rfc3339)
    }
    return item
  }

  /// A guid counts as an address only where it is one.
  private static func webAddress(_ text: String) -> String? {
    text.hasPrefix("http://") || text.hasPrefix("https://") ? text : nil
  }
}

extension TextConstruct {
  /// The text as a JSON Feed summary, which is plain text.
  var summary: String? {
    let text = plain
    return text.isEmpty ? nil : text
  }
}
