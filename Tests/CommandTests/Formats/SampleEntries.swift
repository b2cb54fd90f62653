import WeftKit

@testable import weft

/// Items with everything that makes a format difficult.
enum SampleEntries {
  static let heading = FeedHeading(title: "Weft <&>", sourceWidth: 4, startedAt: Timestamp(seconds: 1_738_368_000))

  static let all: [FeedEntry] = [full, bare, hostile]

  /// Every field is there.
  static var full: FeedEntry {
    var item = Item(id: "https://example.org/a")
    item.url = "https://example.org/a"
    item.externalURL = "https://elsewhere.example/?a=1&b=2"
    item.title = "Ampers& <b> \u{201C}quotes\u{201D} 日本語"
    item.contentHTML = "<p>One &amp; two ]]></p>\r\n"
    item.summary = "Short & plain"
    item.image = "https://example.org/a.png"
    item.datePublished = Timestamp(seconds: 1_738_332_300)  // 2025-01-31T14:05:00Z
    item.dateModified = Timestamp(microseconds: 1_738_332_300_250_000)
    item.authors = [Author(name: "Ada", url: "https://example.org/ada"), Author(url: "mailto:b@example.org")]
    item.tags = ["swift", "c&a"]
    item.language = "en-GB"
    item.attachments = [
      Attachment(
        url: "https://example.org/a.mp3", mimeType: "audio/mpeg", title: "A", sizeInBytes: 1_234,
        durationInSeconds: 61.5),
      Attachment(url: "https://example.org/b.ogg"),
    ]
    return FeedEntry(
      item: item, source: "blog", sourceTitle: "Blog & Co", position: 1, page: 1, index: 0, also: ["news"])
  }

  /// Nothing but an id, which is no IRI.
  static let bare = FeedEntry(
    item: Item(id: "7 <x>"), source: "api", sourceTitle: "api", position: 2, page: 3, index: 19, isLate: true)

  /// What no XML, no terminal and no line may get as it is.
  static var hostile: FeedEntry {
    var item = Item(id: "tag:example.org,2025:x")
    item.contentText = "\u{1B}[2J\u{0}line one\nline \u{FFFE}two \u{8}"
    item.url = "https://example.org/\u{1B}]8;;x\u{7}\"<"
    item.datePublished = Timestamp(seconds: -62_200_000_000)
    return FeedEntry(
      item: item, source: "ev\u{202E}il", sourceTitle: "ev\u{202E}il", position: 3, page: 1, index: 1)
  }

  /// What the format makes of the entries.
  static func written(_ format: FormatName, _ entries: [FeedEntry] = all, terminal: Terminal? = nil) -> String {
    var writer = format.format(
      heading, terminal: terminal ?? Terminal(width: nil, hasStyle: false))
    var bytes: [UInt8] = []
    writer.begin(into: &bytes)
    for entry in entries { writer.append(entry, into: &bytes) }
    writer.end(FeedEnding(), into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
