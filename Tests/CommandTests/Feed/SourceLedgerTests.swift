import Testing
import WeftKit

@testable import weft

@Suite struct SourceLedgerTests {
  private static let start = Timestamp(seconds: 1_000)
  private static let failure = SourceFailure(
    .status, "429 from api.example.org", url: "http://api.example.org/?page=2", retry: .scheduled, status: 429)

  private func event(_ kind: FeedEvent.Kind) -> FeedEvent { FeedEvent(at: Self.start, kind: kind) }

  private func page(_ source: String, items: Int = 10, _ cacheUse: CacheUse = .none) -> FeedEvent {
    event(
      .page(
        source: source, status: 200, items: items, bytes: 100, duration: .milliseconds(5), cacheUse: cacheUse,
        next: .page(2)))
  }

  private func ledger(_ events: [FeedEvent]) -> SourceLedger {
    var ledger = SourceLedger(sources: ["a", "b"])
    for event in events { ledger.note(event) }
    return ledger
  }

  @Test func nothingFailed() {
    let ledger = ledger([
      event(.request(source: "a", address: "", cursor: nil, attempt: 1, reason: .first)), page("a"),
      event(.state(source: "a", from: .fetching, to: .full, why: "empty")), page("b", items: 0),
    ])
    #expect(ledger.exitStatus == 0)
    #expect(ledger["a"]?.why == "empty")
    #expect(ledger["a"]?.requests == 1)
    #expect(RunMessages.summary(ledger) == [])
  }

  @Test func oneFailedAfterItems() {
    let ledger = ledger([page("a"), event(.state(source: "a", from: .fetching, to: .error, why: nil)), page("b")])
    #expect(ledger.exitStatus == 1)
    #expect(RunMessages.summary(ledger) == ["weft: items are missing from a"])
  }

  @Test func allFailedBeforeAnItem() {
    let ledger = ledger([
      event(.state(source: "a", from: .fetching, to: .error, why: nil)), event(.exclude(source: "b", why: .slow)),
    ])
    #expect(ledger.exitStatus == 2)
  }

  @Test func allFailedOneAfterItems() {
    let ledger = ledger([
      page("a"), event(.state(source: "a", from: .fetching, to: .error, why: nil)),
      event(.state(source: "b", from: .fetching, to: .error, why: nil)),
    ])
    #expect(ledger.exitStatus == 1)
  }

  @Test func aSlowSourceThatCameBackHasNotFailed() {
    let ledger = ledger([event(.exclude(source: "a", why: .slow)), page("a"), page("b")])
    #expect(ledger.exitStatus == 0)
  }

