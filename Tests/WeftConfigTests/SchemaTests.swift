import Foundation
import TestSupport
import Testing
import WeftConfig
import WeftKit
import WeftModel

/// The JSON Schema and the reader, which are made of the same declarations, say the same.
struct SchemaTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
  private static let schema = ConfigurationSchema(kinds: BuiltInKinds.all)
  private let validator = SchemaValidator(schema.document)
  /// For configurations of this module's tests, which are read with stubs of kinds.
  private let stubValidator = SchemaValidator(ConfigurationSchema(kinds: StubKind.all).document)

  private static func isAccepted(_ text: String) -> Bool {
    (try? Reading.reader.read(text, file: "weft.yaml")) != nil
  }

  @Test(arguments: ReadyFilesTests.names)
  func readyFilesAreValid(_ name: String) throws {
    let bytes = try Data(contentsOf: Self.folder.appending(path: "../../config/\(name)"))
    #expect(validator.faults(in: EditorView.json(Array(bytes))) == [])
  }

  /// The configurations of the golden files: what is read without an error is valid.
  @Test(arguments: ["keys", "types", "selectors", "addresses", "together", "programs"])
  func whatIsReadIsValid(_ name: String) throws {
    let input = try String(contentsOf: Self.folder.appending(path: "Golden/\(name).in"), encoding: .utf8)
    for text in input.components(separatedBy: "\n=====\n") where Self.isAccepted(text) {
      #expect(stubValidator.faults(in: EditorView.json(text)) == [], "\(text)")
    }
  }

  /// Without `items` a source is read as a feed, whose fields are XPath.
  @Test func fieldsWithoutItemsAreThoseOfAFeed() throws {
    let text = "sources: {s: {url: 'https://x.org', fields: {id: x}}}"
    #expect(throws: ConfigurationErrors.self) { try Engine().configuration(reading: text) }
    let path = "sources: {s: {url: 'https://x.org', fields: {id: './x'}}}"
    _ = try Engine().configuration(reading: path)
    #expect(validator.faults(in: EditorView.json(path)) == [])
  }

  @Test(arguments: BadConfigurations.all)
  func bothRefuse(_ text: String) {
    #expect(!Self.isAccepted(text), "the reader takes it: \(text)")
    #expect(stubValidator.faults(in: EditorView.json(text)) != [], "\(text)")
  }

  @Test(arguments: [
    "sources: {s: {url: 'https://x.org', title: no}}", "sources: {s: {url: 'https://x.org', title: 8}}",
    "sources: {s: {url: 'https://x.org', title: 1.5, weight: 2}}",
    "weft: 1\nsources: {s: {url: 'https://x.org', title: ''}}",
    "sources: {s: {url: '${HOST}/a', enabled: '${TOKEN}', paging: link, request: }}",
    "defaults: {kind: json, items: i, fields: {id: x}}\nsources: {s: {url: 'https://x.org'}}",
    "sources: {s: {kind: json, url: 'https://x.org', items: i, fields: {id: x, authors: {name: a}, tags: [a, {const: b}]}}}",
    "sources: {s: {kind: command, command: [cat, '', 8]}}",
  ])
  func isValid(_ text: String) {
    #expect(stubValidator.faults(in: EditorView.json(text)) == [])
  }

  /// A plugin brings kinds that nobody knows before.
  @Test func kindsOfPlugins() {
    let plugins = "plugins: {mail: {folder: mail}}\n"
    let source = "sources: {s: {kind: maildir, folder: /var/mail}}"
    #expect(validator.faults(in: EditorView.json(plugins + source)) == [])
    #expect(validator.faults(in: EditorView.json(source)) != [])
    #expect(validator.faults(in: EditorView.json(plugins + "sources: {s: {kind: json, folder: x}}")) != [])
    #expect(
      validator.faults(in: EditorView.json("plugins: {mail: {foldr: mail}}\nsources: {s: {url: 'https://x.org'}}"))
        != [])
  }

  /// Whatever the reader takes is valid; the seed is printed with a failure.
  @Test(arguments: 0..<6 as Range<UInt64>)
  func randomOnes(_ seed: UInt64) {
    var accepted = 0
    for round in 0..<250 as Range<UInt64> {
      var configuration = RandomConfiguration(seed: seed << 32 | round, wrongness: 40)
      let text = configuration.text()
      guard Self.isAccepted(text) else { continue }
      accepted += 1
      let faults = stubValidator.faults(in: EditorView.json(text))
      #expect(faults == [], "seed \(seed), round \(round): \(text)")
    }
    #expect(accepted > 10, "seed \(seed): the reader takes too few of them to say anything")
  }

  /// A misspelt key is refused by both.
  @Test(arguments: 0..<4 as Range<UInt64>)
  func misspeltKeys(_ seed: UInt64) {
    for round in 0..<100 as Range<UInt64> {
      var configuration = RandomConfiguration(seed: seed << 32 | round, wrongness: 1_000)
      let (_, wrong) = configuration.pair()
      #expect(!Self.isAccepted(wrong), "seed \(seed), round \(round): \(wrong)")
      #expect(stubValidator.faults(in: EditorView.json(wrong)) != [], "seed \(seed), round \(round): \(wrong)")
    }
  }

  /// An editor shows what each key is for.
  @Test func everyKeyIsExplained() {
    for name in SectionName.allCases where name != .manifest {
      for key in KeyTable.section(name).keys {
        #expect(Self.schema.text.contains(JSONText.quoted(key.help)), "\(key.name)")
      }
    }
  }

  @Test func theTextIsJSON() throws {
    let object = try JSONSerialization.jsonObject(with: Data(Self.schema.text.utf8)) as? [String: Any]
    #expect(object?["$schema"] as? String == "http://json-schema.org/draft-07/schema#")
  }
}
