import Foundation
import Glibc
import TestSupport
import Testing
import WeftKit

/// A running `weft serve` of a test.
struct ServedFeed {
  let run: RunningCommand
  let site: SiteClient
  private let folder = TemporaryFolder()

  /// Starts it at a free port; it is ready when this returns.
  init(
    _ configuration: String, _ arguments: [String] = [], environment: [String: String] = [:], seconds: Double = 280
  ) async throws {
    var command = BuiltCommand("serve", "-c", "-", "--listen", "127.0.0.1:0")
    command.arguments += arguments
    command.input = configuration
    command.seconds = seconds
    command.environment = ["XDG_STATE_HOME": folder.path, "XDG_CACHE_HOME": folder.path].merging(environment) { $1 }
    run = try command.start()
    let errors = try await run.waitForErrors { $0.contains("until Ctrl-C") }
    site = SiteClient(origin: errors.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/).map { String($0.0) } ?? "")
  }

  var origin: String { site.origin }
  var port: Int { Int(origin.split(separator: ":").last ?? "") ?? 0 }

  /// What it answers; see `SiteClient`.
  func get(_ target: String) async throws -> Response { try await site.get(target) }
  func object(_ target: String) async throws -> [String: Any] { try await site.object(target) }

  /// Ends it by a signal and says how it ended.
  @discardableResult
  func stop(_ signal: Int32 = SIGTERM) throws -> BuiltCommand.Outcome {
    run.signal(signal)
    return try run.finish()
  }
}
