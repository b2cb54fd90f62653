import Foundation
import JSONPages
import WeftModel

/// Pages as text, to be compared whole.
enum PageText {
  static let received = Timestamp(seconds: 1_750_000_000)

  /// The page that the decoder of these settings makes of a body.
  static func decode(
    _ body: [UInt8], _ settings: SourceSettings, contentType: String = "application/json",
    url: String = "https://api.example.org/v1/list?page=1"
  ) throws -> DecodedPage {
    try JSONKind().makeDecoder(settings).decode(
      Response(headers: ["Content-Type": contentType], body: body, url: url, receivedAt: received))
  }

  static func fixture(_ name: String) throws -> [UInt8] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
    return [UInt8](try Data(contentsOf: folder.appending(path: name)))
  }

  static func describe(_ page: DecodedPage) -> String {
    var text = page.items.map { describe($0) + "\n" }.joined()
    text += "received: \(page.receivedCount)\n"
    for key in PageKey.allCases {
      if let value = page.selected[key] { text += "\(key.rawValue): \(value.kind) \(value.text)\n" }
    }
    return text + page.warnings.map { "warning \($0.code): \($0.text)\n" }.joined()
  }

  static func describe(_ item: Item) -> String {
    let fields: [(String, String?)] = [
      ("id", item.id + (item.hasOwnID ? "" : " (made)")), ("url", item.url), ("external_url", item.externalURL),
      ("title", item.title), ("content_html", item.contentHTML), ("content_text", item.contentText),
      ("summary", item.summary), ("image", item.image), ("date_published", item.datePublished?.rfc3339),
      ("date_modified", item.dateModified?.rfc3339),
      ("authors", item.authors.isEmpty ? nil : item.authors.map { $0.name ?? "?" }.joined(separator: ", ")),
      ("tags", item.tags.isEmpty ? nil : item.tags.joined(separator: ", ")), ("language", item.language),
    ]
    return fields.compactMap { name, value in value.map { "\(name): \($0)\n" } }.joined()
  }
}

extension SourceSettings {
  /// Settings of kind json with plain selectors.
  static func json(
    _ items: String?, _ fields: [(FieldName, String)], authors: String? = nil,
    paging: PagingSettings = PagingSettings(),
    failWhen: String? = nil
  ) -> SourceSettings {
    var settings = SourceSettings(name: "api", url: "https://api.example.org/v1/list?page={page}", kind: "json")
    settings.items = items
    settings.fields.values = fields.map { FieldSettings.Entry(name: $0.0, value: .selector($0.1)) }
    settings.fields.authorNames = authors.map { .selector($0) }
    settings.paging = paging
    settings.request.failWhen = failWhen
    return settings
  }
}
