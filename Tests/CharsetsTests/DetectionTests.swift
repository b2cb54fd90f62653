import Charsets
import TestSupport
import Testing

@Suite struct DetectionTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    var header: String?
    let charset: String
    var evidence = CharsetEvidence.declaration
    var testDescription: String { String(decoding: bytes.prefix(40), as: UTF8.self) + " → " + charset }

    init(_ bytes: [UInt8], header: String? = nil, _ charset: String, _ evidence: CharsetEvidence) {
      (self.bytes, self.header, self.charset, self.evidence) = (bytes, header, charset, evidence)
    }

    init(_ text: String, header: String? = nil, _ charset: String, _ evidence: CharsetEvidence) {
      self.init(Array(text.utf8), header: header, charset, evidence)
    }
  }

  static let xml: [Row] = [
    Row("<a/>", "utf-8", .content), Row("<a>ü</a>", "utf-8", .content),
    Row("<?xml version='1.0' encoding='ISO-8859-1'?><a/>", "windows-1252", .declaration),
    Row("\n <?xml version=\"1.0\" encoding = \"windows-1251\"?>", "windows-1251", .declaration),
    Row("<?xml version='1.0' encoding='utf8'?>", "utf-8", .declaration),
    Row("<?xml version='1.0' encoding='bogus'?><a>ü</a>", "utf-8", .content),
    Row("<?xml version='1.0' encoding='utf-16'?><a/>", "utf-8", .declaration),
    Row("<?xml version='1.0' encoding='utf-8'?><a/>", header: "koi8-r", "koi8-r", .header),
    Row("<?xml version='1.0' encoding='utf-8'?><a>ü</a>", header: "iso-8859-1", "utf-8", .content),
    Row("<?xml version='1.0' encoding='iso-8859-1'?><a>ü</a>", header: "latin1", "windows-1252", .header),
    Row("<a>ü</a>", header: "bogus", "utf-8", .content), Row("<a>ü</a>", header: "utf-16", "utf-8", .content),
    Row([0xEF, 0xBB, 0xBF] + Array("<?xml encoding='latin1'?>".utf8), header: "koi8-r", "utf-8", .firstBytes),
    Row([0xFF, 0xFE, 0x3C, 0x00], "utf-16le", .firstBytes), Row([0xFE, 0xFF, 0x00, 0x3C], "utf-16be", .firstBytes),
    Row([0xFF, 0xFE, 0x00, 0x00], "utf-32le", .firstBytes), Row([0x00, 0x00, 0xFE, 0xFF], "utf-32be", .firstBytes),
    Row([0x3C, 0x00, 0x3F, 0x00], "utf-16le", .firstBytes), Row([0x00, 0x3C, 0x00, 0x72], "utf-16be", .firstBytes),
    Row([0x00, 0x00, 0x00, 0x3C], "utf-32be", .firstBytes), Row([0x3C, 0x00, 0x00, 0x00], "utf-32le", .firstBytes),
    Row(Array("<a>Espa".utf8) + [0xF1] + Array("a</a>".utf8), "windows-1252", .content),
    Row(Array("<a>ÄÖÜ".utf8) + [0xF1] + Array("a</a>".utf8), "utf-8", .content), Row("", "utf-8", .content),
  ]

  @Test(arguments: xml) func xmlDocuments(row: Row) {
    let detected = row.bytes.withUnsafeBufferPointer { detectCharset($0, form: .xml, httpCharset: row.header) }
    #expect(detected.charset.name == row.charset)
    #expect(detected.evidence == row.evidence)
  }

  static let html: [Row] = [
    Row("<p>", "windows-1252", .content), Row("<p>ü", "utf-8", .content),
    Row("<meta charset=koi8-r>", "koi8-r", .declaration),
    Row("<META CHARSET=\"UTF-16\">", "utf-8", .declaration),
    Row("<meta charset=x-user-defined>", "windows-1252", .declaration),
    Row("<meta content='text/html; charset=koi8-r' http-equiv=Content-Type>", "koi8-r", .declaration),
    Row("<meta content='text/html; charset=koi8-r'>", "windows-1252", .content),
    Row("<!-- <meta charset=koi8-r> --><meta charset=big5>", "big5", .declaration),
    Row("<a title='<meta charset=koi8-r>'><meta charset=big5>", "big5", .declaration),
    Row("<meta charset=koi8-r", "windows-1252", .content),
    Row("<meta charset=koi8-r>", header: "big5", "big5", .header),
    Row("<meta charset=utf-8>ü", header: "iso-8859-1", "utf-8", .content),
    Row(String(repeating: " ", count: 5000) + "<meta charset=koi8-r>", "koi8-r", .declaration),
  ]

  @Test(arguments: html) func htmlDocuments(row: Row) {
    let detected = row.bytes.withUnsafeBufferPointer { detectCharset($0, form: .html, httpCharset: row.header) }
    #expect(detected.charset.name == row.charset)
    #expect(detected.evidence == row.evidence)
  }

  @Test func jsonInWideText() {
    #expect(decodeText([0x7B, 0, 0x7D, 0], form: .json).utf8 == Array("{}".utf8))
    #expect(decodeText([0, 0x7B, 0, 0x7D], form: .json).utf8 == Array("{}".utf8))
    #expect(decodeText(Array("{\"ä\":1}".utf8), form: .json).detected.charset == .utf8)
  }

  @Test func arbitraryMarkupNeverTraps() {
    var random = SplitMix64(seed: 11)
    let pieces = [
      "<", "<meta", " ", "charset", "=", "'", "\"", ">", "/", "<!--", "-->", "<?xml", "encoding", "content",
      "http-equiv", "utf-16", "\u{0}",
    ]
    for _ in 0..<5_000 {
      var text = ""
      for _ in 0..<Int.random(in: 0..<14, using: &random) { text += pieces.randomElement(using: &random) ?? "" }
      _ = sniffHTML(Array(text.utf8))
      _ = sniffXML(Array(text.utf8))
    }
  }
}
