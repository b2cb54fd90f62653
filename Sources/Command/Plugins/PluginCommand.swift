import DisplayText
import WeftKit

/// `weft plugin new` and `weft plugin test`.
enum PluginCommand {
  static func run(_ invocation: Invocation) async throws -> Int32 {
    let words = ["new", "test"]
    let word = invocation.operands[0]
    let operand = invocation.operands[1]
    switch word {
    case "new":
      if invocation.has("setting") { throw usage("--setting belongs to weft plugin test") }
      if invocation.has("timeout") { throw usage("--timeout belongs to weft plugin test") }
      if invocation.has("kind") { throw usage("--kind belongs to weft plugin test") }
      return try PluginSkeletonCommand.run(operand, invocation)
    case "test":
      if invocation.has("language") { throw usage("--language belongs to weft plugin new") }
      if invocation.has("directory") { throw usage("--directory belongs to weft plugin new") }
      return try await PluginTestCommand.run(operand, invocation)
    default:
      throw UsageError(
        "\u{201C}\(TerminalText.clean(word))\u{201D}: one of new, test was expected",
        hint: Suggestion.sentence(word, words), command: .plugin)
    }
  }

  static func usage(_ message: String) -> UsageError { UsageError(message, command: .plugin) }
}
