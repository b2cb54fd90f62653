import Testing
import WeftModel

@testable import ExternalProcess

/// Lines of a plugin: what they mean, and why some mean nothing.
struct MessageTests {
  @Test(arguments: [
    ("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"a\":[1, 2]}}", PluginMessage.result(id: 7, json: "{\"a\":[1, 2]}")),
    ("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":null}", .result(id: 7, json: "null")),
    (
      "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-32001,\"message\":\"a\\nb\\u001b[1m\",\"data\":{\"retry_after\":2.5,\"retryable\":true,\"url\":\"https://x/\"}}}",
      .refusal(
        id: 7, PluginError(code: -32_001, message: "a b [1m", retryAfter: 2.5, isRetryable: true, url: "https://x/"))
    ),
    (
      "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"m\"}}",
      .refusal(id: nil, PluginError(code: -32_700, message: "m"))
    ),
    (
      "{\"jsonrpc\":\"2.0\",\"method\":\"log\",\"params\":{\"level\":\"warning\",\"message\":\"x\",\"id\":3}}",
      .log(request: 3, level: "warning", text: "x")
    ),
    ("{\"jsonrpc\":\"2.0\",\"method\":\"log\"}", .log(request: nil, level: "info", text: "")),
    (
      "{\"jsonrpc\":\"2.0\",\"method\":\"progress\",\"params\":{\"id\":3,\"message\":\"mails\",\"done\":2,\"total\":9}}",
      .progress(request: 3, text: "mails 2 of 9")
    ),
    ("{\"jsonrpc\":\"2.0\",\"method\":\"other\"}", .notification("other")),
    ("{\"jsonrpc\":\"2.0\",\"method\":\"ask\",\"id\":\"a\"}", .request(id: "\"a\"", method: "ask")),
  ])
  func isRead(line: String, message: PluginMessage) throws {
    #expect(try PluginMessage(Array(line.utf8)) == message)
  }

  @Test(arguments: [
    ("DEBUG here", "no JSON"), ("", "no JSON"), ("[1]", "JSON, but no object"), ("7", "JSON, but no object"),
    ("{\"id\":1,\"result\":1}", "a JSON object without \"jsonrpc\":\"2.0\""),
    ("{\"jsonrpc\":\"1.0\",\"id\":1,\"result\":1}", "a JSON object without \"jsonrpc\":\"2.0\""),
    ("{\"jsonrpc\":\"2.0\"}", "neither a method nor an id"),
    ("{\"jsonrpc\":\"2.0\",\"id\":1}", "an answer with neither a result nor an error"),
    ("{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"result\":1}", "an answer whose id is no number of ours"),
    ("{\"jsonrpc\":\"2.0\",\"id\":1.5,\"result\":1}", "an answer whose id is no number of ours"),
    ("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1,\"error\":{}}", "an answer with both a result and an error"),
    ("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":1}}", "an error without a code and a message"),
    ("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":\"bad\"}", "an error without a code and a message"),
    ("{\"jsonrpc\":\"2.0\",\"method\":5}", "a method that is no string"),
    ("{\"jsonrpc\":\"2.0\",\"id\":99999999999999999999,\"result\":1}", "an answer whose id is no number of ours"),
  ])
  func isRefused(line: String, why: String) {
    #expect(throws: PluginMessage.Problem(text: why)) { try PluginMessage(Array(line.utf8)) }
  }

  @Test func depthHasALimit() {
    let deep = String(repeating: "[", count: 5_000)
    #expect(throws: PluginMessage.Problem.self) { try PluginMessage(Array(deep.utf8)) }
  }

  @Test(arguments: [
    (-32_001, SourceFailure.Kind.reported, SourceFailure.Retry.scheduled), (-32_002, .request, .never),
    (-32_602, .request, .never), (-32_004, .reported, .never), (-32_005, .reported, .never),
    (-32_006, .document, .once), (-32_603, .program, .scheduled), (-32_601, .program, .never),
    (-32_700, .program, .never), (-32_800, .cancelled, .once), (17, .reported, .once),
  ])
  func codesHaveAMeaning(code: Int, kind: SourceFailure.Kind, retry: SourceFailure.Retry) {
    let failure = PluginError(code: code, message: "m").failure(at: SessionFixture.start)
    #expect(failure.kind == kind)
    #expect(failure.retry == retry)
    #expect(failure.message == "m")
  }

  @Test func dataGoesBeforeTheTable() {
    let now = SessionFixture.start
    func retry(_ code: Int, after: Double? = nil, _ isRetryable: Bool? = nil) -> SourceFailure.Retry {
      PluginError(code: code, message: "", retryAfter: after, isRetryable: isRetryable).failure(at: now).retry
    }
    #expect(retry(-32_001, after: 60) == .notBefore(SessionFixture.at(60)))
    #expect(retry(-32_001, after: 60, false) == .never)
    #expect(retry(-32_004, after: 60) == .never)
    #expect(retry(-32_004, after: 60, true) == .notBefore(SessionFixture.at(60)))
    #expect(retry(-32_005, true) == .scheduled)
    #expect(retry(-32_001, after: 1e300) == .notBefore(SessionFixture.at(31_536_000)))
    #expect(PluginError(code: 5, message: "").failure(at: now).message == "the plugin says no more than error 5")
  }

  @Test func linesAreCutAtAnyPlace() {
    let text = Array("one\r\ntwo\n\nthree".utf8)
    for size in 1...text.count {
      var splitter = LineSplitter(limit: 100)
      var lines: [String] = []
      for start in stride(from: 0, to: text.count, by: size) {
        for piece in splitter.append(Array(text[start..<min(text.count, start + size)])) {
          if case .line(let line) = piece { lines.append(String(decoding: line, as: UTF8.self)) }
        }
      }
      #expect(lines == ["one", "two", ""])
      #expect(splitter.finish() == Array("three".utf8))
    }
  }

  @Test func aLineHasALimit() {
    var splitter = LineSplitter(limit: 4)
    #expect(splitter.append(Array("1234\n12".utf8)) == [.line(Array("1234".utf8))])
    #expect(splitter.append(Array("345\n6\n".utf8)) == [.tooLong(Array("12345".utf8))])
    #expect(splitter.append(Array("7\n".utf8)).isEmpty)
    #expect(splitter.finish().isEmpty)
  }

  /// A flood without a line end must not be kept until one comes.
  @Test func aLineWithoutAnEndHasALimitToo() {
    var splitter = LineSplitter(limit: 4)
    #expect(splitter.append(Array("1234".utf8)).isEmpty)
    #expect(splitter.append(Array("5".utf8)) == [.tooLong(Array("12345".utf8))])
    #expect(splitter.append(Array("678".utf8)).isEmpty)
  }

  @Test func theTailKeepsTheLastLines() {
    var tail = ErrorTail()
    #expect(tail.text == nil)
    tail.append(Array(String(repeating: "x", count: 10_000).utf8))
    tail.append(Array("\nTraceback:\n  boom \u{1B}[31m\n\n".utf8))
    #expect(tail.text == "Traceback: / boom [31m")
  }
}
