import WeftKit

/// Resume cursors as the command takes and prints them.
enum CursorText {
  /// The place that the cursor names.
  static func place(
    _ text: String, of configuration: Configuration, now: Timestamp
  ) throws(UsageError) -> ResumePoint {
    let key: [UInt8]?
    do {
      key = try CursorKey.read()
    } catch {
      throw UsageError("--after: \(error.message)")
    }
    do {
      return try ResumeCursor(text: text, key: key ?? [], configuration: configuration.identity, now: now).point
    } catch {
      throw UsageError(
        "--after: " + explanation(error), hint: "without --after the feed starts at its top", command: nil)
    }
  }

  private static func explanation(_ problem: ResumeCursor.Problem) -> String {
    switch problem {
    case .damaged: "the cursor is damaged; it has to be given exactly as it was printed"
    case .foreign:
      "the cursor was made with another key: by another user, on another machine, or before the key was lost"
    case .version(let number): "the cursor was made by another version of Weft (form \(number))"
    case .expired(let issued):
      "the cursor of \(issued.rfc3339) has expired; they are good for \(ResumeCursor.lifetime.components.seconds / 86_400) days"
    case .configuration:
      "the cursor belongs to another configuration: its sources, their order or their conditions have changed since"
    }
  }
}
