import MarkupDocument
import WeftModel

/// What should be said of a feed that could be read.
enum FeedWarnings {
  static func all(_ items: [Item], zonelessDates: Int, repairs: SAXRepairs) -> [SourceWarning] {
    var warnings: [SourceWarning] = []
    if zonelessDates > 0 {
      let text =
        zonelessDates == 1
        ? "1 date names no zone and is taken as UTC; set `zone`"
        : "\(zonelessDates) dates name no zone and are taken as UTC; set `zone`"
      warnings.append(SourceWarning(code: "zoneless_dates", text: text))
    }
    if items.count > 1, let first = items.first, first.hasOwnID, items.allSatisfy({ $0.id == first.id }) {
      warnings.append(
        SourceWarning(code: "equal_ids", text: "all \(items.count) items have the same id (\(first.id.prefix(80)))"))
    }
    let mended = descriptions(repairs)
    if !mended.isEmpty {
      warnings.append(
        SourceWarning(code: "recovered", text: "the feed is broken and was mended: " + mended.joined(separator: ", ")))
    }
    return warnings
  }

  /// What another Weft says of sources that it could not show.
  static func degraded(_ names: [String]) -> [SourceWarning] {
    guard !names.isEmpty else { return [] }
    let more = names.count > 5 ? " and \(names.count - 5) more" : ""
    return [
      SourceWarning(
        code: "degraded",
        text: "the feed leaves out sources of its own: " + names.prefix(5).joined(separator: ", ") + more)
    ]
  }

  private static func descriptions(_ repairs: SAXRepairs) -> [String] {
    let words: [(SAXRepairs, String)] = [
      (.surroundings, "text outside of the document"), (.truncated, "the document breaks off"),
      (.tags, "tags that do not match"), (.references, "undefined references or a bare &"),
      (.controlCharacters, "control characters"), (.longText, "a text longer than 1 MiB was cut"),
    ]
    return words.filter { repairs.contains($0.0) }.map(\.1)
  }
}
