import TestSupport
import Testing
import WeftConfig
import WeftModel

/// What is written as a scalar is read back as the same text, at every place.
struct YAMLScalarTests {
  @Test(arguments: [
    ("plain", "plain"), ("a b", "a b"), ("Blog & Co", "Blog & Co"), ("日本語 🙂", "日本語 🙂"),
    ("https://example.org/feed?a=1&b=%20#x", "https://example.org/feed?a=1&b=%20#x"), ("7 days", "7 days"),
    ("3rd", "3rd"), ("it's", "it's"), ("C#", "C#"), ("a:b", "a:b"), ("👩‍👩‍👧", "👩‍👩‍👧"),
  ])
  func staysPlain(_ text: String, _ expected: String) { #expect(YAMLScalar.quoted(text) == expected) }

  @Test(arguments: [
    ("", "\"\""), ("no", "\"no\""), ("Off", "\"Off\""), ("null", "\"null\""), ("~", "\"~\""), ("0123", "\"0123\""),
    ("1:30", "\"1:30\""), ("1e3", "\"1e3\""), ("0x1F", "\"0x1F\""), ("2025-01-31", "\"2025-01-31\""),
    ("+1", "\"+1\""), (".5", "\".5\""), ("<<", "\"<<\""), ("=", "\"=\""), ("a: b", "\"a: b\""), ("a:", "\"a:\""),
    ("a #b", "\"a #b\""), ("#x", "\"#x\""), ("- a", "\"- a\""), ("@href", "\"@href\""), ("%a", "\"%a\""),
    ("a, b", "\"a, b\""), ("{page}", "\"{page}\""), (" a", "\" a\""), ("a ", "\"a \""), ("a\nb", "\"a\\nb\""),
    ("\u{0}\u{1B}\u{7F}\u{85}", "\"\\x00\\x1B\\x7F\\x85\""), ("a\u{202E}b", "\"a\\u202Eb\""),
    ("\u{FEFF}", "\"\\uFEFF\""), ("\u{10FFFF}", "\"\\U0010FFFF\""), ("say \"x\"", "'say \"x\"'"),
    ("it's \"x\"", "'it''s \"x\"'"), ("\\d+", "'\\d+'"), ("\"\n", "\"\\\"\\n\""),
  ])
  func isQuoted(_ text: String, _ expected: String) { #expect(YAMLScalar.quoted(text) == expected) }

  /// The text at each place of a file: a block value, a flow value, a key, an element.
  private static func file(_ text: String) -> String {
    let scalar = YAMLScalar.quoted(text)
    return """
      sources:
        s:
          url: https://example.org/{page}
          kind: json
          items: i
          fields: {id: {const: \(scalar)}, title: [{const: \(scalar)}], tags: {const: \(scalar), default: x}}
          request:
            method: POST
            body:
              json:
                \(isNoKey(text) ? "k" : scalar): \(scalar)
                more: [\(scalar), \(scalar)]
      """
  }

  /// An empty key is none, and `<<` merges maps; `more` stands there already.
  private static func isNoKey(_ text: String) -> Bool { ["", "<<", "more"].contains(text) }

  private static func constant(_ value: ValueSetting) -> String? {
    switch value {
    case .steps(let steps): return steps.const
    case .first(let list): return list.first.flatMap(constant)
    case .selector: return nil
    }
  }

  private static func check(_ text: String, _ seed: String) throws {
    // `${` is the configuration's own, and no matter of YAML.
    let source = try Reading.source(file(text))
    let constants = source.fields.values.map { constant($0.value) }
    #expect(constants == [text, text, text], "\(seed): \(YAMLScalar.quoted(text))")
    guard case .json(.object(let members)) = source.request.body else {
      Issue.record("\(seed): no body")
      return
    }
    #expect(members.first?.name == (isNoKey(text) ? "k" : text), "\(seed)")
    #expect(members.first?.value == .string(text), "\(seed): \(YAMLScalar.quoted(text))")
    #expect(members.last?.value == .array([.string(text), .string(text)]), "\(seed)")
  }

  @Test(arguments: [
    "", "a", "no", "0123", "1.5", "#", "a #b", ": ", "a: b", "a:", "- ", "---", "...", "? x", "&a", "*a", "!!str x",
    "|",
    ">-", "'", "''", "\"", "\\", "%YAML", "@x", "`", "[a]", "{a}", "a,b", "<<", " ", "  x  ", "\t", "a\tb", "\n",
    "\r\n",
    "\u{0}", "\u{1B}[0m", "\u{85}", "\u{2028}", "\u{FEFF}x", "\u{FFFE}", "\u{1FFFE}", "🙂", "👩‍👩‍👧", "é", "e\u{301}",
    "العربية", "\u{E000}", "=", "~", "null", "true", "1:30:00", "2025-01-31 12:00:00", "12e03", "._", "0o17",
  ])
  func roundTrip(_ text: String) throws { try Self.check(text, text) }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func randomRoundTrip(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let alphabet = Array(
      "ab1 :#-?&*!|>'\"%@`[]{},\\~=<.+\n\t\r\u{0}\u{85}\u{2028}\u{FEFF}é日🙂\u{200D}\u{301}noe0x_".unicodeScalars)
    for _ in 0..<150 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0..<9, using: &random) {
        if let scalar = alphabet.randomElement(using: &random) { text.append(scalar) }
      }
      try Self.check(String(text), "seed \(seed)")
    }
  }
}
