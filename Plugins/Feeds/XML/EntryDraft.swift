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

  /// The finished item; what it holds is taken out of the draft, since counting the references of its texts up and
  /// down again costs more than the texts.
  ///
  /// - Parameter page: the address of the document.
  mutating func takeItem(page: String) -> Item {
    let address = url.take() ?? (idIsLink ? id.value.flatMap(EntryDraft.webAddress) : nil)
    var item = Item(id: "")
    item.url = address
    item.externalURL = externalURL.take()
    item.title = title.take()
    // A description is what RSS calls the content, unless there is a summary as well.
    let text = content.take() ?? description.value ?? summary.value
    if let text {
      if text.text.form == .html {
        let base = text.base ?? address ?? page
        item.contentHTML = HTMLText.withAbsoluteURLs(text.text.text, base: base)
      } else {
        item.contentText = text.text.text
      }
    }
    // Where there is one text only, it is both, as it is; a summary of its own is text.
    if let own = summary.value?.text, own.text != text?.text.text {
      item.summary = own.summary
    } else if let markup = item.contentHTML {
      item.summary = markup
    } else {
      item.summary = item.contentText
    }
    item.image = image.take()
    item.datePublished = published.take()
    item.dateModified = updated.take()
    swap(&item.authors, &authors)
    swap(&item.tags, &tags)
    item.language = language.take()
    if enclosures.isEmpty { swap(&item.attachments, &media) } else { swap(&item.attachments, &enclosures) }
    if let duration, !item.attachments.isEmpty, item.attachments[0].durationInSeconds == nil {
      item.attachments[0].durationInSeconds = duration
    }
    if let id = id.take() {
      item.id = id
    } else {
      item.hasOwnID = false
      // Not with `??`, whose right side would copy the whole item.
      if let address {
        item.id = address
      } else {
        item.id = ContentHash.itemID(title: item.title, content: text?.text.text, date: item.date?.rfc3339)
      }
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
