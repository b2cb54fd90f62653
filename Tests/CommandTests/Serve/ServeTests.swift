import Foundation
import Glibc
import HTTPServer
import TestSupport
import Testing
import WeftKit

/// The built `weft serve`: fifty sources, many readers, how it ends.
@Suite struct ServeTests {
  /// With a dead, a slow and a broken source there is a first page, and all that is served says what is missing.
  @Test(.timeLimit(.minutes(2))) func theFirstPageOfFifty() async throws {
    let upstream = try FiftySources(.held)
    defer { upstream.stop() }
    let served = try await ServedFeed(upstream.configuration(patience: "2s"))
    let page = try await served.object("/feed.json?limit=40")
    let items = page["items"] as? [[String: Any]] ?? []
    let expected = Array(FiftySources.order.filter { !$0.hasPrefix("3-") }.prefix(40))
    #expect(items.compactMap { $0["id"] as? String } == expected)
    let missing = (page["_weft"] as? [String: Any])?["degraded"] as? [String]
    #expect(missing == ["s1", "s2", "s3"])
    let html = String(decoding: try await served.get("/").body, as: UTF8.self)
    #expect(html.contains("<p class=\"notice\">Items may be missing from s1, s2, s3.</p>"))
    #expect(html.contains("data-source=\"s3\" data-state=\"fetching\""))
    let sources = try await served.object("/status.json")["sources"] as? [[String: Any]] ?? []
    let words = sources.prefix(4).map { "\($0["state"] ?? ""): \($0["text"] ?? "")" }
    #expect(words == ["error: failed", "error: failed", "fetching: slow", "ready: 1 page"])
    for form in ["atom", "rss"] {
      let text = String(decoding: try await served.get("/feed.\(form)").body, as: UTF8.self)
      let missing = text.matches(of: /<weft:degraded[^>]*>(\w+)<\/weft:degraded>/).map { String($0.1) }
      #expect(missing == ["s1", "s2", "s3"], "\(form) does not say what is missing")
    }
    // Behind its first page, too, nobody waits for it; when it answers at last, nothing is missing any more.
    let next = try #require(page["next_url"] as? String)
    #expect(try await served.object(next)["items"] as? [[String: Any]] != nil)
    upstream.release()
    while try await served.object("/status.json")["sources"].map({ "\($0)".contains("slow") }) == true {}
    let whole = try await served.object("/feed.json?limit=40")["items"] as? [[String: Any]] ?? []
    #expect(whole.compactMap { $0["id"] as? String } == Array(FiftySources.order.prefix(40)))
    #expect(Set(upstream.askedPages).count == upstream.askedPages.count)
    #expect(try served.stop().status == 128 + SIGTERM)
  }

  /// Twenty readers at once, each at its own pace and from another place on: each page of a source is asked for once.
  @Test(.timeLimit(.minutes(2))) func twentyReaders() async throws {
    let upstream = try FiftySources()
    defer { upstream.stop() }
    let served = try await ServedFeed(upstream.configuration())
    let site = served.site
    let walks = try await withThrowingTaskGroup(of: [String].self) { group in
      for number in 0..<20 {
        group.addTask {
          var ids: [String] = []
          var next: String? = "/feed.json?limit=\(20 + number % 5 * 10)"
          while let target = next, ids.count < 300 {
            let page = try await site.object(target)
            ids += (page["items"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
            next = page["next_url"] as? String
          }
          return ids
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    for walk in walks { #expect(walk == Array(FiftySources.order.prefix(walk.count))) }
    #expect(walks.allSatisfy { $0.count >= 300 })
    #expect(Set(upstream.askedPages).count == upstream.askedPages.count)
    try served.stop()
  }

  // MARK: its end

  private static func held(_ upstream: FiftySources) -> String {
    "sources: {s3: {url: \"\(upstream.server.origin)/3?page={page}\"}}\nmerge: {patience: 60s}\n"
  }

  /// A client that has asked for the held source, over a bare socket.
  private func waiting(_ served: ServedFeed, _ upstream: FiftySources) async throws -> PlainClient {
    let client = try #require(PlainClient(port: served.port))
    client.send("GET /feed.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    await upstream.server.wait { $0.requestsOpen > 0 }
    // It listens, too; listeners are no reason to go on.
    return client
  }

  @Test(.timeLimit(.minutes(2))) func aSignalLetsReadersFinish() async throws {
    let upstream = try FiftySources(.held)
    defer { upstream.stop() }
    let served = try await ServedFeed(Self.held(upstream))
    let listener = try #require(PlainClient(port: served.port))
    listener.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(String(decoding: listener.receive(), as: UTF8.self).contains("text/event-stream"))
    let client = try await waiting(served, upstream)
    // Its answer to another request shows that it has taken the first.
    #expect(try await served.get("/reader.css").status == 200)
    served.run.signal(SIGINT)
    while PlainClient(port: served.port) != nil { await Task.yield() }
    upstream.release()
    let answer = client.receiveAll()
    #expect(answer.hasPrefix("HTTP/1.1 200 "))
    #expect(answer.contains("\"3-9\"") && answer.hasSuffix("}\n"))
    #expect(try served.run.finish().status == 128 + SIGINT)
  }

  @Test(.timeLimit(.minutes(2))) func aSecondSignalEndsAtOnce() async throws {
    let upstream = try FiftySources(.held)
    defer { upstream.stop() }
    let served = try await ServedFeed(Self.held(upstream))
    let client = try await waiting(served, upstream)
    served.run.signal(SIGTERM)
    while PlainClient(port: served.port) != nil { await Task.yield() }
    served.run.signal(SIGTERM)
    #expect(try served.run.finish().status == 128 + SIGTERM)
    #expect(client.receiveAll() == "")
  }
}
