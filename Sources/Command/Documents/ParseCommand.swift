import DisplayText
import WeftKit

/// `weft parse`: one document as a JSON Feed document.
enum ParseCommand {
  static func run(_ invocation: Invocation) throws -> Int32 {
    let settings = try settings(invocation)
    let decoder = try decoder(for: settings, invocation)
    let path = invocation.operands[0]
    let response = try DocumentFile.response(
      path, base: invocation.value(of: "base"), contentType: invocation.value(of: "content-type"))
    let page: DecodedPage
    do {
      page = try decoder.decode(response)
    } catch {
      Console.standardError.say("\(DocumentFile.name(path)): \(error.message)")
      return ExitStatus.partial
    }
    for warning in page.warnings { Console.standardError.say("\(DocumentFile.name(path)): \(warning.text)") }
    var output = FileWriter(1)
    try PageJSON.write(page, to: &output)
    try output.flush()
    return ExitStatus.done
  }

  /// The settings of the source named, or those of a source that has none.
  private static func settings(_ invocation: Invocation) throws -> SourceSettings {
    guard let name = invocation.value(of: "source") else {
      guard !invocation.has("config") else {
        throw UsageError("-c FILE names the file; --source NAME is missing", command: .parse)
      }
      return SourceSettings(name: "document", url: invocation.value(of: "base") ?? "")
    }
    let configuration = try Engine.command.configuration(at: invocation.value(of: "config"))
    guard let source = try FeedOptions.chosen([name], of: configuration).first else {
      throw UsageError("there is no source \(name)", command: .parse)
    }
    return source
  }

  private static func decoder(for settings: SourceSettings, _ invocation: Invocation) throws -> any Decoder {
    let name = invocation.value(of: "kind") ?? settings.kind
    let kinds = Engine.command.documentKinds
    guard let kind = kinds.first(where: { $0.name == name }) else {
      let known = kinds.map(\.name)
      throw UsageError(
        "--kind \u{201C}\(TerminalText.clean(name))\u{201D}: one of \(known.joined(separator: ", ")) was expected",
        hint: Suggestion.sentence(name, known), command: .parse)
    }
    do {
      return try kind.makeDecoder(settings)
    } catch {
      let path = error.path.isEmpty ? "" : error.path + ": "
      throw UsageError("\(settings.name): \(path)\(error.message)", hint: error.hint)
    }
  }
}
