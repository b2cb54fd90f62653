import Foundation
import HTTPServer
import TestSupport

/// A site, a folder for the state, and readers of that site.
final class ReaderBench {
  let site: ReaderSite
  let state: StateFolder
  let config: URL

  init(pages: Int = 20, title: @escaping @Sendable (String, Int) -> (title: String, html: String)? = { _, _ in nil })
    throws
  {
    site = try ReaderSite(pages: pages, title: title)
    state = try StateFolder()
    config = URL(filePath: state.path).appending(path: "weft.yaml")
  }

  deinit {
    site.stop()
    state.remove()
  }

  /// A file that can be run.
  func program(_ name: String, _ text: String) throws -> String {
    let path = state.path + "/bin/" + name
    try FileManager.default.createDirectory(atPath: state.path + "/bin", withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }

  /// Nothing comes late, however slow the machine is: `patience` is that of the reader at the start, too.
  func write(_ sources: [String], more: String = "merge: {patience: 20s}\n") throws {
    let yaml = PagedFeed.configuration(sources.map { ($0, "/" + $0) }, origin: site.server.origin, more: more)
    try Data(yaml.utf8).write(to: config)
  }

  /// A screen with a reader of these sources, which shows the text.
  func screen(
    _ sources: [String], environment: [String: String] = [:], columns: Int = 100, rows: Int = 24,
    settings: [String] = [], showing text: String? = "item 1."
  ) async throws -> TmuxScreen {
    try write(sources)
    let variables = ["XDG_STATE_HOME": state.path, "XDG_CACHE_HOME": state.path + "/cache", "LC_ALL": "C.UTF-8"]
    let screen = try TmuxScreen(
      ["read", "-c", config.path], environment: variables.merging(environment) { $1 }, columns: columns, rows: rows,
      settings: settings)
    try screen.start()
    if let text { try await screen.wait(for: text) }
    return screen
  }
}
