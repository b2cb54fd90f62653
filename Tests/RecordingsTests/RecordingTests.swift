import Foundation
import TestSupport
import Testing
import WeftModel

@testable import Recordings

@Suite struct RecordingTests {
  private let place = TemporaryFolder()
  private var folder: String { place.file("run") }
  private let start = Timestamp(milliseconds: 1_700_000_000_123)

  /// Everything that is in the folder, as one text.
  private var contents: String {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().map { name in
      let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
      return name + "\n" + String(decoding: bytes, as: UTF8.self)
    }.joined(separator: "\n")
  }

  private func replay(patience: Duration = .seconds(1), clock: JumpingClock = JumpingClock()) throws -> ReplayTransport
  {
    try ReplayTransport(folder: folder, patience: patience, clock: clock)
  }

  @Test func whatWasRecordedComesBackAsItWas() async throws {
    let answers: [String: Response] = [
      "http://h.example/a": Response(
        status: 200, headers: ["Content-Type": "application/json; charset=utf-8", "Link": "<b>; rel=next", "X": ""],
        body: Array("{\"a\": [1, 2]}\n".utf8), url: "http://h.example/b", redirects: ["http://h.example/a"],
        receivedAt: start, duration: .milliseconds(152),
        warnings: [SourceWarning(code: "moved", text: "it has moved: go")]),
      "http://h.example/none": Response(status: 404, body: [], url: "http://h.example/none", receivedAt: start),
      "http://h.example/bytes": Response(
        body: (0...255).map { UInt8($0) } + [13, 10, 13, 10], url: "http://h.example/bytes", receivedAt: start),
    ]
    let inner = ScriptedTransport { answers[$0.url] ?? Response("") }
    let recording = try RecordingTransport(inner, folder: folder, startedAt: start)
    for url in answers.keys { _ = try await recording.response(to: Request(url: url)) }
    let replay = try replay()
    #expect(replay.startedAt == start)
    for (url, response) in answers { #expect(try await replay.response(to: Request(url: url)) == response, "\(url)") }
    #expect(contents.contains("GET http://h.example/a\n"))
    #expect(contents.contains("Content-Type: application/json; charset=utf-8\n"))
  }

  @Test(arguments: [
    SourceFailure(.timeout, "no answer within 30 s", url: "http://h.example/", retry: .scheduled),
    SourceFailure(
      .status, "429 from h", url: nil, retry: .notBefore(Timestamp(milliseconds: 1_700_000_100_500)), status: 429),
    SourceFailure(.tls, "a line\nand another\r: end", retry: .once), SourceFailure(.resolve, ""),
  ]) func failuresComeBackToo(failure: SourceFailure) async throws {
    let recording = try RecordingTransport(
      ScriptedTransport { _ throws(SourceFailure) in throw failure }, folder: folder, startedAt: start)
    await #expect(throws: failure) { try await recording.response(to: Request(url: "http://h.example/")) }
    var expected = failure
    expected.message = failure.message.split(whereSeparator: \.isNewline).joined(separator: " ")
    let replay = try replay()
    let found = await #expect(throws: SourceFailure.self) {
      try await replay.response(to: Request(url: "http://h.example/"))
    }
    #expect(found?.message.split(separator: " ") == expected.message.split(separator: " "))
    #expect(found?.kind == failure.kind && found?.retry == failure.retry && found?.status == failure.status)
    #expect(found?.url == failure.url)
  }

  @Test func oneRequestAfterTheOtherGetsItsOwnAnswer() async throws {
    let inner = CountingTransport()
    let recording = try RecordingTransport(inner, folder: folder, startedAt: start)
    for _ in 0..<3 { _ = try await recording.response(to: Request(url: "http://h.example/")) }
    let replay = try replay()
    var texts: [String] = []
    for _ in 0..<4 {
      texts.append(
        String(decoding: try await replay.response(to: Request(url: "http://h.example/")).body, as: UTF8.self))
    }
    #expect(texts == ["1", "2", "3", "3"])
  }

