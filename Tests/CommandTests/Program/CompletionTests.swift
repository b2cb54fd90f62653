import Foundation
import TestSupport
import Testing

@testable import weft

/// The completions, run by the shells they are for; a shell that is not installed is passed over.
@Suite struct CompletionTests {
  /// One name is a command to a shell that expands it, one holds what shells split or quote.
  private static let configuration = """
    sources:
      blog: {url: "https://example.org/"}
      bl-two: {url: "https://example.org/2"}
      "$(touch pwned)": {url: "https://example.org/3"}
      two words: {url: "https://example.org/4"}
      "it's": {url: "https://${NOT_SET}/"}
    """

  private static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    try Data(configuration.utf8).write(to: URL(filePath: folder.path + "/weft.yaml"))
    try Data("sources: {other: {url: x}}".utf8).write(to: URL(filePath: folder.path + "/other one.yaml"))
    for shell in ["bash", "zsh", "fish"] {
      try Data(Completions.script(for: shell).utf8).write(to: URL(filePath: folder.path + "/weft." + shell))
    }
    return folder
  }

  // MARK: names

  @Test func namesAreListedWhateverIsWrong() throws {
    let folder = try Self.folder()
    defer { withExtendedLifetime(folder) {} }
    var command = BuiltCommand("help", "--sources")
    command.folder = folder.path
    #expect(
      try command.run() == .init(output: "blog\nbl-two\n$(touch pwned)\ntwo words\nit's\n", errors: "", status: 0))
    for file in ["none.yaml", "-", ".", "weft.bash"] {
      command.arguments = ["help", "--sources", "-c", file]
      #expect(try command.run() == .init(output: "", errors: "", status: 0), "\(file)")
    }
  }

  // MARK: bash

  private static func bash(_ words: [String], in folder: String) throws -> [String] {
    let script = #"""
      source ./weft.bash
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
      _weft
      ((${#COMPREPLY[@]})) && printf '%s\n' "${COMPREPLY[@]}"
      """#
    let outcome = try OutsideProgram.run(
      "bash", ["--norc", "-c", script, "bash"] + ["weft"] + words, folder: folder)
    #expect(outcome.errors == "")
    return outcome.output.split(separator: "\n").map(String.init)
  }

  @Test(
    .enabled(if: OutsideProgram.isThere("bash"), "bash is not installed"),
    arguments: [
      (["fe"], ["feed"]), (["he"], ["help"]), (["pro"], ["probe"]), (["--v"], ["--version"]),
      (["feed", "--lo"], ["--long"]), (["feed", "--times", ""], ["local", "relative", "utc"]),
      (["feed", "--times", "=", "r"], ["relative"]), (["feed", "--format", "="], FormatName.allCases.map(\.rawValue)),
      (["feed", "--source", "bl"], ["blog", "bl-two"]), (["feed", "--source", "=", "blo"], ["blog"]),
      (["check", "blo"], ["blog"]), (["check", "two"], ["two\\ words"]), (["check", "it"], ["it\\'s"]),
      (["check", "$"], []), (["check", "\\$"], ["\\$\\(touch\\ pwned\\)"]),
      (["check", "-c", "other one.yaml", ""], ["other"]),
      (["check", "--config", "=", "other one.yaml", "o"], ["other"]),
      (["check", "-cother one.yaml", ""], ["other"]), (["check", "-c", "~/other one.yaml", ""], ["other"]),
      (["check", "-c", "none.yaml", ""], []), (["parse", "--kind", "h"], ["html"]),
      (["feed", "-c", "oth"], ["other one.yaml"]),
      (["parse", "oth"], ["other one.yaml"]), (["help", "sch"], ["schema"]), (["feed", "x"], []),
      (["nothing", "x"], []),
    ] as [([String], [String])])
  func bashOffers(_ words: [String], _ expected: [String]) throws {
    let folder = try Self.folder()
    defer { withExtendedLifetime(folder) {} }
    let offered = try Self.bash(words, in: folder.path)
    let supported = Set(Completions.commands.map(\.name.rawValue))
    #expect(offered == expected.filter { $0 != "probe" || supported.contains($0) }, "\(words)")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/pwned"))
  }

  // MARK: zsh

  @Test(.enabled(if: OutsideProgram.isThere("zsh"), "zsh is not installed"))
  func zshOffersNames() throws {
    let folder = try Self.folder()
    defer { withExtendedLifetime(folder) {} }
    let check = try OutsideProgram.run("zsh", ["-f", "-n", "weft.zsh"], folder: folder.path)
    #expect(check.status == 0 && check.errors == "")
    // Stand-ins for the functions of the completion system show what it is told.
    let script = """
      _arguments() { print -rl -- "$@" }
      _describe() { print -rl -- "${(@)commands}" }
      compadd() { print -rl -- "${(@P)${@[-1]}}" }
      words=(weft check -c 'other one.yaml' ''); CURRENT=5
      source ./weft.zsh
      print -- ----
      local weft=weft; typeset -A opt_args; opt_args=()
      _weft_sources
      print -- ----
      opt_args=(-c 'other\\ one.yaml')
      _weft_sources
      """
    let outcome = try OutsideProgram.run("zsh", ["-f", "-c", script], folder: folder.path)
    #expect(outcome.errors == "")
    let parts = outcome.output.components(separatedBy: "----\n")
    try #require(parts.count == 3)
    #expect(parts[0].contains("*:name:_weft_sources"))
    #expect(parts[0].contains("--format=["))
    #expect(parts[1] == "blog\nbl-two\n$(touch pwned)\ntwo words\nit's\n")
    #expect(parts[2] == "other\n")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/pwned"))
  }

  // MARK: fish

  @Test(
    .enabled(if: OutsideProgram.isThere("fish"), "fish is not installed"),
    arguments: [
      ("weft fe", "feed"), ("weft feed --source bl", "bl-two blog"), ("weft check blo", "blog"),
      ("weft check -c 'other one.yaml' ", "other"), ("weft check --config='other one.yaml' ", "other"),
      ("weft feed --times ", "local relative utc"), ("weft parse --kind h", "html"), ("weft help sche", "schema"),
    ])
  func fishOffers(_ line: String, _ expected: String) throws {
    let folder = try Self.folder()
    defer { withExtendedLifetime(folder) {} }
    let script = "source ./weft.fish; complete -C \(Completions.single(line))"
    let outcome = try OutsideProgram.run("fish", ["--no-config", "-c", script], folder: folder.path)
    let offered = outcome.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }.filter {
      !$0.hasPrefix("-")
    }
    #expect(offered.sorted().joined(separator: " ") == expected, "\(line): \(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/pwned"))
  }
}
