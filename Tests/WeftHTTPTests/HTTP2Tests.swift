import Foundation
import Glibc
import Testing
import WeftModel

@testable import WeftHTTP

/// Many requests over one connection, with nghttp2's server where it is installed (Debian: nghttp2-server).
@Suite struct HTTP2Tests {
  private static let program = ["/usr/bin/nghttpd", "/usr/sbin/nghttpd"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  @Test(.enabled(if: program != nil, "nghttpd is not installed"), .timeLimit(.minutes(1)))
  func requestsToOneHostShareAConnection() async throws {
    let program = try #require(Self.program)
    let folder = FileManager.default.temporaryDirectory.appending(path: "weft-h2-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in [
      ("key.pem", TestCertificate.key), ("cert.pem", TestCertificate.certificate), ("page", "hello"),
    ] {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    let log = folder.appending(path: "log")
    try Data().write(to: log)
    let port = Self.freePort()
    let server = Process()
    server.executableURL = URL(filePath: program)
    server.arguments = [
      "-v", "-a", "127.0.0.1", "-d", folder.path, "\(port)", folder.appending(path: "key.pem").path,
      folder.appending(path: "cert.pem").path,
    ]
    server.standardOutput = try FileHandle(forWritingTo: log)
    try server.run()
    defer {
      server.terminate()
      server.waitUntilExit()
    }

    let transport = CurlTransport()
    let request = Request(
      url: "https://127.0.0.1:\(port)/page",
      connection: ConnectionSettings(certificateFile: folder.appending(path: "cert.pem").path))
    // Until it listens.
    while await transport.failure(request) != nil { try await Task.sleep(for: .milliseconds(10)) }
    try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<20 { group.addTask { try await transport.response(to: request).text } }
      for try await text in group { #expect(text == "hello") }
    }
    let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n").filter {
      $0.contains("recv HEADERS")
    }
    let connections = Set(lines.compactMap { $0.split(separator: "]").first })
    #expect(lines.count == 21)
    #expect(connections.count == 1, "\(connections)")
  }

  private static func freePort() -> Int {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(socket, $0, length)
        _ = getsockname(socket, $0, &length)
      }
    }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}
