import Foundation
import Testing

/// Whole error texts, compared with files: `NAME.in` holds configurations between lines of `=====`, `NAME.out` what is
/// said of each. `WEFT_GOLDEN=write` writes the latter anew, to be read through before it is committed.
struct GoldenTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")

  @Test(arguments: ["keys", "types", "selectors", "addresses", "together", "programs"])
  func saysTheSame(name: String) throws {
    let input = try String(contentsOf: Self.folder.appending(path: name + ".in"), encoding: .utf8)
    let output = Self.folder.appending(path: name + ".out")
    let said = input.components(separatedBy: "\n=====\n").map { Reading.messages($0) }
    let text = said.joined(separator: "\n=====\n") + "\n"
    if ProcessInfo.processInfo.environment["WEFT_GOLDEN"] == "write" {
      try text.write(to: output, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOf: output, encoding: .utf8).components(separatedBy: "\n=====\n")
    for (index, pair) in zip(expected, text.components(separatedBy: "\n=====\n")).enumerated() {
      #expect(pair.0 == pair.1, "\(name), configuration \(index + 1)")
    }
    #expect(expected.count == said.count)
  }
}
