import FoundationEssentials
import Glibc

/// `weft-conformance KIND`: one JSON answer a line for each JSON line read, so that the conformance checks can ask the
/// library without knowing Swift. A line that cannot be read is answered with `{}`.
@main
struct Program {
  static func main() async {
    if CommandLine.arguments.count == 2, CommandLine.arguments[1] == "probe" {
      while let text = readLine() { print(await answerProbe(text)) }
      return
    }
    if CommandLine.arguments.count == 2, let answer = Kinds.ofText[CommandLine.arguments[1]] {
      while let text = readLine() { print(answer(text)) }
      return
    }
    guard CommandLine.arguments.count == 2, let answer = Kinds.all[CommandLine.arguments[1]] else {
      let names = (Array(Kinds.all.keys) + Array(Kinds.ofText.keys) + ["probe"]).sorted().joined(separator: " | ")
      fail("usage: weft-conformance \(names)\n")
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    while let text = readLine() {
      let line = try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
      let data = try? encoder.encode(JSONValue.object(line.map(answer) ?? [:]))
      print(data.map { String(decoding: $0, as: UTF8.self) } ?? "{}")
    }
  }

  private static func fail(_ message: String) -> Never {
    var message = message
    _ = message.withUTF8 { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(2)
  }
}
