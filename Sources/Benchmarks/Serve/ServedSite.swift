import FoundationEssentials
import Glibc
import HTTPServer
import WeftHTTP
import WeftModel

/// A running `weft serve`: the command that lies beside this program.
final class ServedSite: Sendable {
  let origin: String
  private let process: pid_t

  /// Starts it; it is ready when this returns.
  init(_ configuration: String) async throws {
    // A port that was free a moment ago.
    let probe = try LoopbackServer { _ in .never }
    origin = probe.origin
    let port = probe.port
    probe.stop()
    let folder = FileManager.default.temporaryDirectory.path + "/weft-bench-state"
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let command = String(own.prefix(own.lastIndex(of: "/").map { own.distance(from: own.startIndex, to: $0) + 1 } ?? 0))
    let file = try ChildProcess.file(Array(configuration.utf8))
    defer { fclose(file) }
    let child = try ChildProcess(
      [command + "weft", "serve", "-c", "-", "--listen", "127.0.0.1:\(port)", "--fresh", "1h"], input: fileno(file),
      environment: ["PATH=/usr/bin:/bin", "XDG_STATE_HOME=\(folder)", "XDG_CACHE_HOME=\(folder)"])
    process = child.identifier
    let transport = CurlTransport()
    for _ in 0..<200 {
      if (try? await transport.response(to: Request(url: origin + "/status.json"))) != nil { return }
      try await Task.sleep(for: .milliseconds(50))
    }
    throw ChildProcess.Failure(description: "weft serve does not start; make release builds it")
  }

  /// The memory that it has now, in bytes.
  var residentBytes: Double {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8) else { return 0 }
    return (text.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0) * 4_096
  }

  func stop() {
    kill(process, SIGTERM)
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }
}
