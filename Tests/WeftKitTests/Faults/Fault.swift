import WeftKit

/// A way in which a server fails its client, and what Weft says of it.
struct Fault: Sendable, CustomStringConvertible {
  var name: String
  /// What the server does instead of the page, which is given as body and origin.
  var steps: @Sendable (_ page: String, _ origin: String) -> [FaultServer.Step]
  /// The kind of failure where the fault does not end; `nil`: it is none, the page is read all the same.
  var kind: SourceFailure.Kind?
  /// What the message says.
  var message = ""
  /// A retry may help, and is made.
  var isRetried = true

  var description: String { name }

  static func response(_ head: [String], _ body: String = "") -> [UInt8] {
    Array((head + ["Connection: close", "", ""]).joined(separator: "\r\n").utf8) + Array(body.utf8)
  }

  static func whole(_ page: String, type: String = "application/feed+json", version: String = "1.1") -> [UInt8] {
    response(["HTTP/\(version) 200 OK", "Content-Type: \(type)", "Content-Length: \(page.utf8.count)"], page)
  }

  private static func status(_ line: String, _ fields: String...) -> [FaultServer.Step] {
    [.send(response(["HTTP/1.1 \(line)"] + fields + ["Content-Length: 0"]))]
  }

  /// A zero, then "258 bytes, one back" again and again (RFC 1951 section 3.2.6): 25 MB of zeros.
  private static let bomb: [UInt8] = {
    var bits: [UInt8] = [1, 1, 0] + [0, 0, 1, 1, 0, 0, 0, 0]
    for _ in 0..<100_000 { bits += [1, 1, 0, 0, 0, 1, 0, 1] + [0, 0, 0, 0, 0] }
    bits += [0, 0, 0, 0, 0, 0, 0]
    var result: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    for start in stride(from: 0, to: bits.count, by: 8) {
      result.append(bits[start..<min(start + 8, bits.count)].reversed().reduce(0) { $0 << 1 | $1 })
    }
    return result
  }()