  @Test func requestsThatDifferAreTold() async throws {
    let inner = ScriptedTransport { request in
      Response(
        "\(request.method) \(request.headers["X-Page"] ?? "") \(String(decoding: request.body ?? [], as: UTF8.self))")
    }
    let recording = try RecordingTransport(inner, folder: folder, startedAt: start)
    let url = "http://h.example/"
    let requests = [
      Request(url: url), Request(url: url, headers: ["X-Page": "2"]),
      Request(method: "POST", url: url, body: Array("one".utf8)),
      Request(method: "POST", url: url, body: Array("two".utf8)),
    ]
    for request in requests { _ = try await recording.response(to: request) }
    let replay = try replay()
    for request in requests.reversed() {
      #expect(try await replay.response(to: request).body == (try await inner.response(to: request)).body)
    }
    let named = Request(url: url, headers: ["User-Agent": "Other/2"])
    await #expect(throws: Never.self) { try await replay.response(to: named) }
  }

  @Test func eachSourceGetsItsOwnAnswer() async throws {
    let inner = ScriptedTransport { Response($0.credentials.headers["Authorization"] ?? "") }
    let recording = try RecordingTransport(inner, folder: folder, startedAt: start)
    func request(_ source: String) -> Request {
      Request(
        url: "http://h.example/me",
        credentials: RequestCredentials(headers: ["Authorization": source], origin: "http://h.example/", jar: source))
    }
    for source in ["one", "two"] { _ = try await recording.response(to: request(source)) }
    let replay = try replay()
    for source in ["two", "one"] {
      #expect(String(decoding: try await replay.response(to: request(source)).body, as: UTF8.self) == source)
    }
  }

  @Test func whatLeadsOutOfTheFolderIsNotRead() async throws {
    let recording = try RecordingTransport(CountingTransport(), folder: folder, startedAt: start)
    _ = try await recording.response(to: Request(url: "http://h.example/"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let body = try #require(names.first { $0.hasSuffix(".body") })
    try FileManager.default.removeItem(atPath: "\(folder)/\(body)")
    try FileManager.default.createSymbolicLink(atPath: "\(folder)/\(body)", withDestinationPath: "/etc/hostname")
    let replay = try replay()
    let failure = await #expect(throws: SourceFailure.self) {
      try await replay.response(to: Request(url: "http://h.example/"))
    }
    #expect(failure?.message.contains(body) == true)
  }

  @Test func aRequestThatWasNotRecordedIsNamed() async throws {
    _ = try RecordingTransport(CountingTransport(), folder: folder, startedAt: start)
    let replay = try replay()
    let failure = await #expect(throws: SourceFailure.self) {
      try await replay.response(to: Request(url: "http://h.example/p?page=2&api_key=12345"))
    }
    #expect(failure?.message.contains("GET http://h.example/p?page=2&api_key=***") == true)
    #expect(failure?.retry == .never)
  }

  /// A program may say its arguments and its environment when it fails.
  @Test func noSecretOfAFailureIsWritten() async throws {
    let inner = ScriptedTransport { request throws(SourceFailure) in
      throw SourceFailure(.program, "log ended with status 3: no hunter2hunter2 here", url: request.url)
    }
    var request = Request(program: ProgramCall(arguments: ["log", "--key=hunter2hunter2"]))
    request.credentials.secretValues = ["hunter2hunter2"]
    let asked = request
    let recording = try RecordingTransport(inner, folder: folder, startedAt: start)
    await #expect(throws: SourceFailure.self) { try await recording.response(to: asked) }
    #expect(contents.contains("RUN log --key=***"))
    #expect(contents.contains("no *** here"))
    #expect(!contents.contains("hunter2"))
  }

