import Foundation
import Testing
import WeftConfig
import WeftKit
import WeftModel

/// Manifests, and the settings of the kinds that they bring. `manifests.in` and `plugins.in` hold texts between lines of
/// `=====`, `.out` what is said of each; `WEFT_GOLDEN=write` writes the latter anew.
struct PluginTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")

  private static let manifest = """
    name: mail
    version: "2"
    command: [python3, mail.py]
    env: {TOKEN: "${TOKEN}"}
    kinds:
      mail:
        summary: messages
        settings:
          type: object
          additionalProperties: false
          required: [folder]
          properties:
            folder: {type: string, pattern: ^/}
            size: {type: integer, minimum: 1, maximum: 50, default: 20}
            ratio: {type: number, exclusiveMinimum: 0}
            unread: {type: boolean}
            sort: {enum: [date, subject]}
            hosts: {type: array, items: {type: string}, minItems: 1}
            login:
              type: object
              additionalProperties: false
              required: [user]
              properties: {user: {type: string}, port: {type: integer, default: 993}}
      site: {settings: {required: [url], properties: {url: {}}}}
    """

  private static func reader(_ kinds: [any SourceKind] = []) -> ConfigurationReader {
    Engine().adding(kinds).reader(unusableKinds: ["old": "its manifest old/plugin.yaml cannot be read"]) {
      ["TOKEN": "s3cret-token", "SIZE": "12", "FOLDER": "/secret-folder"][$0]
    }
  }

  private static func kinds() throws -> [PluginKind] {
    let reading = reader().manifest(Array(manifest.utf8), file: "plugin.yaml")
    return PluginKind.kinds(of: try #require(reading.manifest))
  }

  @Test(arguments: ["manifests", "plugins"]) func saysTheSame(name: String) throws {
    let input = try String(contentsOf: Self.folder.appending(path: name + ".in"), encoding: .utf8)
    let output = Self.folder.appending(path: name + ".out")
    let kinds = try Self.kinds()
    let said = input.components(separatedBy: "\n=====\n").map { text -> String in
      if name == "manifests" {
        let reading = Self.reader().manifest(Array(text.utf8), file: "plugin.yaml")
        return ConfigurationErrors(reading.diagnostics).rendered(color: false)
      }
      do throws(ConfigurationErrors) {
        return ConfigurationErrors(try Self.reader(kinds).read(text, file: "weft.yaml").warnings).rendered(color: false)
      } catch {
        return error.rendered(color: false)
      }
    }
    let text = said.joined(separator: "\n=====\n") + "\n"
    if ProcessInfo.processInfo.environment["WEFT_GOLDEN"] == "write" {
      try text.write(to: output, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOf: output, encoding: .utf8).components(separatedBy: "\n=====\n")
    for (index, pair) in zip(expected, text.components(separatedBy: "\n=====\n")).enumerated() {
      #expect(pair.0 == pair.1, "\(name), text \(index + 1)")
    }
    #expect(expected.count == said.count)
  }

  @Test func aManifestIsReadWhole() throws {
    let manifest = try Self.kinds()[0].manifest
    #expect(manifest.name == "mail")
    #expect(manifest.command == ["python3", "mail.py"])
    #expect(manifest.environment == [EnvironmentVariable(name: "TOKEN", value: "s3cret-token")])
    #expect(manifest.secretValues == ["s3cret-token"])
    #expect(manifest.kinds.map(\.name) == ["mail", "site"])
    #expect(
      manifest.kinds[0].settings.members.map(\.schema.expectation).prefix(6) == [
        "text that matches ^/", "a whole number from 1 to 50", "a number above 0", "true or false", "date or subject",
        "a list of texts with at least 1 element",
      ])
  }

  @Test func settingsHaveTheirTypes() throws {
    let text = """
      sources:
        a:
          kind: mail
          folder: "${FOLDER}"
          size: "${SIZE}"
          unread: true
          hosts: [a, 007, "true"]
          login: {user: 0123}
      """
    let source = try Self.reader(Self.kinds()).read(text, file: "weft.yaml").configuration.sources[0]
    #expect(
      source.extra.map { $0.name + "=" + $0.value.text } == [
        "folder=\"/secret-folder\"", "size=12", "unread=true", "hosts=[\"a\",\"007\",\"true\"]",
        "login={\"user\":\"0123\",\"port\":993}",
      ])
    #expect(source.request.secretValues == ["/secret-folder", "12"])
  }

  @Test func defaultsAreFilledIn() throws {
    let text = "sources: {a: {kind: mail, folder: /x}, b: {kind: site, url: https://x.example/{page}}}"
      .replacingOccurrences(of: "https://x.example/{page}", with: "'https://x.example/p'")
    let sources = try Self.reader(Self.kinds()).read(text, file: "weft.yaml").configuration.sources
    #expect(sources[0].extra.map(\.name) == ["folder", "size"])
    #expect(sources[1].url == "https://x.example/p")
  }

  @Test func anotherSettingIsAnotherFeed() throws {
    let reader = try Self.reader(Self.kinds())
    func identity(_ folder: String) throws -> UInt64 {
      try reader.read("sources: {a: {kind: mail, folder: \(folder)}}", file: "weft.yaml").configuration.identity
    }
    #expect(try identity("/x") == identity("/x"))
    #expect(try identity("/x") != identity("/y"))
  }

  @Test func referencesAreFoundWithoutAWordOfErrors() {
    let text = """
      plugins:
        a: ./here
        b: {folder: there, env: {T: "${TOKEN}"}, initialize: {x: 1}}
        c: {command: [run], kinds: {k: {}}, version: 3}
        "bad name": x
        d: {folder: y, command: [z]}
      sources: nonsense
      """
    let references = Self.reader().pluginReferences(in: Array(text.utf8))
    #expect(references.map(\.name) == ["a", "b", "c", "d"])
    #expect(references.map(\.folder) == ["./here", "there", nil, "y"])
    let applied = references[1].applied(to: PluginManifest(name: "b", command: ["r"]))
    #expect(applied.environment == [EnvironmentVariable(name: "T", value: "s3cret-token")])
    #expect(applied.secretValues == ["s3cret-token"])
    #expect(applied.initialization.text == "{\"x\":1}")
    #expect(references[2].manifest.kinds.map(\.name) == ["k"])
  }
}
