public import WeftModel
import WeftSources

/// The kind `command`: a program whose standard output is a page, of any kind that documents have.
public struct ProgramKind: SourceKind {
  private let documents: AutoKind

  /// - Parameter kinds: the kinds of document that a program's output may be.
  public init(among kinds: [any DocumentKind]) { documents = AutoKind(among: kinds) }

  /// `command`.
  public var name: String { "command" }
  /// One line for `weft plugins`.
  public var summary: String { "the standard output of a program: a feed, JSON, HTML or XML; no shell" }
  /// A program has no address.
  public var needsURL: Bool { false }

  /// The program, and the settings of all kinds of document.
  public var settings: [SettingDeclaration] {
    [
      SettingDeclaration(
        key: "command", expects: "a program and its arguments", summary: "the program, then its arguments",
        isRequired: true)
    ]
      + documents.settings.map { setting in
        var setting = setting
        // What the output is shows when it is there.
        setting.isRequired = false
        return setting
      }
  }

  /// A source of documents whose requests are runs of the program.
  public func makeSource(
    _ settings: SourceSettings, context: SourceContext
  ) throws(SettingProblem) -> any PageSource {
    guard !settings.programs.command.isEmpty else {
      throw SettingProblem("a program was expected", path: "command")
    }
    return try DocumentSource(settings, decoder: documents.makeDecoder(settings), context: context)
  }
}
