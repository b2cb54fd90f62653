import Charsets
import TestSupport
import Testing

@Suite struct ConversionTests {
  static let rows: [(label: String, bytes: [UInt8], text: String)] = [
    ("windows-1252", [0x93, 0xE4, 0x80, 0x81, 0x94], "“ä€\u{81}”"), ("koi8-r", [0xF0, 0xD2, 0xC9], "При"),
    ("windows-1251", [0xCF, 0xF0, 0xE8], "При"), ("iso-8859-2", [0xA3, 0xF3, 0x64, 0xBC], "Łódź"),
    ("ibm866", [0x8F, 0xE0, 0xA8], "При"),
    ("shift_jis", [0x93, 0xFA, 0x96, 0x7B, 0x81, 0x60, 0xB1], "日本～ｱ"), ("euc-jp", [0xC6, 0xFC, 0xCB, 0xDC], "日本"),
    ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42, 0x61], "日a"),
    ("big5", [0xA4, 0xA4, 0xA4, 0xE5], "中文"),
    ("gb2312", [0xD6, 0xD0, 0xCE, 0xC4], "中文"), ("gb18030", [0x81, 0x30, 0x89, 0x38], "ß"),
    ("euc-kr", [0xB3, 0xE2, 0x8C, 0x63], "년똠"),
    ("windows-874", [0xA1, 0x80], "ก€"), ("iso-8859-8-i", [0xE0], "א"), ("macintosh", [0x8A, 0x6E], "än"),
    ("x-mac-cyrillic", [0x80], "А"),
    ("koi8-u", [0xA4], "є"), ("iso-8859-16", [0xA4], "€"), ("windows-1255", [0xE0], "א"),
    ("utf-16le", [0xFF, 0xFE, 0x61, 0, 0x3D, 0xD8, 0x00, 0xDE], "a😀"),
    ("utf-16be", [0x00, 0x61, 0xD8, 0x3D, 0xDE, 0x00], "a😀"),
    ("utf-32le", [0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0], "a"), ("utf-32be", [0, 1, 0xF6, 0x00], "😀"),
    ("utf-8", [0xEF, 0xBB, 0xBF, 0x61], "a"), ("x-user-defined", [0x61, 0x80], "a\u{F780}"),
  ]

  @Test(arguments: rows) func convertsToUTF8(label: String, bytes: [UInt8], text: String) throws {
    let charset = try #require(Charset(label: label))
    #expect(String(decoding: toUTF8(bytes, from: charset), as: UTF8.self) == text)
  }

  static let faulty: [(label: String, bytes: [UInt8], text: String)] = [
    ("utf-8", [0x61, 0xFF, 0x62, 0xC3, 0xA4], "a\u{FFFD}bä"), ("utf-8", [0xE2, 0x82], "\u{FFFD}"),
    ("utf-8", [0xE2, 0x82, 0x61], "\u{FFFD}a"),
    ("utf-8", [0xC0, 0xAF], "\u{FFFD}\u{FFFD}"), ("utf-8", [0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("utf-8", [0xF0, 0x9F, 0x98], "\u{FFFD}"),
    ("utf-8", [0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("shift_jis", [0x93, 0xFA, 0xFF, 0x93, 0xFA], "日\u{FFFD}日"), ("shift_jis", [0x93, 0xFA, 0x93], "日\u{FFFD}"),
    ("euc-jp", [0xC6, 0x3C, 0xC6, 0xFC], "\u{FFFD}<日"),
    ("euc-kr", [0xFF, 0xB3, 0xE2], "\u{FFFD}년"), ("big5", [0xFF, 0xA4, 0xA4], "\u{FFFD}中"),
    ("utf-16le", [0x61, 0, 0x3D, 0xD8, 0x62, 0], "a\u{FFFD}b"),
    ("utf-16le", [0x61, 0, 0x62], "a\u{FFFD}"), ("utf-32be", [0, 0x11, 0, 0, 0, 0, 0, 0x61], "\u{FFFD}a"),
    ("iso-8859-3", [0xA5, 0x61], "\u{FFFD}a"),
    ("replacement", [0x61, 0x62], "\u{FFFD}"),
  ]

  @Test(arguments: faulty) func aBadByteSpoilsNothingBehindIt(label: String, bytes: [UInt8], text: String) throws {
    let charset = try #require(Charset(label: label))
    #expect(String(decoding: toUTF8(bytes, from: charset), as: UTF8.self) == text)
  }

  @Test func textLongerThanOneChunkConverts() throws {
    let charset = try #require(Charset(label: "euc-jp"))
    let bytes = [UInt8]((0..<100_000).flatMap { _ in [0xC6, 0xFC] as [UInt8] })
    #expect(toUTF8(bytes, from: charset) == Array(String(repeating: "日", count: 100_000).utf8))
  }

  @Test func wellFormedTextIsNotCopied() {
    let bytes = Array("Grüße".utf8)
    let repaired = repairUTF8(bytes)
    #expect(bytes.withUnsafeBufferPointer { $0.baseAddress } == repaired.withUnsafeBufferPointer { $0.baseAddress })
  }

  /// The standard library's decoder is the oracle for validity and repair.
  @Test func agreesWithTheStandardLibrary() {
    var random = SplitMix64(seed: 3)
    let edges: [UInt8] = [
      0x00, 0x61, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF,
      0xF0, 0xF1, 0xF4, 0xF5, 0xFF,
    ]
    for round in 0..<6_000 {
      var bytes: [UInt8] = Array(repeating: 0x61, count: round % 70)
      for _ in 0..<Int.random(in: 0..<9, using: &random) { bytes.append(edges.randomElement(using: &random) ?? 0x80) }
      bytes += Array(repeating: 0x62, count: round % 5)
      let expected = Array(String(decoding: bytes, as: UTF8.self).utf8)
      #expect(repairUTF8(bytes) == expected, "seed \(random.seed), \(bytes)")
      #expect(bytes.withUnsafeBufferPointer(isValidUTF8) == (bytes == expected), "seed \(random.seed), \(bytes)")
    }
  }
}