  static let all: [Fault] = [
    Fault(name: "delay") { page, _ in [.pause(milliseconds: 60), .send(whole(page))] },
    Fault(
      name: "drip",
      steps: { page, _ in
        let bytes = whole(page)
        return [.send(Array(bytes.prefix(120)))]
          + bytes.dropFirst(120).prefix(60).flatMap { [.send([$0]), .pause(milliseconds: 40)] }
      }, kind: .timeout, message: "not complete within 1 s"),
    Fault(name: "hang", steps: { _, _ in [.hang] }, kind: .timeout, message: "no answer within 1 s"),
    Fault(name: "reset", steps: { _, _ in [.reset] }, kind: .connect, message: "broke"),
    Fault(name: "early close", steps: { _, _ in [] }, kind: .connect, message: "without an answer"),
    Fault(
      name: "reset in the body", steps: { page, _ in [.send(Array(whole(page).dropLast(50))), .reset] },
      kind: .connect, message: "broke"),
    Fault(
      name: "cut body", steps: { page, _ in [.send(Array(whole(page).dropLast(50)))] }, kind: .connect,
      message: "broke off after"),
    Fault(
      name: "length too short",
      steps: { page, _ in
        [.send(response(["HTTP/1.1 200 OK", "Content-Type: application/feed+json", "Content-Length: 99"], page))]
      }, kind: .document, message: "JSON"),
    Fault(
      name: "length too long",
      steps: { page, _ in
        [.send(response(["HTTP/1.1 200 OK", "Content-Type: application/json", "Content-Length: 99999"], page))]
      }, kind: .connect, message: "broke off after"),
    Fault(
      name: "bad chunk",
      steps: { page, _ in
        [.send(response(["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"], "5\r\n{\"ver\r\nzz\r\n" + page))]
      }, kind: .connect),
    Fault(
      name: "last chunk missing",
      steps: { page, _ in
        let size = String(page.utf8.count, radix: 16)
        return [.send(response(["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"], "\(size)\r\n\(page)\r\n"))]
      }, kind: .connect),
    Fault(
      name: "cut gzip",
      steps: { _, _ in
        let bytes = Array(bomb.prefix(40))
        let head = ["HTTP/1.1 200 OK", "Content-Encoding: gzip", "Content-Length: \(bytes.count)"]
        return [.send(response(head)), .send(bytes)]
      }, kind: .document),
    Fault(
      name: "not gzip",
      steps: { page, _ in
        [.send(response(["HTTP/1.1 200 OK", "Content-Encoding: gzip", "Content-Length: \(page.utf8.count)"], page))]
      }, kind: .document, message: "cannot be unpacked", isRetried: false),
    Fault(name: "wrong charset") { page, _ in [.send(whole(page, type: "application/feed+json; charset=utf-16"))] },
    Fault(name: "HTTP/1.0") { page, _ in [.send(whole(page, version: "1.0"))] },
    Fault(
      name: "429, seconds", steps: { _, _ in status("429 Too Many Requests", "Retry-After: 0") }, kind: .status,
      message: "429"),
    Fault(
      name: "429, date",
      steps: { _, _ in status("429 Too Many Requests", "Retry-After: Sun, 06 Nov 1994 08:49:37 GMT") }, kind: .status,
      message: "429"),
    Fault(name: "503", steps: { _, _ in status("503 Service Unavailable") }, kind: .status, message: "503"),
    Fault(
      name: "503 for long", steps: { _, _ in status("503 Service Unavailable", "Retry-After: 86400") }, kind: .status,
      message: "503", isRetried: false),
    Fault(
      name: "redirect loop", steps: { _, _ in status("302 Found", "Location: /round") }, kind: .redirect,
      message: "redirected more than 10 times", isRetried: false),
    Fault(name: "redirect elsewhere") { _, origin in
      // The same server under another name: another origin.
      status("302 Found", "Location: http://localhost:\(origin.split(separator: ":").last ?? "")/elsewhere")
    },
    Fault(
      name: "redirect to a file", steps: { _, _ in status("302 Found", "Location: file:///etc/passwd") },
      kind: .redirect, message: "neither http nor https", isRetried: false),
    Fault(
      name: "304 of nothing", steps: { _, _ in status("304 Not Modified", "ETag: \"x\"") }, kind: .status,
      message: "304", isRetried: false),
    Fault(
      name: "bomb",
      steps: { _, _ in
        [.send(response(["HTTP/1.1 200 OK", "Content-Encoding: gzip", "Content-Length: \(bomb.count)"])), .send(bomb)]
      }, kind: .tooLarge, message: "larger than 1 MiB", isRetried: false),
    Fault(
      name: "2 GB",
      steps: { _, _ in
        [
          .send(response(["HTTP/1.1 200 OK"])),
          .again([UInt8](repeating: 0x20, count: 1 << 16), times: 1 << 15),
        ]
      }, kind: .tooLarge, message: "larger than 1 MiB", isRetried: false),
    Fault(
      name: "endless headers",
      steps: { _, _ in [.send(Array("HTTP/1.1 200 OK\r\n".utf8)), .again(Array("X-A: b\r\n".utf8), times: 1 << 24)] },
      kind: .tooLarge, message: "headers", isRetried: false),
    Fault(
      name: "an endless header",
      steps: { _, _ in
        [
          .send(Array("HTTP/1.1 200 OK\r\nX-A: ".utf8)),
          .again([UInt8](repeating: 0x61, count: 1 << 14), times: 1 << 16),
        ]
      },
      kind: .tooLarge, isRetried: false),
    Fault(name: "no HTTP", steps: { _, _ in [.send(Array("220 ready\r\n".utf8))] }, kind: .connect, isRetried: false),
    Fault(
      name: "a page for people",
      steps: { _, _ in [.send(whole("<!DOCTYPE html><p>Down for repair", type: "text/html"))] },
      kind: .document),
  ]
}