  @Test func noSecretIsWritten() async throws {
    let secret = "s3cr+t/value"
    let encoded = "s3cr%2Bt%2Fvalue"
    let inner = ScriptedTransport { request in
      Response(
        "{\"next\": \"http://h.example/?api_key=\(encoded)&page=2\", \"echo\": \"\(secret)\"}",
        headers: ["Set-Cookie": "sid=0123456789", "Link": "<?k=\(encoded)>; rel=next"],
        url: request.url + "&key=\(encoded)")
    }
    let recording = try RecordingTransport(inner, folder: folder, startedAt: start)
    var request = Request(
      method: "POST", url: "http://h.example/?from=\(encoded)", body: Array("{\"t\":\"\(secret)\"}".utf8))
    request.credentials = RequestCredentials(
      headers: ["Authorization": "Bearer \(secret)"], cookies: [.init(name: "c", value: "cookievalue")],
      query: [.init(name: "key", value: secret)], origin: "http://h.example/")
    request.credentials.secretParameters = ["from"]
    request.credentials.secretValues = [secret]
    _ = try await recording.response(to: request)
    let contents = contents
    for text in [secret, encoded, "0123456789", "cookievalue"] { #expect(!contents.contains(text), "\(text)") }
    #expect(contents.contains("Authorization: ***"))
    // Somebody else replays it with other secrets.
    var other = request
    other.url = "http://h.example/?from=else"
    other.body = Array("{\"t\":\"another one\"}".utf8)
    other.credentials.secretValues = ["another one"]
    let replayed = other
    let replay = try replay()
    let answer = try await replay.response(to: replayed)
    #expect(String(decoding: answer.body, as: UTF8.self).contains("api_key=***"))
  }

  @Test func answersThatTookLongTakeAsLongAgain() async throws {
    let inner = ScriptedTransport { request in
      Response(
        body: [], url: request.url, receivedAt: Timestamp(seconds: 1),
        duration: request.url.hasSuffix("slow") ? .seconds(4) : .milliseconds(900))
    }
    let recording = try RecordingTransport(inner, folder: folder, startedAt: start)
    for name in ["slow", "fast"] { _ = try await recording.response(to: Request(url: "http://h.example/\(name)")) }
    let clock = JumpingClock()
    let replay = try replay(clock: clock)
    for name in ["slow", "fast"] { _ = try await replay.response(to: Request(url: "http://h.example/\(name)")) }
    #expect(clock.sleeps == [.seconds(4)])
  }

  @Test func whatIsThereIsNotWrittenOver() throws {
    _ = try RecordingTransport(CountingTransport(), folder: folder, startedAt: start)
    let problem = #expect(throws: RecordingProblem.self) {
      try RecordingTransport(CountingTransport(), folder: self.folder, startedAt: self.start)
    }
    #expect(problem?.message.contains("not empty") == true)
  }

  @Test func aFolderThatGoesAwayEndsTheRecordingAndNotTheRun() async throws {
    let recording = try RecordingTransport(CountingTransport(), folder: folder, startedAt: start)
    try FileManager.default.removeItem(atPath: folder)
    let first = try await recording.response(to: Request(url: "http://h.example/"))
    let second = try await recording.response(to: Request(url: "http://h.example/"))
    #expect(first.warnings.map(\.code) == ["recording"])
    #expect(second.warnings.isEmpty)
  }

  @Test(arguments: [
    ("GET\n\n200\n", 1), ("GET http://h/\nAccept\n\n200\n", 2), ("GET http://h/\n\nabc\n", 3), ("GET http://h/\n\n", 3),
    ("GET http://h/\n\n200\nreceived: soon\n", 4), ("GET http://h/\n\n200\ntook: 5\n", 4),
    ("GET http://h/\n\n200\nx: y\n", 4),
    ("GET http://h/\n\nfailed\nkind: odd\n", 4), ("GET http://h/\n\nfailed\nretry: maybe\n", 4), ("", 1),
    ("GET http://h/\n\n200\nbody: ../../secret\n", 1),
  ]) func aFileThatIsNoExchangeIsNamedWithItsLine(text: String, line: Int) throws {
    _ = try RecordingTransport(CountingTransport(), folder: folder, startedAt: start)
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/0001-x.http"))
    let problem = #expect(throws: RecordingProblem.self) { try self.replay() }
    #expect(problem?.message.hasPrefix("\(folder)/0001-x.http:\(line): ") == true, "\(problem?.message ?? "")")
  }

  @Test func aFolderWithoutARecordingIsNone() throws {
    let problem = #expect(throws: RecordingProblem.self) {
      try ReplayTransport(
        folder: place.file("none"), patience: .zero, clock: JumpingClock())
    }
    #expect(problem?.message.contains("cannot be read") == true)
  }
}

private actor CountingTransport: Transport {
  private var count = 0
  func response(to request: Request) async throws(SourceFailure) -> Response {
    count += 1
    return Response("\(count)", url: request.url)
  }
}
