import Dates
import JSONDocument
import URIs
import WeftModel

/// A page as a check sees it, strictly read.
struct ConformancePage: Equatable {
  var ids: [String] = []
  /// The items as they were written.
  var items: [String] = []
  var next: SelectedValue?

  /// Reads the result of `page`.
  ///
  /// - Throws: `PluginConformance.Failure` with the first thing that is not as specified.
  init(_ json: String, _ what: String) throws {
    func fail(_ text: String) -> PluginConformance.Failure { PluginConformance.Failure("\(what): \(text)") }
    let root: JSONNode
    do throws(JSONDocumentError) {
      root = try JSONDocument(Array(json.utf8)).root
    } catch {
      throw fail("\(error)")
    }
    guard root.kind == .object else { throw fail("the result is no object") }
    guard let list = root["items"], list.kind == .array else { throw fail("the result has no list of items") }
    for (number, item) in list.elements.enumerated() {
      do {
        try read(item)
      } catch let problem as PluginConformance.Failure {
        throw fail("item \(number + 1) \(problem.text)")
      }
    }
    try readHints(root["_weft"], fail)
  }

  private mutating func read(_ item: JSONNode) throws {
    guard item.kind == .object else { throw PluginConformance.Failure("is no object") }
    guard let id = item["id"], id.kind == .string || id.kind == .number, let text = id.text, !text.isEmpty else {
      throw PluginConformance.Failure("has no id")
    }
    for key in ["date_published", "date_modified"] {
      guard let date = item[key], date.kind != .null else { continue }
      guard date.kind == .string, let text = date.text, ConformancePage.isRFC3339(text) else {
        throw PluginConformance.Failure(
          "has a \(key) that is no RFC 3339 date: \(ShownText.line(date.json, limit: 60))")
      }
    }
    for key in ["url", "external_url", "image"] {
      guard let address = item[key], address.kind != .null else { continue }
      guard address.kind == .string, let text = address.text, URIReference(text).scheme != nil else {
        throw PluginConformance.Failure("has a \(key) that is not absolute: \(ShownText.line(address.json, limit: 60))")
      }
    }
    ids.append(text)
    items.append(item.json)
  }

  /// Date, time and zone: what others take for a date too is not enough here.
  private static func isRFC3339(_ text: String) -> Bool {
    guard let date = DateParser.parse(text), date.hasZone else { return false }
    let bytes = Array(text.utf8)
    return bytes.count >= 20 && bytes[4] == 0x2D && bytes[7] == 0x2D && bytes[10] | 0x20 == 0x74
  }

  private mutating func readHints(_ hints: JSONNode?, _ fail: (String) -> PluginConformance.Failure) throws {
    guard let hints, hints.kind != .null else { return }
    guard hints.kind == .object else { throw fail("_weft is no object") }
    for key in ["total_items", "total_pages"] {
      guard let count = hints[key], count.kind != .null else { continue }
      guard count.kind == .number, let number = count.text.flatMap({ Int($0) }), number >= 0 else {
        throw fail("_weft.\(key) is no whole number: \(ShownText.line(count.json, limit: 60))")
      }
    }
    let end = hints["end"].flatMap { $0.kind == .null ? nil : $0 }
    if let end, end.text.flatMap(EndReason.init(rawValue:)) == nil || end.kind != .string {
      throw fail("_weft.end is none of the reasons: \(ShownText.line(end.json, limit: 60))")
    }
    guard let next = hints["next"], next.kind != .null else { return }
    guard end == nil else { throw fail("_weft has both next and end") }
    guard [.string, .number, .object].contains(next.kind) else {
      throw fail("_weft.next is no string, number or object: \(ShownText.line(next.json, limit: 60))")
    }
    self.next = next.selected
  }
}
