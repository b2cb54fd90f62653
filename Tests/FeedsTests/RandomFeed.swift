import TestSupport
import WeftModel

/// Random items and the documents that hold them.
enum RandomFeed {
  private static let words = [
    "tea", "R&D", "<T>", "naïve", "日本", "\"quoted\"", "it's", "5 < 6", "&amp;", "😀", "]]>", "&copy=2", "a;b", "--",
  ]

  private static func text(_ count: ClosedRange<Int>, using random: inout SplitMix64) -> String {
    (0..<Int.random(in: count, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
      .joined(separator: " ")
  }

  static func item(index: Int, using random: inout SplitMix64) -> Item {
    var item = Item(id: "id-\(index)-\(text(1...2, using: &random))")
    item.url = Bool.random(using: &random) ? "https://example.org/\(index)?a=1&b=\(index)" : nil
    item.title = Bool.random(using: &random) ? text(1...5, using: &random) : nil
    if Int.random(in: 0..<4, using: &random) > 0 {
      item.contentHTML = "<p>" + escaped(text(0...60, using: &random)) + " <a href=\"https://example.org/\">x</a></p>"
      if Bool.random(using: &random) { item.summary = text(1...4, using: &random) }
    }
    if Bool.random(using: &random) {
      item.datePublished = Timestamp(seconds: Int64.random(in: 0...2_000_000_000, using: &random))
    }
    if Bool.random(using: &random) {
      item.dateModified = Timestamp(milliseconds: Int64.random(in: 0...2_000_000_000_000, using: &random))
    }
    item.authors = (0..<Int.random(in: 0...2, using: &random)).map { Author(name: "Author \($0) & Co") }
    item.tags = Bool.random(using: &random) ? ["one & two", "drei"] : []
    if Bool.random(using: &random) {
      item.attachments = [
        Attachment(url: "https://example.org/f?x=1&y=2", mimeType: "audio/mpeg", sizeInBytes: Int64(index) + 1)
      ]
    }
    return item
  }

  /// The item as every reader must give it: where there is one text only, it is the summary as well.
  static func asRead(_ item: Item) -> Item {
    var item = item
    if item.summary == nil { item.summary = item.contentHTML }
    return item
  }

  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }

  private static func element(_ name: String, _ text: String?) -> String {
    text.map { "<\(name)>\(escaped($0))</\(name)>\n" } ?? ""
  }

  /// A CDATA section; its end inside is split over two.
  private static func section(_ name: String, _ text: String?) -> String {
    text.map { "<\(name)><![CDATA[\($0.replacing("]]>", with: "]]]]><![CDATA[>"))]]></\(name)>" } ?? ""
  }

  static func rss(_ items: [Item]) -> String {
    var feed = """
      <?xml version="1.0" encoding="utf-8"?>
      <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
        xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"><channel><title>T</title>

      """
    for item in items {
      feed += "<item>" + "<guid isPermaLink=\"false\">\(escaped(item.id))</guid>" + element("link", item.url)
      // A title is HTML in RSS: escaped twice.
      feed += element("title", item.title.map(escaped)) + section("content:encoded", item.contentHTML)
      feed += element("description", item.summary.map(escaped))
      feed += element("dcterms:issued", item.datePublished?.rfc3339)
      feed += element("dcterms:modified", item.dateModified?.rfc3339)
      for author in item.authors { feed += element("dc:creator", author.name.map(escaped)) }
      for tag in item.tags { feed += element("category", escaped(tag)) }
      for file in item.attachments {
        feed += "<enclosure url=\"\(escaped(file.url))\" type=\"audio/mpeg\" length=\"\(file.sizeInBytes ?? 0)\"/>"
      }
      feed += "</item>\n"
    }
    return feed + "</channel></rss>\n"
  }

  static func atom(_ items: [Item]) -> String {
    var feed = "<?xml version='1.0'?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>T</title>\n"
    for item in items {
      feed += "<entry>" + element("id", item.id) + element("title", item.title)
      feed += item.url.map { "<link href=\"\(escaped($0))\"/>" } ?? ""
      feed += item.contentHTML.map { "<content type=\"html\">\(escaped($0))</content>" } ?? ""
      feed += element("summary", item.summary) + element("published", item.datePublished?.rfc3339)
      feed += element("updated", item.dateModified?.rfc3339)
      for author in item.authors { feed += "<author>" + element("name", author.name) + "</author>" }
      for tag in item.tags { feed += "<category term=\"\(escaped(tag))\"/>" }
      for file in item.attachments {
        feed +=
          "<link rel=\"enclosure\" href=\"\(escaped(file.url))\" type=\"audio/mpeg\" length=\"\(file.sizeInBytes ?? 0)\"/>"
      }
      feed += "</entry>\n"
    }
    return feed + "</feed>\n"
  }

  static func json(_ items: [Item]) -> String {
    let objects = items.map { item in
      var members = ["\"id\":" + JSONText.quoted(item.id)]
      func add(_ name: String, _ value: String?) {
        if let value { members.append("\"\(name)\":" + JSONText.quoted(value)) }
      }
      add("url", item.url)
      add("title", item.title.map(escaped))
      add("content_html", item.contentHTML)
      add("summary", item.summary)
      add("date_published", item.datePublished?.rfc3339)
      add("date_modified", item.dateModified?.rfc3339)
      let authors = item.authors.map { "{\"name\":" + JSONText.quoted($0.name ?? "") + "}" }
      members.append("\"authors\":[" + authors.joined(separator: ",") + "]")
      members.append("\"tags\":[" + item.tags.map(JSONText.quoted).joined(separator: ",") + "]")
      let files = item.attachments.map {
        "{\"url\":\(JSONText.quoted($0.url)),\"mime_type\":\"audio/mpeg\",\"size_in_bytes\":\($0.sizeInBytes ?? 0)}"
      }
      members.append("\"attachments\":[" + files.joined(separator: ",") + "]")
      return "{" + members.joined(separator: ",") + "}"
    }
    return
      "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"T\",\"items\":[\(objects.joined(separator: ","))]}"
  }
}
