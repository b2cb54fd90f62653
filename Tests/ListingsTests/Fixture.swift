import Foundation
import WeftModel

@testable import Listings

/// Whole pages of our own, named for what is odd about them.
enum Fixture {
  static func response(_ name: String, url: String, type: String? = "text/html; charset=utf-8") throws -> Response {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures")
    let body = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
    return response(body, url: url, type: type)
  }

  static func response(
    _ body: [UInt8], url: String = "https://h.example/list/", type: String? = "text/html"
  ) -> Response {
    var headers = HeaderFields()
    if let type { headers["Content-Type"] = type }
    return Response(headers: headers, body: body, url: url, receivedAt: Timestamp(seconds: 1_750_000_000))
  }

  static func settings(_ items: String?, _ fields: [(FieldName, String)] = []) -> SourceSettings {
    var settings = SourceSettings(name: "s", url: "https://h.example/list/", kind: "html")
    settings.items = items
    settings.fields.values = fields.map { .init(name: $0.0, value: .selector($0.1)) }
    return settings
  }

  /// Decodes text as a page with the given items and fields.
  static func page(
    _ html: String, _ items: String, _ fields: [(FieldName, String)], form: ListingForm = .html
  ) throws -> DecodedPage {
    try ListingDecoder(settings(items, fields), form: form)
      .decode(response(Array(html.utf8), type: form == .html ? "text/html" : "application/xml"))
  }
}
