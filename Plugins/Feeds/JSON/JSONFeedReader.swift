import Dates
import JSONDocument
import URIs
import WeftModel
import WeftSources

/// Reads JSON Feed 1.0 and 1.1.
struct JSONFeedReader {
  let page: String
  let zone: ZoneTable?
  private let base: BaseURI
  var zonelessDates = 0

  init(page: String, zone: ZoneTable?) {
    self.page = page
    self.zone = zone
    base = BaseURI(page)
  }

  /// The object is a JSON Feed: its version says so, or it has a feed's title and list of items.
  static func isFeed(_ root: JSONNode) -> Bool {
    guard root.kind == .object else { return false }
    if let version = root["version"]?.text { return version.contains("jsonfeed.org") }
    return false
  }

  mutating func items(_ root: JSONNode) -> [Item] {
    let inherited = authors(root)
    return (root["items"]?.elements ?? []).filter { $0.kind == .object }.map { item($0, feedAuthors: inherited) }
  }

  private mutating func item(_ node: JSONNode, feedAuthors: [Author]) -> Item {
    var item = Item(id: "")
    item.url = address(node["url"])
    item.externalURL = address(node["external_url"])
    item.title = JSONFeedReader.text(node["title"]).map { HTMLText.plain($0) }.flatMap { $0.isEmpty ? nil : $0 }
    let own = item.url ?? page
    item.contentHTML = JSONFeedReader.text(node["content_html"]).map { HTMLText.withAbsoluteURLs($0, base: own) }
    item.contentText = JSONFeedReader.text(node["content_text"])
    item.summary = JSONFeedReader.text(node["summary"])
    item.image = address(node["image"]) ?? address(node["banner_image"])
    item.datePublished = date(node["date_published"])
    item.dateModified = date(node["date_modified"])
    item.authors = authors(node)
    if item.authors.isEmpty { item.authors = feedAuthors }
    item.tags = tags(node["tags"])
    item.language = JSONFeedReader.text(node["language"])
    item.attachments = (node["attachments"]?.elements ?? []).compactMap(attachment)
    // A late item of another Weft stands out of order for a reason that is over: it says nothing about what follows.
    item.isPinned = node["_weft"]?["late"]?.isTrue ?? false
    if let id = JSONFeedReader.text(node["id"]) {
      item.id = id
    } else {
      item.hasOwnID = false
      item.id =
        item.url ?? item.externalURL
        ?? ContentHash.itemID(
          title: item.title, content: item.contentHTML ?? item.contentText,
          date: JSONFeedReader.text(node["date_published"]) ?? JSONFeedReader.text(node["date_modified"]))
    }
    return item
  }

  /// A list of words; some feeds write them in one string.
  private func tags(_ node: JSONNode?) -> [String] {
    guard let node else { return [] }
    let words =
      node.kind == .string
      ? (node.text ?? "").split(separator: ",").map(String.init)
      : node.elements.compactMap { JSONFeedReader.text($0) }
    var tags: [String] = []
    for word in words.map({ HTMLText.collapsed($0) }) where !word.isEmpty && !tags.contains(word) { tags.append(word) }
    return tags
  }

  func information(_ root: JSONNode) -> FeedInformation {
    var information = FeedInformation()
    information.title = JSONFeedReader.text(root["title"]).map { HTMLText.plain($0) }
    information.homePageURL = address(root["home_page_url"])
    information.feedURL = address(root["feed_url"])
    information.description = JSONFeedReader.text(root["description"])
    information.icon = address(root["icon"])
    information.favicon = address(root["favicon"])
    information.language = JSONFeedReader.text(root["language"])
    information.authors = authors(root)
    return information
  }

  /// The sources that another Weft left out of the page.
  func degraded(_ root: JSONNode) -> [String] {
    (root["_weft"]?["degraded"]?.elements ?? []).compactMap { JSONFeedReader.text($0) }
  }

  func links(_ root: JSONNode) -> [RelatedLink] {
    address(root["next_url"]).map { [RelatedLink(relation: "next", url: $0)] } ?? []
  }

  /// `authors` of version 1.1, else `author` of version 1.0.
  private func authors(_ node: JSONNode) -> [Author] {
    let list = node["authors"]?.elements ?? []
    return (list.isEmpty ? [node["author"]].compactMap { $0 } : list).compactMap { author in
      if author.kind == .string { return JSONFeedReader.text(author).map { Author(name: $0) } }
      let value = Author(
        name: JSONFeedReader.text(author["name"]), url: address(author["url"]), avatar: address(author["avatar"]))
      return value == Author() ? nil : value
    }
  }

  private func attachment(_ node: JSONNode) -> Attachment? {
    guard let url = address(node["url"]) else { return nil }
    let size = JSONFeedReader.text(node["size_in_bytes"])
    return Attachment(
      url: url, mimeType: JSONFeedReader.text(node["mime_type"]), title: JSONFeedReader.text(node["title"]),
      sizeInBytes: size.flatMap { Int64($0) ?? Double($0).flatMap { Int64(exactly: $0.rounded()) } },
      durationInSeconds: JSONFeedReader.text(node["duration_in_seconds"]).flatMap { FeedDate.duration($0) })
  }

  private mutating func date(_ node: JSONNode?) -> Timestamp? {
    guard let text = JSONFeedReader.text(node), let date = FeedDate.parse(text.utf8Span.span, zone: zone) else {
      return nil
    }
    if !date.hasZone { zonelessDates += 1 }
    return date.instant
  }

  private func address(_ node: JSONNode?) -> String? { JSONFeedReader.text(node).map { base.resolve($0) } }

  /// A string or the digits of a number; `nil` for nothing but white space.
  private static func text(_ node: JSONNode?) -> String? {
    guard let node, node.kind == .string || node.kind == .number, let text = node.text else { return nil }
    let isBlank = text.utf8.allSatisfy { $0 <= 0x20 }
    return isBlank ? nil : text
  }
}

extension JSONNode {
  fileprivate var isTrue: Bool { kind == .boolean && text == "true" }
}
