import HTTPServer
import WeftKit

@testable import WebReader

/// The same site without its Content-Security-Policy, nor any other field that guards it: what the page alone holds.
enum BareSite {
  /// What runs, where it is on the page as it is: the test must be able to see it.
  static let control = "<!DOCTYPE html><title>control</title><img src=x onerror=alert(1)>"

  static func start(before served: ServedFeed) throws -> LoopbackServer {
    let site = served.site
    return try LoopbackServer { request in
      if request.path == "/control" { return ServerResponse("text/html", control) }
      // An open stream without events.
      if request.path == "/events" {
        return ServerResponse(
          headers: [.init("Content-Type", "text/event-stream")],
          body: .slowly([Array(":\n\n".utf8), Array(":\n\n".utf8)], pause: .seconds(600)))
      }
      let target = site.origin + request.target
      let answer = BlockingCall.result { try? await site.get(target) }
      guard let answer, let answer else { return .text("nothing came", status: 502) }
      return ServerResponse(
        status: answer.status, headers: [.init("Content-Type", answer.headers["Content-Type"] ?? "text/plain")],
        body: .bytes(answer.body))
    }
  }
}
