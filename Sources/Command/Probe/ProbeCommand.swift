import WeftKit

/// `weft probe`: looks at a page and prints a stanza for it.
enum ProbeCommand {
  static func run(_ invocation: Invocation) async throws -> Int32 {
    let proposal: Proposal
    do throws(SourceFailure) {
      proposal = try await Engine.command.proposal(for: invocation.operands[0])
    } catch {
      if error.kind == .request, error.url == nil { throw UsageError(error.message, command: .probe) }
      let address = error.url.map { " (\($0))" } ?? ""
      Console.standardError.say("no proposal: \(error.message)\(address)")
      return ExitStatus.partial
    }
    var output = FileWriter(1)
    try output.write(proposal.text)
    try output.flush()
    for line in messages(proposal) { Console.standardError.say(line) }
    return ExitStatus.done
  }

  /// What a person who sends the proposal into a file would not see.
  private static func messages(_ proposal: Proposal) -> [String] {
    var lines = proposal.secrets.map {
      "the address held a secret, which is not printed: set \($0.name) in the environment, then run weft check"
    }
    let unsure = proposal.notes.count { $0.certainty == .unsure }
    if unsure > 0 { lines.append("\(unsure) \(unsure == 1 ? "thing is" : "things are") unsure; see the comments") }
    return lines
  }
}
