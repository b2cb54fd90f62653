import Testing
import WeftConfig
import WeftModel

/// What a file must be before any key is looked at.
struct FileTests {
  static let wholes: [(text: String, message: String)] = [
    (
      "",
      """
      weft.yaml:1:1: error: the file is empty; a configuration has at least sources
              = hint: begin with sources: {NAME: {url: https://…}}
      """
    ),
    (
      "# nothing\n",
      """
      weft.yaml:1:1: error: the file is empty; a configuration has at least sources
            1 | # nothing
              | ^
              = hint: begin with sources: {NAME: {url: https://…}}
      """
    ),
    (
      "- a\n- b\n",
      """
      weft.yaml:1:1: error: a configuration is a map, not a list
            1 | - a
              | ^
              = hint: begin with sources: {NAME: {url: https://…}}
      """
    ),
    (
      "hello",
      """
      weft.yaml:1:1: error: a configuration is a map, not text
            1 | hello
              | ^~~~~
              = hint: begin with sources: {NAME: {url: https://…}}
      """
    ),
    (
      "sources: {a: {url: https://x.org}}\n---\nb: c\n",
      """
      weft.yaml:2:1: error: a second document begins here; a configuration is one document
            2 | ---
              | ^~~
      """
    ),
    (
      "sources: {}",
      """
      weft.yaml:1:1: error: sources is empty; each source is a name with a map below it
            1 | sources: {}
              | ^~~~~~~
      """
    ),
    (
      "sources:\n  - https://x.org\n",
      """
      weft.yaml:2:3: error: sources: expected a map of sources by name, found a list
            2 |   - https://x.org
              |   ^
              = hint: write NAME: {url: https://…} for each
      """
    ),
    (
      "sources:\n  a: https://x.org\n",
      """
      weft.yaml:2:6: error: source "a": expected a map, found "https://x.org"
            2 |   a: https://x.org
              |      ^~~~~~~~~~~~~
              = hint: write url: https://x.org below the name
      """
    ),
    (
      "weft: 2\nsources: {a: {url: https://x.org}}",
      """
      weft.yaml:1:7: error: weft: this version reads format 1, not "2"
            1 | weft: 2
              |       ^
      """
    ),
    (
      "sources: {a: {title: \u{0}}}",
      """
      weft.yaml:1:22: error: the control character U+0000 cannot stand in the file
            1 | sources: {a: {title: \u{FFFD}}}
              |                      ^
              = hint: in a text between double quotes it can be written as an escape
      """
    ),
    (
      "sources: {\"\": {url: https://x.org}, \"a\\nb\": {url: https://x.org}}",
      """
      weft.yaml:1:11: error: the name of a source is empty
            1 | sources: {"": {url: https://x.org}, "a\\nb": {url: https://x.org}}
              |           ^~
      weft.yaml:1:37: error: the name of a source cannot hold control characters
            1 | sources: {"": {url: https://x.org}, "a\\nb": {url: https://x.org}}
              |                                     ^~~~~~
      """
    ),
    (
      "sources:\n  a:\n    url: https://x.org\n  a: {url: https://y.org}\nplugins: [x]\n",
      """
      weft.yaml:4:3: error: key "a" is written twice; the first is in line 2
            4 |   a: {url: https://y.org}
              |   ^
      weft.yaml:5:10: error: plugins: expected a map, found a list
            5 | plugins: [x]
              |          ^~~
      """
    ),
  ]

  @Test(arguments: wholes.indices)
  func saysWhatIsWrongWithTheWhole(index: Int) {
    #expect(Reading.messages(Self.wholes[index].text) == Self.wholes[index].message)
  }

  private func errors(_ bytes: [UInt8]) -> String {
    do throws(ConfigurationErrors) {
      _ = try Reading.reader.read(bytes, file: "w")
      return ""
    } catch {
      return error.rendered(color: false)
    }
  }

