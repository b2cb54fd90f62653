import Foundation
import HTTPServer
import TestSupport

/// A server whose every word tries to run a script, and the configuration that reads it.
struct HostileSources {
  let server: LoopbackServer

  /// A red dot.
  private static let picture = Data(
    base64Encoded:
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==")

  init() throws {
    let picture = ServerResponse(
      headers: [.init("Content-Type", "image/png")], body: .bytes(Array(Self.picture ?? Data())))
    server = try LoopbackServer { request in
      let origin = "http://\(request.header("Host") ?? "")"
      switch request.path {
      case "/json": return Self.jsonFeed(origin, request.parameter("page").flatMap { Int($0) } ?? 1)
      case "/rss": return Self.rss(origin)
      case "/broken": return .text("<!DOCTYPE html><title>" + ScriptInjections.all.joined() + "</title>", status: 200)
      case "/reported":
        let text = ScriptInjections.all.joined(separator: "\n")
        return ServerResponse(
          status: 500,
          headers: [.init("Content-Type", "text/plain"), .init("Retry-After", "<script>alert(1)</script>")],
          body: .bytes(Array(text.utf8)))
      default: return picture
      }
    }
  }

  private static let perPage = 40

  /// Every field of each item is an input; every second address is one of ours with the input in it.
  private static func jsonFeed(_ origin: String, _ page: Int) -> ServerResponse {
    let inputs = ScriptInjections.all
    let range = (page - 1) * perPage..<min(page * perPage, inputs.count)
    let items =
      range.isEmpty
      ? []
      : range.map { number -> [String: Any] in
        let input = inputs[number]
        let date = Date(timeIntervalSince1970: 1_750_000_000 - Double(number) * 60)
        var item: [String: Any] = [
          "id": "\(number) \(input)", "title": input, "content_html": input + "<p>after \(number)</p>",
          "summary": input,
          "date_published": date.ISO8601Format(), "image": input, "banner_image": input,
          "authors": [["name": input, "url": input, "avatar": input]], "tags": [input], "language": input,
          "attachments": [["url": input, "mime_type": input, "title": input]],
        ]
        item["url"] = number % 2 == 0 ? "\(origin)/item/\(number)?\(input)" : input
        item["external_url"] = input
        return item
      }
    var feed: [String: Any] = [
      "version": "https://jsonfeed.org/version/1.1", "title": inputs[0] + inputs[7], "items": items,
      "home_page_url": inputs[14],
      "description": inputs[0],
    ]
    if range.upperBound < inputs.count { feed["next_url"] = "\(origin)/json?page=\(page + 1)" }
    let body = (try? JSONSerialization.data(withJSONObject: feed)) ?? Data()
    return ServerResponse("application/feed+json", String(decoding: body, as: UTF8.self))
  }

  /// The same as RSS, with bytes that no text holds: UTF-7 by its label, overlong UTF-8.
  private static func rss(_ origin: String) -> ServerResponse {
    var bytes = Array(
      "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title><![CDATA[<script>alert(1)</script>]]></title>".utf8)
    for (number, input) in ScriptInjections.all.enumerated() {
      let inCDATA = input.replacing("]]>", with: "]]]]><![CDATA[>")
      bytes += Array(
        "<item><guid>r\(number)</guid><link>\(origin)/r/\(number)</link><title><![CDATA[\(inCDATA)]]></title>".utf8)
      bytes += Array("<description><![CDATA[\(inCDATA)".utf8)
      // An overlong "<script>alert(1)</script>".
      bytes +=
        [0xC0, 0xBC] + Array("script".utf8) + [0xC0, 0xBE] + Array("alert(1)".utf8) + [0xE0, 0x80, 0xBC]
        + Array("/script>".utf8)
      bytes += Array("]]></description><pubDate>Sun, 15 Jun 2025 10:00:00 GMT</pubDate></item>".utf8)
    }
    bytes += Array("</channel></rss>".utf8)
    return ServerResponse(headers: [.init("Content-Type", "application/rss+xml")], body: .bytes(bytes))
  }

  /// The sources, with titles, programs that fail with an input, and addresses that are one.
  var configuration: String {
    let origin = server.origin
    let quoted = { (text: String) in "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\"" }
    var text = """
      defaults: {request: {retry: {times: 0}}}
      merge: {dedupe: {by: [id], scope: source}}
      sources:
        hostile: {url: \(origin)/json}
        rss: {url: \(origin)/rss, title: \(quoted(ScriptInjections.all[0]))}
        broken: {url: \(quoted(origin + "/broken?\"><script>alert(1)</script>")), title: \(quoted(ScriptInjections.all[7]))}
        reported: {url: \(origin)/reported}

      """
    for number in [0, 7, 11] {
      let input = ScriptInjections.all[number].replacing("'", with: "")
      text += "  program\(number): {kind: command, command: [/bin/sh, -c, \(quoted("echo '\(input)' >&2; exit 1"))]}\n"
    }
    return text
  }
}