  @Test func messages() {
    var ledger = ledger([page("a")])
    let retry = event(.failure(source: "a", Self.failure, retryAt: Self.start.advanced(by: .seconds(40))))
    #expect(
      RunMessages.message(for: retry, ledger: ledger)
        == "a: page 2, http://api.example.org/?page=2: 429 from api.example.org, retry in 40 s")
    let last = event(.failure(source: "a", Self.failure, retryAt: nil))
    ledger.note(last)
    #expect(
      RunMessages.message(for: last, ledger: ledger)
        == "a: page 2, http://api.example.org/?page=2: 429 from api.example.org, given up")
    var held = Self.failure
    held.retry = .notBefore(Self.start.advanced(by: .seconds(7_200)))
    #expect(
      RunMessages.message(for: event(.failure(source: "b", held, retryAt: nil)), ledger: ledger)
        == "b: page 1, http://api.example.org/?page=2: 429 from api.example.org, given up: "
        + "retry at 1970-01-01 02:16 or later (the server asks for 2 h)")
    let warning = event(.warning(source: "b", SourceWarning(code: "no_items", text: "the page has no items")))
    #expect(RunMessages.message(for: warning, ledger: ledger) == "b: the page has no items")
  }

  @Test func table() throws {
    var ledger = ledger([
      event(.request(source: "a", address: "", cursor: nil, attempt: 1, reason: .first)), page("a", .stored),
      event(.request(source: "a", address: "", cursor: nil, attempt: 2, reason: .first)),
      event(.state(source: "a", from: .fetching, to: .full, why: "no_next")), event(.exclude(source: "b", why: .slow)),
    ])
    var status = SourceStatus(name: "a")
    status.completeness = .about
    ledger.note([status])
    #expect(
      ledger.table == """
        source  state    why       pages  requests  retries  cached  items   list  bytes  time
        a       full     no_next       1         2        1       1     10  about    100  5 ms
        b       initial  left out      0         0        0       0      0             0  0 ms
        all                            1         2        1       1     10           100  5 ms
        """)
  }

  @Test func slowSourcesHaveALineEach() {
    func asked(_ source: String) -> FeedEvent {
      event(.request(source: source, address: "http://h.example:81/?page=1", cursor: nil, attempt: 1, reason: .first))
    }
    func lines(_ ledger: SourceLedger, after seconds: Double) -> [String] {
      SlowSources.lines(ledger, now: Self.start.advanced(by: .seconds(seconds)))
    }
    var ledger = ledger([asked("a"), asked("b")])
    #expect(lines(ledger, after: 0.9) == [])
    #expect(
      lines(ledger, after: 3) == [
        "a: page 1, waiting 3 s for h.example:81", "b: page 1, waiting 3 s for h.example:81",
      ])
    ledger.note(page("a"))
    ledger.note(event(.failure(source: "b", Self.failure, retryAt: Self.start.advanced(by: .seconds(40)))))
    #expect(lines(ledger, after: 3) == ["b: 429 from api.example.org, retry in 37 s"])
    ledger.note(asked("b"))
    #expect(lines(ledger, after: 0.5) == [])
    var many = SourceLedger(sources: (1...20).map(String.init))
    for number in 1...20 { many.note(asked(String(number))) }
    let shown = lines(many, after: 2)
    #expect(shown.count == 8)
    #expect(shown.last == "and 13 more sources")
  }

  @Test(arguments: [
    (
      FeedEvent.Kind.request(source: "a", address: "http://h/?page=1", cursor: nil, attempt: 1, reason: .first),
      #"{"at":0.25,"event":"request","source":"a","url":"http://h/?page=1","cursor":null,"attempt":1,"reason":"first"}"#
    ),
    (
      .page(
        source: "a", status: 200, items: 3, bytes: 99, duration: .microseconds(1_500), cacheUse: .none, next: .page(2)),
      #"{"at":0.25,"event":"page","source":"a","status":200,"items":3,"bytes":99,"ms":1.5,"next":"page 2"}"#
    ),
    (
      .page(
        source: "a", status: 200, items: 3, bytes: 9, duration: .zero, cacheUse: .validated, next: nil),
      #"{"at":0.25,"event":"page","source":"a","status":200,"items":3,"bytes":9,"ms":0,"cache":"validated","next":null}"#
    ),
    (
      .state(source: "a", from: .fetching, to: .full, why: "empty"),
      #"{"at":0.25,"event":"state","source":"a","from":"fetching","to":"full","why":"empty"}"#
    ),
    (.exclude(source: "a", why: .slow), #"{"at":0.25,"event":"exclude","source":"a","why":"slow"}"#),
    (
      .failure(source: "a", failure, retryAt: nil),
      #"{"at":0.25,"event":"failure","source":"a","kind":"status","status":429,"url":"http://api.example.org/?page=2","text":"429 from api.example.org"}"#
    ),
  ])
  func trace(_ kind: FeedEvent.Kind, _ line: String) {
    let event = FeedEvent(at: Self.start.advanced(by: .milliseconds(250)), kind: kind)
    #expect(String(decoding: TraceLine.bytes(for: event, startedAt: Self.start), as: UTF8.self) == line + "\n")
  }
}
