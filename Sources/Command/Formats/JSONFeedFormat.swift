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

  mutating func end(into bytes: inout [UInt8]) {
    bytes.append(contentsOf: (isEmpty ? "]}\n" : "\n]}\n").utf8)
  }
}
