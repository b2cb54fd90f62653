import Testing

@testable import weft

@Suite struct ArgumentParserTests {
  private func invocation(_ words: String) throws -> Invocation? {
    guard case .run(let invocation) = try ArgumentParser.request(words.split(separator: " ").map(String.init)) else {
      return nil
    }
    return invocation
  }

  @Test(
    arguments: [
      ("feed", [:], []),
      ("feed -c a.yaml", ["config": ["a.yaml"]], []),
      ("feed -ca.yaml", ["config": ["a.yaml"]], []),
      ("feed --config a.yaml", ["config": ["a.yaml"]], []),
      ("feed --config=a=b.yaml", ["config": ["a=b.yaml"]], []),
      ("feed --limit all --strict", ["limit": ["all"], "strict": [""]], []),
      ("feed --source a --source b", ["source": ["a", "b"]], []),
      ("feed -c -", ["config": ["-"]], []),
      ("feed --limit -1", ["limit": ["-1"]], []),
      ("check -- --odd -c", [:], ["--odd", "-c"]),
      ("check blog -c a.yaml forum", ["config": ["a.yaml"]], ["blog", "forum"]),
      ("select $.a -", [:], ["$.a", "-"]),
      ("parse --kind=feed -", ["kind": ["feed"]], ["-"]),
    ] as [(String, [String: [String]], [String])])
  func words(_ line: String, _ options: [String: [String]], _ operands: [String]) throws {
    let result = try #require(try invocation(line))
    #expect(result.options == options)
    #expect(result.operands == operands)
  }

  @Test(arguments: [
    ("", "a command is missing"),
    ("-- feed", "a command is missing"),
    ("-c x feed", "-c stands before the command"),
    ("fed", "there is no command “fed”; did you mean feed?"),
    ("feed --limt 3", "unknown option --limt; did you mean --limit?"),
    ("feed --soruce=x", "unknown option --soruce; did you mean --source?"),
    ("feed -x", "unknown option -x"),
    ("feed --limit", "--limit needs an argument: N|all"),
    ("feed -c", "-c needs an argument: FILE"),
    ("feed --strict=yes", "--strict takes no argument"),
    (
      "feed --order newst",
      "--order “newst”: one of newest, interleave, weighted, rank was expected; did you mean newest?"
    ),
    ("feed blog", "“blog” is one word too many"),
    ("parse", "FILE|- is missing"),
    ("select $.a", "SELECTOR FILE|- is missing"),
    ("check --limit 3", "--limit is no option of weft check; it belongs to weft feed, weft demo"),
    ("check --format atom", "--format “atom”: one of text, json was expected"),
    ("feed --refresh=1", "--refresh takes no argument"),
    ("feed --record", "--record needs an argument: DIR"),
    ("probe", "URL is missing"),
  ])
  func mistakes(_ line: String, _ message: String) {
    let error = #expect(throws: UsageError.self) { try invocation(line) }
    guard let error else { return }
    let said = error.message + (error.hint.map { "; " + $0 } ?? "")
    #expect(said.hasPrefix(message), "\(said)")
  }

  @Test(arguments: CommandName.allCases)
  func helpWorksEverywhere(_ command: CommandName) throws {
    for line in ["\(command) --help", "\(command) --nonsense -h", "\(command) --limit --help"] {
      let request = try ArgumentParser.request(line.split(separator: " ").map(String.init))
      #expect(request == .help(command))
    }
    #expect(try ArgumentParser.request(["--help"]) == .help(nil))
    #expect(try ArgumentParser.request(["--nonsense", "-h"]) == .help(nil))
    #expect(try ArgumentParser.request(["--version"]) == .version)
  }

  @Test func hostileWordsAreNotEchoed() {
    let error = #expect(throws: UsageError.self) { try ArgumentParser.request(["feed", "--\u{1B}[31mx"]) }
    #expect(error?.message == "unknown option --x")
  }

  @Test func aLongWordCostsNothing() {
    #expect(Suggestion.nearest(String(repeating: "a", count: 100_000), ["limit"]) == nil)
  }

  @Test func everyOptionIsSpelledOnceForACommand() {
    for command in CommandName.allCases {
      let names = OptionDefinition.of(command).map(\.name)
      #expect(Set(names).count == names.count)
    }
  }
}
