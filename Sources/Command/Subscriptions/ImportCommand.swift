import WeftKit

/// `weft import`: a list of subscriptions (OPML) as a configuration.
enum ImportCommand {
  static func run(_ invocation: Invocation) throws -> Int32 {
    let path = invocation.operands[0]
    let file = DocumentFile.name(path)
    let bytes: [UInt8]
    do { bytes = try InputFile.bytes(of: path, limit: 64 << 20) } catch { throw UsageError(error.message) }
    let reader: OPMLReader
    do throws(SubscriptionProblem) {
      reader = try OPMLReader(bytes)
    } catch {
      throw UsageError("\(file): \(error.message)")
    }
    let list = SubscriptionList(reader.subscriptions, check: problem)
    let problems = (reader.problems + list.problems).sorted { ($0.line ?? .max) < ($1.line ?? .max) }
    for problem in problems { Console.standardError.say(problem.text(file: file)) }
    guard !list.sources.isEmpty else { throw UsageError("\(file): there is no feed in it that could be read") }
    var output = FileWriter(1)
    try output.write(list.configuration(from: file))
    try output.flush()
    return ExitStatus.done
  }

  /// What the reader of configurations says of an address, in one sentence.
  private static func problem(_ url: String) -> String? {
    let text = "sources:\n  s:\n    url: \(YAMLScalar.quoted(url))\n    paging: {size: 1}\n"
    do throws(ConfigurationErrors) {
      _ = try Engine.command.configuration(reading: text)
      return nil
    } catch {
      let first = error.diagnostics.first { $0.severity == .error }
      // A template without its selectors: the rest of the source is not in the list, the address is fine.
      guard let first, !first.message.contains("{cursor} needs") else { return nil }
      return first.message
    }
  }
}
