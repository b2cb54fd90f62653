import WeftConfig
import WeftModel

/// A kind with declarations like those of the built-in ones and checks just good enough for tests.
struct StubKind: DocumentKind {
  let name: String
  let summary = "a stub"
  let settings: [SettingDeclaration]

  func makeSource(_ settings: SourceSettings, context: SourceContext) throws(SettingProblem) -> any PageSource {
    throw SettingProblem("a stub makes no sources")
  }

  func makeDecoder(_ settings: SourceSettings) throws(SettingProblem) -> any Decoder {
    throw SettingProblem("a stub makes no decoders")
  }

  func recognizes(_ response: Response) -> Recognition { .no }

  private static let pageKeys = [
    "paging.next", "paging.cursor", "paging.last", "paging.stop.has_more", "paging.stop.total_pages",
    "paging.stop.total_items", "request.fail_when",
  ]

  private init(
    _ name: String, expects: String, required: [String], keys: [String],
    check: @escaping @Sendable (String) -> SettingProblem?
  ) {
    self.name = name
    settings = keys.map {
      SettingDeclaration(key: $0, expects: expects, summary: $0, isRequired: required.contains($0), check: check)
    }
  }

  static let json = StubKind(
    "json", expects: "a JSONPath or a dotted name", required: ["items", "fields"], keys: ["items", "fields"] + pageKeys
  ) { text in
    guard !text.hasPrefix("$") else {
      return text.hasSuffix("[") ? SettingProblem("] is missing", offset: text.count) : nil
    }
    let isName = text.unicodeScalars.allSatisfy { "@/#> =()".unicodeScalars.contains($0) == false }
    return isName ? nil : SettingProblem("a name cannot hold this", offset: text.unicodeScalars.count - 1)
  }

  static let html = StubKind(
    "html", expects: "a CSS selector or an XPath", required: ["items", "fields"], keys: ["items", "fields"] + pageKeys
  ) { text in
    text.hasPrefix("$")
      ? SettingProblem("a CSS selector cannot start with $", offset: 0)
      : text.contains("=") && !text.contains("[") ? SettingProblem("= stands outside [ ]") : nil
  }

  static let feed = StubKind("feed", expects: "an XPath", required: [], keys: ["fields"] + pageKeys) { _ in nil }

  static let box = StubKind("box", expects: "anything", required: [], keys: ["lid", "depth"]) { text in
    text == "open" ? SettingProblem("a lid must be shut", hint: "write shut") : nil
  }

  static let command = StubKind(
    "command", expects: "something", required: ["command"], keys: ["command", "items", "fields"] + pageKeys
  ) { _ in nil }

  static let all: [any SourceKind] = [
    feed, json, html, OtherKind(stub: box, needsURL: true), OtherKind(stub: command, needsURL: false),
  ]
}

/// A kind whose sources are no documents.
struct OtherKind: SourceKind {
  let stub: StubKind
  let needsURL: Bool

  var name: String { stub.name }
  var summary: String { stub.summary }
  var settings: [SettingDeclaration] { stub.settings }

  func makeSource(_ settings: SourceSettings, context: SourceContext) throws(SettingProblem) -> any PageSource {
    try stub.makeSource(settings, context: context)
  }
}

/// The reader under test, with a small environment.
enum Reading {
  static let environment: [String: String] = [
    "TOKEN": "s3cret", "HOST": "https://api.example.org", "ODD": "a: [b", "LINES": "a\nb", "BRACES": "{x}",
  ]

  static let reader = ConfigurationReader(
    kinds: StubKind.all,
    checks: ValueChecks(
      pattern: { $0.contains("(") && !$0.contains(")") ? SettingProblem("missing )", offset: 0) : nil },
      zone: { $0.hasPrefix("Mars") ? SettingProblem("unknown zone \"\($0)\"") : nil }),
    environment: { environment[$0] })

  /// All that is said about a text, as a terminal shows it; empty where nothing is said.
  static func messages(_ text: String) -> String {
    do throws(ConfigurationErrors) {
      return ConfigurationErrors(try reader.read(text, file: "weft.yaml").warnings).rendered(color: false)
    } catch {
      return error.rendered(color: false)
    }
  }

  /// The configuration of a text in which nothing is wrong.
  static func configuration(_ text: String) throws -> Configuration {
    try reader.read(text, file: "weft.yaml").configuration
  }

  /// The one source of a text.
  static func source(_ text: String) throws -> SourceSettings {
    let sources = try configuration(text).sources
    guard let first = sources.first, sources.count == 1 else { throw ConfigurationErrors([]) }
    return first
  }
}
