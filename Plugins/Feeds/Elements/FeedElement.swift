/// The elements of all vocabularies that mean something to an item or its feed; each name is one kind of statement,
/// whatever format it comes from.
enum FeedElement: UInt16 {
  case unknown = 0
  // What holds the rest.
  case root, channel, item
  // Statements about an item or a feed.
  case title, link, id, summary, description, content, published, issued, updated, created, category, keywords, language
  case enclosure, image, icon, source, textInput
  // People.
  case author, contributor, editor, name, address, mailbox
  // Parts of an image.
  case url
  // Media RSS and podcasts.
  case mediaGroup, mediaContent, thumbnail, duration, mediaSummary, mediaTitle, player
  // RFC 5005.
  case complete, archive

  /// The element of a name.
  init(_ name: String, in namespace: FeedNamespace) {
    let table: [String: FeedElement] =
      switch namespace {
      case .core, .atom: FeedElement.core
      case .content: FeedElement.contentModule
      case .dublinCore: FeedElement.dublinCore
      case .dublinCoreTerms: FeedElement.dublinCoreTerms
      case .media: FeedElement.media
      case .itunes: FeedElement.itunes
      case .history: FeedElement.history
      case .xhtml: FeedElement.xhtml
      case .rdf: FeedElement.rdf
      case .other: [:]
      }
    self = table[name.lowercased()] ?? .unknown
  }

  private static let core: [String: FeedElement] = [
    "rss": .root, "rdf": .root, "feed": .channel, "channel": .channel, "item": .item, "entry": .item,
    "title": .title, "link": .link, "guid": .id, "id": .id, "description": .description, "abstract": .description,
    "summary": .summary, "subtitle": .summary, "tagline": .summary, "content": .content, "body": .content,
    "fullitem": .content, "pubdate": .published, "published": .published, "issued": .issued,
    "updated": .updated, "modified": .updated, "lastbuilddate": .updated, "created": .created,
    "category": .category, "keywords": .category, "language": .language, "enclosure": .enclosure, "image": .image,
    "logo": .image, "icon": .icon, "source": .source, "textinput": .textInput, "author": .author,
    "contributor": .contributor, "managingeditor": .editor, "name": .name, "uri": .address, "homepage": .address,
    "url": .url, "email": .mailbox, "duration": .duration,
  ]
  private static let contentModule: [String: FeedElement] = ["encoded": .content]
  private static let dublinCore: [String: FeedElement] = [
    "title": .title, "creator": .author, "author": .author, "contributor": .contributor, "date": .updated,
    "description": .description, "subject": .category, "language": .language, "identifier": .id,
  ]
  private static let dublinCoreTerms: [String: FeedElement] = [
    "title": .title, "creator": .author, "issued": .issued, "created": .created, "modified": .updated,
    "abstract": .description, "subject": .category, "language": .language, "date": .updated,
  ]
  private static let media: [String: FeedElement] = [
    "group": .mediaGroup, "content": .mediaContent, "thumbnail": .thumbnail, "title": .mediaTitle,
    "description": .mediaSummary, "keywords": .keywords, "category": .category,
  ]
  private static let itunes: [String: FeedElement] = [
    "title": .title, "author": .author, "summary": .summary, "subtitle": .mediaSummary, "image": .image,
    "duration": .duration, "keywords": .keywords, "category": .category,
  ]
  private static let history: [String: FeedElement] = ["complete": .complete, "archive": .archive]
  private static let xhtml: [String: FeedElement] = ["body": .content, "div": .content]
  private static let rdf: [String: FeedElement] = ["rdf": .root]
}

/// An element with its vocabulary, as one number for the parser.
struct FeedElementCode {
  let element: FeedElement
  let namespace: FeedNamespace

  init(element: FeedElement, namespace: FeedNamespace) {
    self.element = element
    self.namespace = namespace
  }

  init(_ rawValue: UInt16) {
    element = FeedElement(rawValue: rawValue & 0xFF) ?? .unknown
    namespace = FeedNamespace(rawValue: rawValue >> 8) ?? .other
  }

  var rawValue: UInt16 { namespace.rawValue << 8 | element.rawValue }
}
