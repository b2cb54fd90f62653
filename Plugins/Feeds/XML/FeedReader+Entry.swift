import MarkupDocument
import URIs
import WeftModel
import WeftSources

/// Statements about an item.
extension FeedReader {
  func entryStatement(
    _ code: FeedElementCode, _ attributes: borrowing SAXAttributes, scope: Scope
  ) -> (SAXContent, Scope) {
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
        entry?.idIsLink = attributes.value(ignoringCase: "isPermaLink").map { $0.lowercased() == "true" } ?? true
      }
      return (.text, .text)
    case .published, .issued, .updated, .created, .keywords, .language, .duration: return (.text, .text)
    case .category: return category(code, attributes, scope: scope) { entry?.addTag($0, lineForm(code)) }
    case .enclosure:
      if let url = attributes["url"] ?? attributes["href"], !url.isEmpty {
        entry?.enclosures.append(attachment(url, attributes, size: attributes["length"]))
      }
      return (.nothing, .text)
    case .image, .icon: return image(code, attributes) { entry?.image.offer($0, rank: 3) }
    case .author:
      beginPerson()
      return (.mixed, .person)
    case .mediaGroup: return (.children, .media)
    case .mediaContent:
      mediaContent(attributes)
      return (.children, .media)
    case .thumbnail:
      if let url = attributes["url"], !url.isEmpty { entry?.image.offer(base.resolve(url), rank: 2) }
      return (.nothing, .text)
    default: return (.nothing, .text)
    }
  }

  func endEntryStatement(_ code: FeedElementCode, _ text: borrowing SAXText) {
    let isOwn = code.namespace == .core || code.namespace == .atom
    switch code.element {
    case .title, .mediaTitle:
      let title = TextConstruct(text, reading: reading)?.plain
      entry?.title.offer(title.flatMap { $0.isEmpty ? nil : $0 }, rank: isOwn ? 3 : code.element == .title ? 2 : 1)
    case .summary: entry?.summary.offer(based(text), rank: isOwn ? 4 : 2)
    case .description:
      let description = based(text)
      entry?.description.offer(description, rank: isOwn ? 2 : 1)
      entry?.summary.offer(description, rank: 3)
    case .mediaSummary: entry?.summary.offer(based(text), rank: 1)
    case .content:
      entry?.content.offer(based(text), rank: isOwn ? 2 : 3)
    case .link:
      if let url = text.string { entry?.url.offer(base.resolve(url), rank: 3) }
    case .id:
      // Atom's ids are absolute; a relative one is meant against `xml:base`, where that is stated.
      let id = text.string.map { statedBase == nil || !isAtom ? $0 : base.resolve($0) }
      entry?.id.offer(id, rank: isOwn ? 3 : 1)
    case .published: entry?.published.offer(date(text), rank: isOwn ? 4 : 2)
    case .issued: entry?.published.offer(date(text), rank: 3)
    case .created: entry?.published.offer(date(text), rank: 1)
    case .updated: entry?.updated.offer(date(text), rank: isOwn ? 3 : 2)
    case .category:
      if let tag = text.string ?? categoryLabel { entry?.addTag(tag, lineForm(code)) }
    case .keywords:
      for tag in (text.string ?? "").split(separator: ",") { entry?.addTag(String(tag), lineForm(code)) }
    case .language: entry?.language = text.string ?? entry?.language
    case .duration: entry?.duration = FeedDate.duration(text.string)
    case .image, .icon: endImage(text.string)
    default: break
    }
  }

  private func based(_ text: borrowing SAXText) -> EntryDraft.BasedText? {
    TextConstruct(text, reading: reading).map { EntryDraft.BasedText(text: $0, base: statedBase) }
  }

  /// A link with its relation (RFC 4287 section 4.2.7).
  private func entryLink(_ href: String, _ attributes: borrowing SAXAttributes) {
    let type = attributes["type"]?.lowercased()
    switch FeedLinks.relation(attributes["rel"]) {
    case "alternate":
      let isPage = type == nil || type == "text/html" || type == "application/xhtml+xml"
      entry?.url.offer(base.resolve(href), rank: isPage ? 2 : 1)
    case "enclosure":
      entry?.enclosures.append(attachment(href, attributes, size: attributes["length"]))
    case "related" where entry?.externalURL == nil: entry?.externalURL = base.resolve(href)
    default: break
    }
  }

  private func mediaContent(_ attributes: borrowing SAXAttributes) {
    guard let url = attributes["url"], !url.isEmpty else { return }
    var file = attachment(url, attributes, size: attributes["fileSize"])
    file.durationInSeconds = FeedDate.duration(attributes["duration"])
    entry?.media.append(file)
    if attributes["medium"] == "image" || file.mimeType?.hasPrefix("image/") == true {
      entry?.image.offer(file.url, rank: 1)
    }
  }

  private func attachment(
    _ url: String, _ attributes: borrowing SAXAttributes, size: String?
  ) -> Attachment {
    // A length of 0 stands for "not known".
    let bytes = size.flatMap { Int64($0.filter { !$0.isWhitespace }) }.flatMap { $0 > 0 ? $0 : nil }
    let type = attributes["type"].flatMap { $0.isEmpty ? nil : $0 }
    return Attachment(url: base.resolve(url), mimeType: type, title: attributes["title"], sizeInBytes: bytes)
  }
}
