import Foundation
import Glibc
import TestSupport

/// Plugins that are broken in a way of their own, in a folder, each of their processes with a mark.
struct BrokenPlugin {
  let folder = TemporaryFolder()
  private let mark = "weft-test-\(UUID().uuidString)"

  private static let program = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "ExternalProcessTests/Fixtures/broken_plugin.py").path

  /// The manifest of a plugin as a map of one line.
  func manifest(_ name: String, _ mode: String) -> String {
    """
    {name: \(name), version: "1", command: [python3, "\(Self.program)", \(mode)], env: {WEFT_TEST_MARK: \(mark)}, \
    kinds: {\(name): {settings: {properties: {name: {type: string}}}}}}
    """
  }

  func write(_ text: String, to name: String) throws {
    let file = URL(filePath: folder.path).appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// The processes that have the mark.
  var processes: [String] {
    let wanted = Data("WEFT_TEST_MARK=\(mark)".utf8)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.filter { name in
      guard Int(name) != nil, let data = try? Data(contentsOf: URL(filePath: "/proc/\(name)/environ")) else {
        return false
      }
      return data.range(of: wanted) != nil
    }
  }

  /// Python is there; a test that needs it says so where it is not.
  static let hasPython = which("python3")
  /// Git is there.
  static let hasGit = which("git")

  private static func which(_ program: String) -> Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.contains { access("\($0)/\(program)", X_OK) == 0 }
  }
}
