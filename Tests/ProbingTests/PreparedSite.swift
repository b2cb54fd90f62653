import Foundation
import Probing
import TestSupport
import WeftKit
import WeftModel

/// A site of files: the pages of a test, and 404 for everything else.
struct PreparedSite {
  /// The address that is probed.
  var url: String
  /// Address, file (or text, where there is no such file), media type, further header fields.
  var pages: [(url: String, content: String, type: String, headers: HeaderFields)] = []

  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

  init(_ url: String) { self.url = url }

  /// The site with a further page.
  func page(_ url: String, _ content: String, _ type: String, _ headers: HeaderFields = [:]) -> PreparedSite {
    var site = self
    site.pages.append((url, content, type, headers))
    return site
  }

  /// The site with its first page, at the address that is probed.
  func first(_ content: String, _ type: String, _ headers: HeaderFields = [:]) -> PreparedSite {
    page(url, content, type, headers)
  }

  /// What answers for the site.
  var transport: ScriptedTransport {
    var answers: [String: Response] = [:]
    for page in pages {
      let file = PreparedSite.folder.appending(path: page.content)
      let body = page.content.count < 40 ? (try? Data(contentsOf: file)).map { [UInt8]($0) } : nil
      var headers = page.headers
      headers.append("Content-Type", page.type)
      answers[page.url] = Response(
        headers: headers, body: body ?? Array(page.content.utf8), url: page.url,
        receivedAt: Timestamp(seconds: 1_764_000_000))
    }
    let fixed = answers
    return ScriptedTransport { request throws(SourceFailure) in
      fixed[request.url] ?? Response("not here", status: 404, url: request.url)
    }
  }

  /// The proposal for the site.
  func proposal() async throws -> Proposal { try await Engine(transport: transport).proposal(for: url) }

  /// Why there is none.
  func failure() async -> SourceFailure? {
    do throws(SourceFailure) {
      _ = try await Engine(transport: transport).proposal(for: url)
      return nil
    } catch {
      return error
    }
  }
}

extension Proposal {
  /// The source that the printed text is.
  func loaded() throws -> SourceSettings {
    let environment = Dictionary(secrets.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    let (configuration, warnings) = try Engine(transport: ScriptedTransport { _ in Response("", status: 500) })
      .configuration(reading: text) { environment[$0] }
    guard warnings.isEmpty, let source = configuration.sources.first, configuration.sources.count == 1 else {
      throw SettingProblem("warnings: \(warnings)")
    }
    return source
  }
}