  @Test func namesTheByteThatIsNoUTF8() {
    let bytes = Array("sources:\n  a: \"\u{E4}".utf8) + [0xFF, 0x22]
    #expect(
      errors(bytes) == """
        w:2:8: error: the file is not UTF-8: byte 0xFF at offset 17
              2 |   a: "\u{E4}\u{FFFD}"
                |        ^
                = hint: save the file as UTF-8
        """)
  }

  @Test func readsUTF16AndByteOrderMarks() throws {
    let text = "sources: {\u{E4}: {url: https://x.org}}"
    let little = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    for bytes in [[0xFF, 0xFE] + little, [0xFE, 0xFF] + big, little, big, [0xEF, 0xBB, 0xBF] + Array(text.utf8)] {
      #expect(try Reading.reader.read(bytes, file: "w").configuration.sources.map(\.name) == ["\u{E4}"])
    }
    #expect(
      errors([0xFF, 0xFE, 0x00, 0xD8])
        == "w:1:1: error: the file is not UTF-16: half of a surrogate pair\n        = hint: save it as UTF-8")
  }

  @Test func refusesAFileThatIsTooLarge() {
    #expect(
      errors([UInt8](repeating: 0x23, count: (16 << 20) + 1))
        == "w:1:1: error: the file is larger than 16 MiB, which no configuration needs")
  }

  @Test func readsALargeFile() throws {
    let comment = "# " + String(repeating: "x", count: 98) + "\n"
    let text = String(repeating: comment, count: 100_000) + "sources: {a: {url: https://x.org}}"
    #expect(try Reading.configuration(text).sources.count == 1)
  }

  @Test func limitsNesting() {
    let text = "sources: {a: {url: https://x.org, request: {body: {json: " + String(repeating: "[", count: 5_000)
    #expect(Reading.messages(text).contains("error: lists and maps are nested deeper than 64"))
  }

  @Test func limitsWhatAliasesStandFor() {
    var text = "a: &a [x,x,x,x,x,x,x,x,x]\n"
    for (name, previous) in zip("bcdefghi", "abcdefgh") {
      text += "\(name): &\(name) [" + Array(repeating: "*\(previous)", count: 9).joined(separator: ",") + "]\n"
    }
    #expect(
      Reading.messages(text).hasPrefix(
        "weft.yaml:6:11: error: the aliases of this file stand for too much: more than 200,000 values or 10,000 aliases"
      )
    )
  }

  @Test func refusesAnAliasInsideItsAnchor() {
    #expect(
      Reading.messages("sources: {a: &a {url: https://x.org, title: *a}}").contains(
        "*a stands inside what it refers to"))
  }
}

/// Files made to take long: each is read in time proportional to its length.
struct HostileFileTests {
  static let texts: [String: String] = [
    "tags in one line": "a: [" + String(repeating: "!a,", count: 10_000) + "]",
    "duplicate keys": "a: {" + (0..<5_000).map { "k\($0 / 2): x, " }.joined() + "}",
    "unknown keys": "sources: {a: {" + (0..<5_000).map { "k\($0): x, " }.joined() + "}}",
    "braces": "sources: {a: {url: https://x.org, items: x, fields: {url: {template: '"
      + String(repeating: "{a}é", count: 8_000) + "'}}}}",
    "brackets": "a: " + String(repeating: "[", count: 300_000),
    "unclosed flows": String(repeating: "a: {b: c\n", count: 30_000),
    "question marks": String(repeating: "? ", count: 100_000),
    "variables": "sources: {a: {url: 'https://x.org/" + String(repeating: "${A}", count: 8_000) + "'}}",
    "one long scalar": "sources: {a: {title: [" + String(repeating: "é", count: 300_000) + "]}}",
  ]

  @Test(arguments: texts.keys.sorted())
  func endsSoon(name: String) {
    // A quadratic step would take minutes here, which the run as a whole would show.
    #expect(Reading.messages(Self.texts[name] ?? "").contains("error") == (name != "braces"))
  }
}
