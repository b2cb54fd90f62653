import MarkupDocument
import URIs
import WeftModel
import WeftSources

/// Statements about the feed.
extension FeedReader {
  mutating func feedStatement(
    _ code: FeedElementCode, _ attributes: borrowing SAXAttributes
  ) -> (SAXContent, FeedScope) {
    switch code.element {
    case .title, .summary, .description:
      reading = textReading(code, attributes)
      return (reading.content, .text)
    case .link:
      guard let href = attributes["href"] ?? attributes["url"] else { return (.text, .text) }
      feedLink(href, attributes)
      return (.nothing, .text)
    case .language: return (.text, .text)
    case .image, .icon:
      let isIcon = code.element == .icon
      return isIcon ? (.text, .text) : image(code, attributes)
    case .author, .editor:
      beginPerson()
      return (.mixed, .person)
    case .complete:
      feed.history = .complete
      return (.nothing, .text)
    case .archive:
      feed.history = .archive
      return (.nothing, .text)
    default: return (.nothing, .text)
    }
  }

  mutating func endFeedStatement(_ code: FeedElementCode, _ text: borrowing SAXText) {
    let isOwn = code.namespace == .core || code.namespace == .atom
    switch code.element {
    case .title:
      let title = TextConstruct(text, reading: reading)?.plain
      feed.title.offer(title.flatMap { $0.isEmpty ? nil : $0 }, rank: isOwn ? 2 : 1)
    case .summary, .description:
      feed.description.offer(TextConstruct(text, reading: reading)?.summary, rank: isOwn ? 2 : 1)
    case .link:
      let address = text.string.map { resolve($0) }
      feed.homePage.offer(address, rank: 3)
    case .language: feed.language.offer(text.string, rank: isOwn ? 3 : 1)
    case .icon: feed.icon = text.string.map { resolve($0) }
    case .image: takeImage(text.string)
    default: break
    }
  }

  private mutating func feedLink(_ href: String, _ attributes: borrowing SAXAttributes) {
    let address = resolve(href)
    let type = attributes["type"]?.lowercased()
    switch FeedLinks.relation(attributes["rel"]) {
    case "alternate":
      let isPage = type == nil || type == "text/html" || type == "application/xhtml+xml"
      feed.homePage.offer(address, rank: isPage ? 2 : 1)
    case "self":
      if feed.feedURL == nil { feed.feedURL = address }
    case let relation where FeedLinks.isPaging(relation):
      feed.links.append(RelatedLink(relation: relation, url: address))
    default: break
    }
  }
}
