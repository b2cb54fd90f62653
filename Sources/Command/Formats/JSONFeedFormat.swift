import WeftKit

/// `json`: a JSON Feed 1.1 document; its items are written as they come.
struct JSONFeedFormat: FeedFormat {
  private let heading: FeedHeading
  private var isEmpty = true

  init(heading: FeedHeading) { self.heading = heading }

  mutating func begin(into bytes: inout [UInt8]) {
    bytes.append(contentsOf: "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":".utf8)
    JSONText.appendQuoted(heading.title, to: &bytes)
    bytes.append(contentsOf: ",\"items\":[".utf8)
  }

  mutating func append(_ entry: FeedEntry, into bytes: inout [UInt8]) {
    bytes.append(contentsOf: (isEmpty ? "\n" : ",\n").utf8)
    isEmpty = false
    ItemJSON.append(entry.item, entry: entry, to: &bytes)
  }

  mutating func end(_ ending: FeedEnding, into bytes: inout [UInt8]) {
    bytes.append(contentsOf: (isEmpty ? "]" : "\n]").utf8)
    if let next = ending.nextURL { JSONFeedFormat.append("next_url", next, to: &bytes) }
    append(extension: ending, to: &bytes)
    bytes.append(contentsOf: "}\n".utf8)
  }

  /// What another Weft, or a later run, needs to go on.
  private func append(extension ending: FeedEnding, to bytes: inout [UInt8]) {
    guard ending.cursor != nil || !ending.degraded.isEmpty else { return }
    bytes.append(contentsOf: ",\n\"_weft\":{\"version\":1".utf8)
    if let cursor = ending.cursor { JSONFeedFormat.append("cursor", cursor, to: &bytes) }
    if let watermark = ending.watermark { JSONFeedFormat.append("watermark", watermark.rfc3339, to: &bytes) }
    if !ending.degraded.isEmpty {
      bytes.append(contentsOf: ",\"degraded\":[".utf8)
      for (index, name) in ending.degraded.enumerated() {
        if index > 0 { bytes.append(0x2C) }
        JSONText.appendQuoted(name, to: &bytes)
      }
      bytes.append(0x5D)
    }
    bytes.append(0x7D)
  }

  private static func append(_ name: String, _ text: String, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: ",\"\(name)\":".utf8)
    JSONText.appendQuoted(text, to: &bytes)
  }
}
