import WeftKit

/// JSON text of items, as JSON Feed 1.1 names their members, in its order.
enum ItemJSON {
  /// Appends the item as an object on one line.
  ///
  /// - Parameter entry: where the item came from, written as `_weft`; `nil` leaves that out.
  static func append(_ item: Item, entry: FeedEntry? = nil, to bytes: inout [UInt8]) {
    var object = JSONObject(&bytes)
    object.member("id", item.id, &bytes)
    object.member("url", item.url, &bytes)
    object.member("external_url", item.externalURL, &bytes)
    object.member("title", item.title, &bytes)
    object.member("content_html", item.contentHTML, &bytes)
    // JSON Feed demands one of the two contents; an item that has none says so with an empty text.
    object.member("content_text", item.contentText ?? (item.contentHTML == nil ? "" : nil), &bytes)
    object.member("summary", item.summary, &bytes)
    object.member("image", item.image, &bytes)
    object.member("date_published", item.datePublished?.rfc3339, &bytes)
    object.member("date_modified", item.dateModified?.rfc3339, &bytes)
    appendAuthors(item.authors, to: &object, &bytes)
    if !item.tags.isEmpty { object.member("tags", json: list(item.tags), &bytes) }
    object.member("language", item.language, &bytes)
    appendAttachments(item.attachments, to: &object, &bytes)
    if let entry { appendOrigin(entry, to: &object, &bytes) }
    object.end(&bytes)
  }

  /// Appends `authors`, where there are some.
  static func appendAuthors(_ authors: [Author], to object: inout JSONObject, _ bytes: inout [UInt8]) {
    guard !authors.isEmpty else { return }
    object.name("authors", &bytes)
    appendList(authors, &bytes) { author, bytes in
      var member = JSONObject(&bytes)
      member.member("name", author.name, &bytes)
      member.member("url", author.url, &bytes)
      member.member("avatar", author.avatar, &bytes)
      member.end(&bytes)
    }
  }

  private static func appendAttachments(
    _ attachments: [Attachment], to object: inout JSONObject, _ bytes: inout [UInt8]
  ) {
    guard !attachments.isEmpty else { return }
    object.name("attachments", &bytes)
    appendList(attachments, &bytes) { attachment, bytes in
      var member = JSONObject(&bytes)
      member.member("url", attachment.url, &bytes)
      // `mime_type` is required; this is what says nothing (RFC 2046 section 4.5.1).
      member.member("mime_type", attachment.mimeType ?? "application/octet-stream", &bytes)
      member.member("title", attachment.title, &bytes)
      member.member("size_in_bytes", json: attachment.sizeInBytes.map(String.init), &bytes)
      member.member("duration_in_seconds", json: attachment.durationInSeconds.flatMap(number), &bytes)
      member.end(&bytes)
    }
  }

  private static func appendOrigin(_ entry: FeedEntry, to object: inout JSONObject, _ bytes: inout [UInt8]) {
    object.name("_weft", &bytes)
    var member = JSONObject(&bytes)
    member.member("source", entry.source, &bytes)
    member.member("position", json: String(entry.position), &bytes)
    member.member("page", json: String(entry.page), &bytes)
    member.member("index", json: String(entry.index), &bytes)
    member.member("late", json: entry.isLate ? "true" : "false", &bytes)
    if !entry.also.isEmpty { member.member("also", json: list(entry.also), &bytes) }
    member.end(&bytes)
  }

  private static func appendList<Element>(
    _ elements: [Element], _ bytes: inout [UInt8], _ append: (Element, inout [UInt8]) -> Void
  ) {
    bytes.append(0x5B)
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(0x2C) }
      append(element, &bytes)
    }
    bytes.append(0x5D)
  }

  /// A list of strings as JSON text.
  static func list(_ texts: [String]) -> String { "[" + texts.map(JSONText.quoted).joined(separator: ",") + "]" }

  /// The number as JSON text, whole numbers without a point; `nil` for what JSON has no number for.
  static func number(_ value: Double) -> String? {
    guard value.isFinite else { return nil }
    return Int64(exactly: value).map(String.init) ?? "\(value)"
  }
}

/// An object that is being written: it knows whether a comma is due.
struct JSONObject {
  private var isEmpty = true

  /// Begins the object.
  init(_ bytes: inout [UInt8]) { bytes.append(0x7B) }

  /// Writes the name; the value follows.
  mutating func name(_ name: StaticString, _ bytes: inout [UInt8]) {
    if !isEmpty { bytes.append(0x2C) }
    isEmpty = false
    bytes.append(0x22)
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: [0x22, 0x3A])
  }

  /// Writes a string, unless it is `nil`.
  mutating func member(_ name: StaticString, _ text: String?, _ bytes: inout [UInt8]) {
    guard let text else { return }
    self.name(name, &bytes)
    JSONText.appendQuoted(text, to: &bytes)
  }

  /// Writes JSON text, unless it is `nil`.
  mutating func member(_ name: StaticString, json: String?, _ bytes: inout [UInt8]) {
    guard let json else { return }
    self.name(name, &bytes)
    bytes.append(contentsOf: json.utf8)
  }

  /// Ends the object.
  func end(_ bytes: inout [UInt8]) { bytes.append(0x7D) }
}
