import WeftKit

/// A decoded document as a JSON Feed 1.1 document; what it says of its neighbours stands in `next_url` and `_weft`.
enum PageJSON {
  /// Writes the document; its items are written as they are made, because together they are twice the page.
  static func write(_ page: DecodedPage, to output: inout FileWriter) throws {
    var bytes: [UInt8] = []
    var object = JSONObject(&bytes)
    object.member("version", "https://jsonfeed.org/version/1.1", &bytes)
    // Required, unlike everything else about the feed.
    object.member("title", page.feed.title ?? "", &bytes)
    object.member("home_page_url", page.feed.homePageURL, &bytes)
    object.member("feed_url", page.feed.feedURL, &bytes)
    object.member("description", page.feed.description, &bytes)
    object.member("icon", page.feed.icon, &bytes)
    object.member("favicon", page.feed.favicon, &bytes)
    object.member("language", page.feed.language, &bytes)
    ItemJSON.appendAuthors(page.feed.authors, to: &object, &bytes)
    object.member("next_url", page.links.first { $0.relation == "next" }?.url, &bytes)
    object.name("items", &bytes)
    bytes.append(0x5B)
    for (index, item) in page.items.enumerated() {
      bytes.append(contentsOf: (index == 0 ? "\n" : ",\n").utf8)
      ItemJSON.append(item, to: &bytes)
      try output.write(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
    bytes.append(contentsOf: (page.items.isEmpty ? "]" : "\n]").utf8)
    appendHints(page, to: &object, &bytes)
    object.end(&bytes)
    bytes.append(0x0A)
    try output.write(bytes)
  }

  /// How many items were received, the links for paging, what the page selectors found, warnings.
  private static func appendHints(_ page: DecodedPage, to object: inout JSONObject, _ bytes: inout [UInt8]) {
    object.name("_weft", &bytes)
    var hints = JSONObject(&bytes)
    hints.member("received", json: String(page.receivedCount), &bytes)
    let links = page.links.map {
      "{\"rel\":\(JSONText.quoted($0.relation)),\"url\":\(JSONText.quoted($0.url))}"
    }
    if !links.isEmpty { hints.member("links", json: "[" + links.joined(separator: ",") + "]", &bytes) }
    let selected = PageKey.allCases.compactMap { key in
      page.selected[key].map { "\(JSONText.quoted(key.rawValue)):\($0.json)" }
    }
    if !selected.isEmpty { hints.member("selected", json: "{" + selected.joined(separator: ",") + "}", &bytes) }
    if !page.warnings.isEmpty { hints.member("warnings", json: WarningJSON.list(page.warnings), &bytes) }
    hints.end(&bytes)
  }
}

/// Warnings as JSON text: `[{"code": …, "text": …}]`.
enum WarningJSON {
  static func list(_ warnings: [SourceWarning]) -> String {
    let objects = warnings.map { "{\"code\":\(JSONText.quoted($0.code)),\"text\":\(JSONText.quoted($0.text))}" }
    return "[" + objects.joined(separator: ",") + "]"
  }
}
