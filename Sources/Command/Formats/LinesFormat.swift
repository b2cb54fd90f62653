/// `ndjson`: one JSON Feed item a line, with `_weft`.
struct LinesFormat: FeedFormat {
  mutating func begin(into bytes: inout [UInt8]) {}

  mutating func append(_ entry: FeedEntry, into bytes: inout [UInt8]) {
    ItemJSON.append(entry.item, entry: entry, to: &bytes)
    bytes.append(0x0A)
  }

  mutating func end(_ ending: FeedEnding, into bytes: inout [UInt8]) {}
}
