import JSONDocument
import Testing
import WeftModel

/// What is read, also where a strict reader refuses it.
@Suite struct ReadingTests {
  @Test(arguments: [
    ("integer of 19 digits", "1907382645019283746", "1907382645019283746"),
    ("largest UInt64", "18446744073709551615", "18446744073709551615"),
    ("one more than the largest UInt64", "18446744073709551616", "18446744073709551616"),
    ("integer of 30 digits", "123456789012345678901234567890", "123456789012345678901234567890"),
    ("negative integer of 20 digits", "-12345678901234567890", "-12345678901234567890"),
    ("over the range of a double", "-1.50e999", "-1.50e999"),
    ("under the range of a double", "1e-999", "1e-999"),
    ("exponent", "1.0E+02", "1.0E+02"),
    ("negative zero", "-0", "-0"),
    ("trailing zeros", "1.100", "1.100"),
  ])
  func numbersKeepTheirDigits(name: String, number: String, text: String) throws {
    // Beside a number that needs the repair, the others stay as they are.
    let document = try JSONDocument(Array("{\"a\": [7, \(number) , 0.5], \"b\": \"\(number)\"}".utf8))
    let list = try #require(document.root["a"])
    #expect(list.elements.map(\.text) == ["7", text, "0.5"])
    #expect(list.json == "[7, \(number) , 0.5]")
    #expect(list[1]?.selected.kind == .number)
    #expect(list[1]?.selected.json == text)
    #expect(document.root["b"]?.kind == .string)
  }

  @Test(arguments: [
    ("a pair", #"\ud83d\ude00"#, "\u{1F600}"),
    ("first half alone", #"a\ud83dz"#, "a\u{FFFD}z"),
    ("second half alone", #"a\ude00z"#, "a\u{FFFD}z"),
    ("first half twice, then the second", #"\ud83d\ud83d\ude00"#, "\u{FFFD}\u{1F600}"),
    ("first half, then another escape", #"\uD83D\n"#, "\u{FFFD}\n"),
    ("first half at the end", #"\uD83D"#, "\u{FFFD}"),
    ("NUL and backspace", #"a\u0000\u0008b"#, "a\0\u{8}b"),
    ("all short escapes", #"\"\\\/\b\f\n\r\t"#, "\"\\/\u{8}\u{C}\n\r\t"),
  ])
  func escapes(name: String, written: String, text: String) throws {
    let document = try JSONDocument(Array("[\"\(written)\", {\"\(written)\": 1}]".utf8))
    #expect(document.root[0]?.text == text)
    #expect(document.root[1]?[text]?.text == "1")
    #expect(document.root[0]?.json == "\"\(written)\"")
  }

  @Test func bytesThatAreNoUTF8BecomeReplacements() throws {
    let document = try JSONDocument(
      Array("{\"t\": \"a".utf8) + [0xFF] + Array("b\", \"n\": 12345678901234567890123}".utf8))
    #expect(document.root["t"]?.text == "a\u{FFFD}b")
    #expect(document.root["n"]?.text == "12345678901234567890123")
  }

  @Test(arguments: ["utf-8", "utf-16le", "utf-16be", "utf-32le", "utf-32be"], [true, false])
  func encodings(name: String, mark: Bool) throws {
    let text = (mark ? "\u{FEFF}" : "") + "{\"a\": \"é\u{1F600}\"}"
    let bytes: [UInt8] =
      switch name {
      case "utf-16le": text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      case "utf-16be": text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      case "utf-32le": text.unicodeScalars.flatMap { scalar in (0..<4).map { UInt8(scalar.value >> (8 * $0) & 0xFF) } }
      case "utf-32be":
        text.unicodeScalars.flatMap { scalar in (0..<4).reversed().map { UInt8(scalar.value >> (8 * $0) & 0xFF) } }
      default: Array(text.utf8)
      }
    #expect(try JSONDocument(bytes).root["a"]?.text == "é\u{1F600}")
  }

  @Test func theLastOfRepeatedNamesCounts() throws {
    let root = try JSONDocument(Array(#"{"id": 1, "other": {"id": 9}, "id": 2}"#.utf8)).root
    #expect(root["id"]?.text == "2")
    #expect(try JSONSelector("id").first(in: root)?.text == "2")
    var table = JSONSelectorTable()
    let number = table.add(try JSONSelector("id"))
    var scope = JSONItemScope(table, in: root)
    #expect(try scope.firstValue(number)?.text == "2")
    // Once more, with what was learnt from the first time.
    scope.move(to: root)
    #expect(try scope.firstValue(number)?.text == "2")
    #expect(root.members.map(\.name) == ["id", "other", "id"])
  }

  @Test func nestingUpToTheLimit() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(try JSONDocument(nested(1024)).root.count == 1)
    #expect(throws: JSONDocumentError.tooDeep(line: 1, column: 1025, limit: 1024)) { try JSONDocument(nested(1025)) }
    #expect(throws: JSONDocumentError.tooDeep(line: 1, column: 1025, limit: 1024)) {
      try JSONDocument(Array(String(repeating: "[", count: 100_000).utf8))
    }
  }

  @Test func namesThatDifferBehindTheirFirstBytes() throws {
    let root = try JSONDocument(Array(#"{"content_html": 1, "content_text": 2, "content_": 3, "content": 4}"#.utf8))
      .root
    let names = ["content_html", "content_text", "content_", "content", "content_tex", "content_html\0", ""]
    let wanted = ["1", "2", "3", "4", nil, nil, nil]
    #expect(names.map { root[$0]?.text } == wanted)
    var table = JSONSelectorTable()
    let numbers = try names.dropLast().map { table.add(try JSONSelector($0)) }
    let scope = JSONItemScope(table, in: root)
    var found: [String?] = []
    for number in numbers { found.append(try scope.firstValue(number)?.text) }
    #expect(found == Array(wanted.dropLast()))
  }

  @Test func scalarsAreDocumentsToo() throws {
    #expect(try JSONDocument(Array(" 7 ".utf8)).root.text == "7")
    #expect(try JSONDocument(Array("null".utf8)).root.kind == .null)
    #expect(try JSONDocument(Array("\"a\"".utf8)).root.selected.text == "a")
    #expect(try JSONDocument(Array("true".utf8)).root.selected.json == "true")
  }
}
