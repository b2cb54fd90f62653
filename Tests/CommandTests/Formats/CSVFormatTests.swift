import TestSupport
import Testing
import WeftKit

@testable import weft

@Suite struct CSVFormatTests {
  /// Reads RFC 4180, in which every line ends with CR LF.
  private func table(_ text: String) -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if isQuoted {
        if byte != 0x22 {
          field.append(byte)
        } else if index < bytes.count, bytes[index] == 0x22 {
          field.append(byte); index += 1
        } else {
          isQuoted = false
        }
      } else if byte == 0x22 {
        isQuoted = true
      } else if byte == 0x2C || byte == 0x0D {
        row.append(String(decoding: field, as: UTF8.self))
        field = []
        if byte == 0x0D {
          rows.append(row)
          row = []
          index += 1
        }
      } else {
        field.append(byte)
      }
    }
    return rows
  }

  @Test func columnsAndValues() throws {
    let rows = table(SampleEntries.written(.csv))
    #expect(rows.count == 4)
    #expect(rows.allSatisfy { $0.count == CSVFormat.columns.count })
    #expect(rows[0] == CSVFormat.columns)
    let full = Dictionary(uniqueKeysWithValues: zip(CSVFormat.columns, rows[1]))
    #expect(full["title"] == SampleEntries.full.item.title)
    #expect(full["content_html"] == SampleEntries.full.item.contentHTML)
    #expect(full["content_text"] == "One & two ]]>")
    #expect(full["authors"] == "Ada; mailto:b@example.org")
    #expect(full["tags"] == "swift; c&a")
    #expect(full["attachments"] == "https://example.org/a.mp3 https://example.org/b.ogg")
    #expect(full["date_published"] == "2025-01-31T14:05:00Z")
    #expect(full["position"] == "1" && full["source"] == "blog")
  }

  /// What goes in comes out, formulas and all; the seed is printed with a failure.
  @Test(arguments: 0..<4 as Range<UInt64>)
  func exact(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let alphabet = Array("a,\"\r\n =+-@;\t\u{0}é日🙂'".unicodeScalars)
    for _ in 0..<200 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0..<10, using: &random) {
        if let scalar = alphabet.randomElement(using: &random) { text.append(scalar) }
      }
      var item = Item(id: "x")
      let clean = String(String.UnicodeScalarView(text.filter { $0 != "\u{0}" }))
      item.title = String(text)
      item.summary = String(text)
      let entry = FeedEntry(item: item, source: String(text), sourceTitle: "", position: 7, page: 1, index: 0)
      let rows = table(SampleEntries.written(.csv, [entry]))
      #expect(rows.count == 2, "seed \(seed)")
      let values = Dictionary(uniqueKeysWithValues: zip(CSVFormat.columns, rows.last ?? []))
      #expect(Array((values["title"] ?? "-").utf8) == Array(clean.utf8), "seed \(seed)")
      #expect(Array((values["source"] ?? "-").utf8) == Array(clean.utf8), "seed \(seed)")
      #expect(Array((values["summary"] ?? "-").utf8) == Array(clean.utf8), "seed \(seed)")
    }
  }
}
