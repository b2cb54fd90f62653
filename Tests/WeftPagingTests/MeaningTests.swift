import Testing
import WeftModel

@testable import WeftPaging

/// The table "What a response means" of `paging.md`: each cell on the first page, on a later numbered page, on a later
/// linked page.
struct MeaningTests {
  enum Place: String, CaseIterable, Sendable { case first, numbered, linked }

  private func meaning(
    _ response: Response, on place: Place, _ paging: PagingSettings = PagingSettings(), retryAt: Timestamp? = nil
  ) throws -> String {
    let url = place == .linked ? "https://h/" : "https://h/?p={page}"
    let style = try PagingStyle(SourceSettings(name: "s", url: url, paging: paging))
    let cursor: PageCursor? = place == .first ? nil : place == .numbered ? .page(2) : .url("https://h/2")
    switch style.meaning(of: response, at: cursor, retryAt: retryAt) {
    case .page: return "page"
    case .known(let page):
      guard case .end(let reason) = page.following else { return "?" }
      return (page.role == .restart ? "restart" : reason.rawValue) + (page.warnings.isEmpty ? "" : " warned")
    case .failure(let failure):
      switch failure.retry {
      case .never: return "permanent"
      case .once: return "once"
      case .scheduled: return "retry"
      case .notBefore: return "retry at"
      }
    }
  }

  private func response(_ status: Int, _ body: String = "x", headers: HeaderFields = [:]) -> Response {
    Response(status: status, headers: headers, body: Array(body.utf8), url: "https://h/2", receivedAt: start)
  }

  static let table: [(Int, String, [String])] = [
    (200, "[1]", ["page", "page", "page"]),
    (200, "", ["permanent", "empty", "empty"]),
    (204, "", ["permanent", "empty", "empty"]),
    (404, "x", ["permanent", "past_end", "past_end warned"]),
    (410, "x", ["permanent", "past_end", "past_end warned"]),
    (400, "x", ["permanent", "permanent", "permanent"]),
    (401, "x", ["permanent", "permanent", "permanent"]),
    (403, "x", ["permanent", "permanent", "permanent"]),
    (304, "x", ["permanent", "permanent", "permanent"]),
    (418, "x", ["permanent", "permanent", "permanent"]),
    (501, "x", ["permanent", "permanent", "permanent"]),
    (408, "x", ["retry", "retry", "retry"]), (425, "x", ["retry", "retry", "retry"]),
    (429, "x", ["retry", "retry", "retry"]), (500, "x", ["retry", "retry", "retry"]),
    (502, "x", ["retry", "retry", "retry"]), (503, "x", ["retry", "retry", "retry"]),
    (504, "x", ["retry", "retry", "retry"]),
  ]

  @Test(arguments: table.indices, Place.allCases)
  func cell(row: Int, place: Place) throws {
    let (status, body, expected) = Self.table[row]
    let index = try #require(Place.allCases.firstIndex(of: place))
    #expect(try meaning(response(status, body), on: place) == expected[index], "\(status) on \(place.rawValue)")
  }

  @Test(arguments: Place.allCases)
  func aLimitIsWaitedFor(place: Place) throws {
    let limited = response(403, headers: ["X-RateLimit-Remaining": "0"])
    #expect(try meaning(limited, on: place) == "retry")
    #expect(try meaning(limited, on: place, retryAt: start) == "retry at")
    #expect(try meaning(response(401, headers: ["Retry-After": "5"]), on: place, retryAt: start) == "retry at")
    #expect(try meaning(response(403, headers: ["X-RateLimit-Remaining": "3"]), on: place) == "permanent")
    #expect(try meaning(response(429, headers: ["Retry-After": "5"]), on: place, retryAt: start) == "retry at")
  }

  @Test func pastEndRulesHoldOnLaterPagesOnly() throws {
    let rule = ResponseRule(status: 400, code: "rest_post_invalid_page_number")
    let paging = PagingSettings(stop: StopSettings(pastEnd: [rule]))
    let body = #"{"data": {"code": "other", "status": 400}, "code": "rest_post_invalid_page_number"}"#
    #expect(try meaning(response(400, body), on: .numbered, paging) == "past_end")
    #expect(try meaning(response(400, body), on: .first, paging) == "permanent")
    #expect(try meaning(response(400, #"{"code": "other"}"#), on: .numbered, paging) == "permanent")
    #expect(try meaning(response(500, body), on: .numbered, paging) == "retry")
  }

  @Test func restartRulesComeBeforeTheTable() throws {
    let paging = PagingSettings(restartWhen: [
      ResponseRule(status: 410), ResponseRule(status: 400, contains: "expired"),
    ])
    #expect(try meaning(response(410), on: .linked, paging) == "restart")
    #expect(try meaning(response(400, "cursor expired"), on: .linked, paging) == "restart")
    #expect(try meaning(response(400, "bad"), on: .linked, paging) == "permanent")
    #expect(try meaning(response(410), on: .first, paging) == "permanent")
  }

  @Test func anEmptyRuleRecognizesNothing() {
    #expect(!ResponseRule().matches(response(200)))
    #expect(ResponseRule(contains: "x").matches(response(200)))
    #expect(!ResponseRule(contains: "xyz").matches(response(200)))
    #expect(ResponseRule(code: "7").matches(response(200, #"{"code":7}"#)))
  }

  @Test(arguments: [
    (response: #"{"message": "bad\u0000 page"}"#, said: #"400 from h: {"message": "bad\u0000 page"}"#),
    ("<html>", "400 from h"), ("", "400 from h"), ("a\n\tb\u{1B}[31m", "400 from h: a b [31m"),
  ])
  func messagesShowTheAnswer(response body: String, said: String) throws {
    let style = try PagingStyle(SourceSettings(name: "s", url: "https://h/"))
    guard case .failure(let failure) = style.meaning(of: response(400, body), at: nil, retryAt: nil) else {
      Issue.record("no failure")
      return
    }
    #expect(failure.message == said)
  }

  @Test(
    arguments: [
      (#"{"errors": ["x"], "data": null}"#, #"["x"]"#), (#"{"error": "no"}"#, "no"), (#"{"errors": []}"#, nil),
      (#"{"error": null}"#, nil), (#"{"error": false, "items": []}"#, nil), (#"[{"error": "x"}]"#, nil),
      (#"{"items": {"error": "x"}}"#, nil), ("", nil), ("{", nil), (#"{"error": {"code": 7}}"#, #"{"code": 7}"#),
    ] as [(String, String?)])
  func reportedErrors(body: String, text: String?) {
    #expect(ReportedError.text(in: Array(body.utf8)) == text)
  }
}
