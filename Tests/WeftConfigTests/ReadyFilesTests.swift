import Foundation
import Testing
import WeftConfig
import WeftKit
import WeftModel

/// The files of `config/`: each loads as it stands, with the built-in kinds and without a variable but the demo's.
struct ReadyFilesTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../config").standardizedFileURL

  static let names: [String] = {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return all.filter { $0.hasSuffix(".yaml") }.sorted()
  }()

  static let reader = Engine().reader(environment: { $0 == "WEFT_DEMO" ? "http://127.0.0.1:8080" : nil })

  @Test func thereAreFiles() {
    let services = ["github-releases", "hackernews", "lobsters", "mastodon", "qiita", "static-blog", "wordpress"]
    #expect(Set(Self.names).isSuperset(of: services.map { $0 + ".yaml" }))
  }

  @Test(arguments: names)
  func loadsWithoutAWord(name: String) throws {
    let bytes = try Array(Data(contentsOf: Self.folder.appending(path: name)))
    var said: [Diagnostic] = []
    do throws(ConfigurationErrors) {
      let (configuration, warnings) = try Self.reader.read(bytes, file: name)
      said = warnings
      #expect(!configuration.sources.isEmpty)
      for source in configuration.sources where source.kind != "auto" {
        #expect(throws: Never.self, "\(name): \(source.name)") { try Self.decoder(of: source) }
      }
    } catch {
      said = error.diagnostics
    }
    #expect(said.isEmpty, "\(ConfigurationErrors(said).rendered(color: false))")
  }

  private static func decoder(of source: SourceSettings) throws {
    for kind in BuiltInKinds.documentKinds where kind.name == source.kind { _ = try kind.makeDecoder(source) }
  }
}
