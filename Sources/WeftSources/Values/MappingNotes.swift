public import WeftModel

/// What was noticed while items of one page were made, for its warnings.
public struct MappingNotes: Sendable {
  /// Dates that named no zone.
  public var zonelessDates = 0
  /// Dates that could not be read.
  public var unreadableDates = 0
  /// One of them.
  public var unreadableDate: String?
  /// Items that had neither an id nor an address nor a title.
  public var droppedItems = 0
  /// Items whose configured address found nothing.
  public var missingURLs = 0
  /// Items that were made.
  public var items = 0

  /// Nothing was noticed.
  public init() {}

  /// The warnings that follow, each once for the page.
  ///
  /// - Parameter zone: the zone that the settings name; a date without one is then no surprise.
  public func warnings(zone: String?) -> [SourceWarning] {
    var warnings: [SourceWarning] = []
    if droppedItems > 0 {
      warnings.append(
        SourceWarning(code: "dropped_items", text: "\(droppedItems) items have neither id nor url nor title; left out"))
    }
    if zonelessDates > 0, zone == nil {
      warnings.append(
        SourceWarning(
          code: "zoneless_dates", text: "\(zonelessDates) dates name no zone and are taken as UTC; set `zone`"))
    }
    if unreadableDates > 0 {
      warnings.append(
        SourceWarning(
          code: "unreadable_dates",
          text:
            "\(unreadableDates) dates cannot be read, such as \"\((unreadableDate ?? "").prefix(60))\"; those items are undated"
        ))
    }
    if missingURLs > 0, missingURLs == items {
      warnings.append(SourceWarning(code: "no_url", text: "the selector of `url` finds nothing in any item"))
    }
    return warnings
  }
}
