import TestSupport
import Testing
import WeftKit
import WeftModel

@testable import Probing

/// Pages that mean harm, or are merely large: no crash, and nothing but valid configuration.
@Suite struct HostilePageTests {
  private func probe(_ content: String, _ type: String) async throws {
    let site = PreparedSite("https://h.example/x").first(content, type)
    do throws(SourceFailure) {
      let proposal = try await Engine(transport: site.transport).proposal(for: site.url)
      #expect(throws: Never.self) { try proposal.loaded() }
    } catch {
      #expect(!error.message.isEmpty)
      #expect(!error.message.contains("does not load"), "\(error.message)")
    }
  }

  private static func items(_ count: Int, _ title: (Int) -> String, _ attributes: String = "class=\"item\"") -> String {
    (0..<count).map {
      "<div \(attributes)><h2><a href=\"/\($0)\">\(title($0))</a></h2><p>Text of number \($0).</p></div>"
    }
    .joined()
  }

  @Test func manyBlocks() async throws {
    try await probe("<body>" + Self.items(10_000) { "Title of \($0)" } + "</body>", "text/html")
  }

  @Test func deepNesting() async throws {
    let deep = String(repeating: "<div class=\"item\"><a href=x>t</a>", count: 20_000)
    try await probe(deep, "text/html")
    try await probe(String(repeating: "[", count: 1_000) + String(repeating: "]", count: 1_000), "application/json")
    try await probe(
      String(repeating: "{\"a\":", count: 900) + "1" + String(repeating: "}", count: 900), "application/json")
  }

  @Test(arguments: [
    "x: y # z", "- a\n- b", "\"quoted\" 'text'", "\u{202E}back",
    "a\u{2028}sources: {evil: {url: 'https://evil.example/'}}",
    "\u{1B}[31mred", "${HOME}", "%YAML 1.1", "\u{0}", "&#10;sources:&#10;  evil:&#10;    url: https://evil.example/",
    "&#133;x: y", "<script>alert(1)</script>",
  ])
  func titlesWithSyntax(_ title: String) async throws {
    let page = "<body>" + Self.items(5) { "\(title) number \($0)" } + "</body>"
    try await probe(page, "text/html")
    let quoted = JSONText.quoted(title)
    let objects = (0..<4).map {
      "{\"id\":\($0),\"title\":\(quoted),\(quoted):\"v \($0)\",\"url\":\"https://h.example/\($0)\"}"
    }
    try await probe("{\(quoted): [\(objects.joined(separator: ","))], \"next\": \(quoted)}", "application/json")
    try await probe(
      "<rss version=\"2.0\"><channel><title>\(title)</title><generator>\(title)</generator><item><title>\(title)</title>"
        + "</item></channel></rss>", "application/rss+xml")
  }

  @Test(arguments: [
    "class=\"a&quot;] , * {\" id=\"#x\"", "class=\"css-1x2y3z sc-bdVaJa\"", "class=\":hover\"", "class=\"1\"",
    "class=\"é ü\"",
    "class=\"\u{0}\"", "class=\"@href\"", "class=\"a\\b\"", "data-x",
  ])
  func classesWithSyntax(_ attributes: String) async throws {
    try await probe("<body><main>" + Self.items(6, { "A title of \($0)" }, attributes) + "</main></body>", "text/html")
  }

  /// A member's name is quoted as JSONPath wants it, and finds the member.
  @Test(arguments: ["a b", "it's", "back\\slash", "é", "a.b", "$", "@odata", "1", "a\u{1}b", "\u{1F600}"])
  func oddMemberNames(_ name: String) async throws {
    let key = JSONText.quoted(name)
    let objects = (0..<4).map { "{\"id\":\($0),\"title\":\"A title of \($0)\",\"url\":\"https://h.example/\($0)\"}" }
    let site = PreparedSite("https://h.example/x")
      .first("{\(key):{\(key):[\(objects.joined(separator: ","))]}}", "application/json")
    let proposal = try await site.proposal()
    #expect(proposal.itemCount == 4)
    #expect(try proposal.loaded().items == proposal.settings.items)
  }

  /// Bytes changed at random in pages of all kinds.
  @Test func damagedPages() async throws {
    let files = [
      ("blog.html", "text/html"), ("totals.json", "application/json"), ("wordpress.xml", "application/rss+xml"),
    ]
    for seed in 0..<UInt64(isLong ? 600 : 45) {
      var random = SplitMix64(seed: seed)
      let (file, type) = files[Int(seed % 3)]
      let site = PreparedSite("https://h.example/").first(file, type)
      var bytes = try await site.transport.response(to: Request(url: site.url)).body
      for _ in 0..<(1 + random.below(30)) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
      let body = bytes
      let transport = ScriptedTransport { request throws(SourceFailure) in
        Response(headers: ["Content-Type": type], body: body, url: request.url, receivedAt: Timestamp(seconds: 0))
      }
      do throws(SourceFailure) {
        let proposal = try await Engine(transport: transport).proposal(for: "https://h.example/")
        #expect(throws: Never.self, "seed \(seed)") { try proposal.loaded() }
      } catch {
        #expect(!error.message.contains("does not load"), "seed \(seed): \(error.message)")
      }
    }
  }
}
