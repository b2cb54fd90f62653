import MarkupDocument
import URIs
import WeftModel
import WeftSources

/// Statements about an item.
extension FeedReader {
  mutating func entryStatement(
    _ code: FeedElementCode, _ attributes: borrowing SAXAttributes, scope: FeedScope
  ) -> (SAXContent, FeedScope) {
    switch code.element {
    case .title, .mediaTitle, .summary, .description, .mediaSummary, .content:
      reading = textReading(code, attributes)
      return (reading.content, .text)
    case .link:
      guard let href = attributes["href"] ?? attributes["url"] else { return (.text, .text) }
      entryLink(href, attributes)
      return (.nothing, .text)
    case .id:
      if code.namespace == .core {
        entry.idIsLink = attributes.is("true", ignoringCase: "isPermaLink") ?? true
      }
      return (.text, .text)
    case .published, .issued, .updated, .created, .keywords, .language, .duration: return (.text, .text)
    case .category: return category(code, attributes, scope: scope)
    case .enclosure:
      if let url = attributes["url"] ?? attributes["href"], !url.isEmpty {
        let file = attachment(url, attributes, size: attributes["length"])
        entry.enclosures.append(file)
      }
      return (.nothing, .text)
    case .image, .icon: return image(code, attributes)
    case .author:
      beginPerson()
      return (.mixed, .person)
    case .mediaGroup: return (.children, .media)
    case .mediaContent:
      mediaContent(attributes)
      return (.children, .media)
    case .thumbnail:
      if let url = attributes["url"], !url.isEmpty {
        let address = resolve(url)
        entry.offer(image: address, rank: 2)
      }
      return (.nothing, .text)
    default: return (.nothing, .text)
    }
  }

  mutating func endEntryStatement(_ code: FeedElementCode, _ text: borrowing SAXText) {
    let isOwn = code.namespace == .core || code.namespace == .atom
    switch code.element {
    case .title, .mediaTitle:
      guard let title = TextConstruct.line(text, reading: reading) else { break }
      entry.offer(title: title, rank: isOwn ? 3 : code.element == .title ? 2 : 1)
    case .summary:
      let summary = based(text)
      entry.summary.offer(summary, rank: isOwn ? 4 : 2)
    case .description:
      let description = based(text)
      entry.description.offer(description, rank: isOwn ? 2 : 1)
      entry.summary.offer(description, rank: 3)
    case .mediaSummary:
      let summary = based(text)
      entry.summary.offer(summary, rank: 1)
    case .content:
      let content = based(text)
      entry.content.offer(content, rank: isOwn ? 2 : 3)
    case .link:
      if let address = text.string { entry.offer(url: resolve(address), rank: 3) }
    case .id:
      // Atom's ids are absolute; a relative one is meant against `xml:base`, where that is stated.
      guard let id = text.string else { break }
      entry.offer(id: isAtom && statedBase != nil ? resolve(id) : id, rank: isOwn ? 3 : 1)
    case .published, .issued, .created:
      let rank: Int8 = code.element == .created ? 1 : !isOwn ? 2 : code.element == .issued ? 3 : 4
      if let date = date(text) { entry.offer(published: date, rank: rank) }
    case .updated:
      if let date = date(text) { entry.offer(updated: date, rank: isOwn ? 3 : 2) }
    case .category:
      let form = lineForm(code)
      if let tag = text.string ?? categoryLabel { entry.addTag(tag, form) }
    case .keywords:
      let form = lineForm(code)
      for tag in (text.string ?? "").split(separator: ",") { entry.addTag(String(tag), form) }
    case .language:
      if let language = text.string { entry.language = language }
    case .duration: entry.duration = FeedDate.duration(text.string)
    case .image, .icon: takeImage(text.string)
    default: break
    }
  }

  private func based(_ text: borrowing SAXText) -> EntryDraft.BasedText? {
    TextConstruct(text, reading: reading).map { EntryDraft.BasedText(text: $0, base: statedBase) }
  }

  /// A link with its relation (RFC 4287 section 4.2.7).
  private mutating func entryLink(_ href: String, _ attributes: borrowing SAXAttributes) {
    let type = attributes["type"]?.lowercased()
    let address = resolve(href)
    switch FeedLinks.relation(attributes["rel"]) {
    case "alternate":
      let isPage = type == nil || type == "text/html" || type == "application/xhtml+xml"
      entry.offer(url: address, rank: isPage ? 2 : 1)
    case "enclosure":
      let file = attachment(href, attributes, size: attributes["length"])
      entry.enclosures.append(file)
    case "related":
      if entry.externalURL == nil { entry.externalURL = address }
    default: break
    }
  }

  private mutating func mediaContent(_ attributes: borrowing SAXAttributes) {
    guard let url = attributes["url"], !url.isEmpty else { return }
    var file = attachment(url, attributes, size: attributes["fileSize"])
    file.durationInSeconds = FeedDate.duration(attributes["duration"])
    entry.media.append(file)
    if attributes["medium"] == "image" || file.mimeType?.hasPrefix("image/") == true {
      entry.offer(image: file.url, rank: 1)
    }
  }

  private func attachment(
    _ url: String, _ attributes: borrowing SAXAttributes, size: String?
  ) -> Attachment {
    // A length of 0 stands for "not known".
    let bytes = size.flatMap { Int64($0.filter { !$0.isWhitespace }) }.flatMap { $0 > 0 ? $0 : nil }
    let type = attributes["type"].flatMap { $0.isEmpty ? nil : $0 }
    return Attachment(url: resolve(url), mimeType: type, title: attributes["title"], sizeInBytes: bytes)
  }
}
