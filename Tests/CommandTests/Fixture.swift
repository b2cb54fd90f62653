import Foundation
import Testing

/// Golden files below `Fixtures`: whole outputs, compared byte by byte.
///
/// To renew them after a change that is meant: `WEFT_RENEW_FIXTURES=1 swift test --filter CommandTests`, then read the
/// difference with `git diff` before it is committed.
enum Fixture {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

  /// The file's text.
  static func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
  }

  /// Compares the text with the file, and shows the first line that differs.
  static func compare(_ text: String, with name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let file = folder.appending(path: name)
    if ProcessInfo.processInfo.environment["WEFT_RENEW_FIXTURES"] != nil {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      return
    }
    let expected = try self.text(name)
    guard Array(text.utf8) != Array(expected.utf8) else { return }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let place =
      zip(lines, wanted).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(lines.count, wanted.count)
    let got = place < lines.count ? String(lines[place]) : "(end)"
    let want = place < wanted.count ? String(wanted[place]) : "(end)"
    Issue.record("\(name), line \(place + 1):\n  got      \(got)\n  expected \(want)", sourceLocation: sourceLocation)
  }
}
