import Regexes
import Testing

@Suite struct RegularExpressionTests {
  @Test func findsGroups() throws {
    let expression = try RegularExpression(#"(\d+)-(x)?(?P<word>\pL+)"#)
    #expect(expression.groupCount == 3)
    #expect(expression.firstMatch(in: "ä 12-Größe!") == ["12-Größe", "12", nil, "Größe"])
    #expect(expression.firstMatch(in: "none") == nil)
    #expect(expression.capture(in: "id 7-z") == "7")
    #expect(try RegularExpression("b+").capture(in: "abbc") == "bb")
    #expect(try RegularExpression("a(b)?").capture(in: "ac") == nil)
  }

  @Test func matchesPartOrWhole() throws {
    let expression = try RegularExpression("swift", ignoringCase: true)
    #expect(expression.matches(in: "On SWIFT 6"))
    #expect(!expression.matchesWhole("On SWIFT 6"))
    #expect(expression.matchesWhole("Swift"))
    #expect(try RegularExpression("(?i)ÄB").matches(in: "xäb"))
    #expect(try RegularExpression("").matchesWhole(""))
  }

  static let replaced: [(pattern: String, replacement: String, text: String, expected: String)] = [
    (#"\?utm_\w+=\w+"#, "", "http://h/?utm_a=b", "http://h/"), ("(a)(b)?", #"<\2\1\0>"#, "ab a", "<baab> <aa>"),
    ("", "-", "äb", "-ä-b-"), ("x*", "-", "axxb", "-a-b-"), ("b$", #"\\$1"#, "ab", #"a\$1"#), ("z", "y", "abc", "abc"),
    ("^a", "b", "aaa", "baa"), (".", "é", "日本", "éé"),
  ]

  @Test(arguments: replaced) func replacesAll(
    row: (pattern: String, replacement: String, text: String, expected: String)
  ) throws {
    let expression = try RegularExpression(row.pattern)
    #expect(expression.fault(inReplacement: row.replacement) == nil)
    #expect(expression.replacingAll(in: row.text, with: row.replacement) == row.expected)
  }

  @Test func saysWhatIsWrong() throws {
    for (pattern, part) in [
      ("(a", "missing )"), ("a{9999}", "repetition"), ("(?=a)", "(?="), ("[z-a]", "range"), (#"\8"#, "escape"),
    ] {
      do {
        _ = try RegularExpression(pattern)
        Issue.record("\(pattern) compiled")
      } catch {
        #expect(error.reason.contains(part), "\(error.reason)")
        #expect(error.pattern == pattern)
      }
    }
    let expression = try RegularExpression("(a)")
    #expect(expression.fault(inReplacement: #"\2"#)?.contains("group") == true)
    #expect(expression.fault(inReplacement: #"a\"#) != nil)
    #expect(expression.fault(inReplacement: #"\n"#) != nil)
  }

  @Test func hostilePatternsStayLinear() throws {
    let text = String(repeating: "a", count: 100_000) + "!"
    #expect(try !RegularExpression("(a+)+$").matches(in: text))
    #expect(throws: RegularExpressionError.self) { try RegularExpression("((a{100}){100}){100}") }
    #expect(throws: RegularExpressionError.self) { try RegularExpression(String(repeating: "(", count: 50_000)) }
  }

  @Test func isSharedBetweenTasks() async throws {
    let expression = try RegularExpression(#"(\d+)$"#)
    let found = await withTaskGroup(of: String?.self) { group in
      for number in 0..<200 { group.addTask { expression.capture(in: "n \(number)") } }
      return await group.reduce(into: Set<String>()) { if let value = $1 { $0.insert(value) } }
    }
    #expect(found.count == 200)
  }
}
