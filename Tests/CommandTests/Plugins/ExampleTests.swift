import Foundation
import TestSupport
import Testing

@testable import weft

/// The programs in `Examples/`.
@Suite struct ExampleTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Examples")

  private func path(_ name: String) -> String { Self.folder.appending(path: name).path }

  @Test(.enabled(if: BrokenPlugin.hasPython, "python3 is not there")) func rowsOfACSVFile() throws {
    var command = BuiltCommand("feed", "--limit", "all")
    command.folder = path("csv-plugin")
    let run = try command.run()
    #expect(run.errors == "")
    #expect(
      run.output == """
        2025-03-01 00:00  books  The Lighthouse, Rebuilt
        2025-02-14 09:30  books  Salt and Paper
        2025-02-14 00:00  books  "Quiet" Machines
        2025-01-20 17:00  books  Über die Brücke
        2025-01-05 00:00  books  Nine Maps
        2024-12-24 00:00  books  The Long Index
        2024-11-02 00:00  books  Cold Frames
        2024-10-10 00:00  books  A Field of Switches
        -                 books  Undated Letters

        """)
    let tried = try BuiltCommand("plugin", "test", path("csv-plugin"), "--timeout", "20s").run()
    #expect(tried.status == 0, "\(tried.output)")
  }

  @Test(.enabled(if: BrokenPlugin.hasGit, "git is not there")) func commitsOfARepository() throws {
    let place = TemporaryFolder()
    let script = """
      set -e
      export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null GIT_CONFIG_NOSYSTEM=1 LC_ALL=C.UTF-8
      git init -q repository; cd repository
      git config user.email a@example.org; git config user.name 'A "quoted" \\ näme'
      i=0
      while [ $i -lt 7 ]; do
        export GIT_AUTHOR_DATE="2025-01-0$((i + 1))T10:00:00Z" GIT_COMMITTER_DATE="2025-01-0$((i + 1))T10:00:00Z"
        git commit -q --allow-empty -m "Commit $i \\"}],{\\\\ <b> 😀" -m "$(printf 'tab\\there\\n\\033[31mred \\001 end')"
        i=$((i + 1))
      done
      # Bytes that are no UTF-8, as old tools wrote them.
      export GIT_AUTHOR_DATE=2025-01-09T10:00:00Z GIT_COMMITTER_DATE=2025-01-09T10:00:00Z
      git commit -q --allow-empty -m x
      { git cat-file commit HEAD | sed '/^$/q'; printf 'caf\\351 \\355\\240\\200 \\360\\237'; } > message
      git update-ref HEAD "$(git hash-object -t commit -w --stdin < message)"
      """
    #expect(try shell(script, in: place.path) == 0)
    try Data(
      """
      sources:
        commits:
          kind: command
          command: ["\(path("git-log/git-log-feed"))", repository, "{offset}", "3"]
          paging: {size: 3}

      """.utf8
    ).write(to: URL(filePath: place.file("weft.yaml")))
    let trace = place.file("trace")
    let run = try BuiltCommand(
      "feed", "-c", place.file("weft.yaml"), "--limit", "all", "--format", "json", "--trace", trace
    ).run()
    #expect(run.errors == "")
    let feed = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let items = try #require(feed["items"] as? [[String: Any]])
    let titles = items.map { $0["title"] as? String ?? "" }
    #expect(titles.count == 8)
    #expect(titles.first == "caf\u{FFFD} \u{FFFD} \u{FFFD}")
    #expect(Array(titles.dropFirst()) == (0..<7).reversed().map { "Commit \($0) \"}],{\\ 😀" })
    #expect(items.last?["content_text"] as? String == "tab\there\n\u{1B}[31mred \u{1} end\n")
    #expect((items.last?["authors"] as? [[String: String]])?.first?["name"] == "A \"quoted\" \\ näme")
    // Each page was asked for by its offset.
    let requests = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
      .filter { $0.contains("\"event\":\"request\"") }
    #expect(requests.count >= 3)
  }

  @Test func aFolderWithoutARepositoryIsSaid() throws {
    let place = TemporaryFolder()
    #expect(try shell("\"\(path("git-log/git-log-feed"))\" . 0 5 2> errors", in: place.path) == 1)
    let errors = try String(contentsOfFile: place.file("errors"), encoding: .utf8)
    #expect(errors.contains("git-log-feed: . is no repository with commits"))
  }

  @Test func theSwiftKindIsShort() throws {
    let file = path("swift-kind/Sources/weekdays/main.swift")
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count < 60)
    #expect(lines.first == "import WeftKit")
    guard isLong else { return }
    let place = TemporaryFolder()
    #expect(try SwiftPackage.build(path("swift-kind"), "--scratch-path", place.path) == 0)
    let output = place.file("out")
    #expect(try shell("\"\(place.path)/debug/weekdays\" > \"\(output)\"", in: place.path) == 0)
    let said = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
    #expect(said == ["1 days today"] + (1..<10).map { "\($0 + 1) days \($0) days ago" })
  }

  private func shell(_ script: String, in folder: String) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = URL(filePath: folder)
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
