import Foundation
import HTTPServer
import TestSupport
import Testing

/// Answers of many megabytes.
@Suite struct LargeAnswerTests {
  @Test(arguments: [256 << 10, (256 << 10) + 1, 1 << 20])
  func arrivesWhole(size: Int) throws {
    let body = [UInt8]((0..<size).map { UInt8(97 + $0 % 23) })
    let server = try LoopbackServer { _ in ServerResponse(body: .bytes(body)) }
    let answer = try #require(PlainClient.get(server.port, "/"))
    #expect(answer.head.contains("\r\nContent-Length: \(size)"))
    #expect(Array(answer.body.utf8) == body)
    let head = try #require(PlainClient.get(server.port, "/", method: "HEAD"))
    #expect(head.head.contains("Content-Length: \(size)"))
    #expect(head.body.isEmpty)
  }

  /// An answer that many are being sent is in memory once.
  @Test func isThereOnce() throws {
    let body = [UInt8](repeating: 97, count: 16 << 20)
    let server = try LoopbackServer { _ in ServerResponse(body: .bytes(body)) }
    let before = try residentBytes()
    let clients = try (0..<32).map { _ in try #require(PlainClient(port: server.port)) }
    for client in clients { client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n") }
    for client in clients { #expect(client.receive(1).count == 1) }
    #expect(try residentBytes() - before < 128 << 20)
  }

  private func residentBytes() throws -> Int {
    let words = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    return (Int(words[1]) ?? 0) * Int(getpagesize())
  }
}
