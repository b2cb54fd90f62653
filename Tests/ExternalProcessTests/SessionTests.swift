import Testing
import WeftModel

@testable import ExternalProcess

/// What the grid does not show: texts, order, waits over several failures.
struct SessionTests {
  private let start = SessionFixture.start

  private func failure(_ actions: [PluginSession.Action]) -> SourceFailure? {
    for action in actions { if case .answer(_, .failure(let failure), _) = action { return failure } }
    return nil
  }

  @Test func requestsOfTheHandshakeAreSentInOrderOnceItIsAnswered() {
    var session = PluginSession(name: "p")
    let first = session.request("{\"a\":1}", timeout: .seconds(30), at: start)
    #expect(first.actions.count == 2)
    #expect(first.actions.first == .start)
    let second = session.request("{\"a\":2}", timeout: .seconds(30), at: start)
    #expect(second.actions.isEmpty)
    let sent = session.received(.result(id: session.handshakeID, json: SessionFixture.greeting), at: start)
    #expect(
      sent == [
        .send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"page\",\"params\":{\"a\":1}}\n"),
        .send("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"page\",\"params\":{\"a\":2}}\n"),
      ])
  }

  @Test func theWaitDoublesUpToAMinuteAndAPageEndsIt() {
    var session = PluginSession(name: "p")
    var now = start
    var waits: [Int64] = []
    for _ in 0..<8 {
      _ = session.request("{}", timeout: .seconds(30), at: now)
      let failed = failure(session.ended("status 1", isClean: false, at: now))
      guard case .notBefore(let instant) = failed?.retry else { break }
      waits.append(instant.since(now).components.seconds)
      now = instant
    }
    #expect(waits == [1, 2, 4, 8, 16, 32, 60, 60])
    let id = session.request("{}", timeout: .seconds(30), at: now).id
    _ = session.received(.result(id: session.handshakeID, json: SessionFixture.greeting), at: now)
    _ = session.received(.result(id: id, json: "{}"), at: now)
    _ = session.request("{}", timeout: .seconds(30), at: now)
    let failed = failure(session.ended("status 1", isClean: false, at: now))
    #expect(failed?.retry == .notBefore(now.advanced(by: .seconds(1))))
  }

  @Test(arguments: [
    (
      "{\"protocol\":2}", "the plugin p cannot be used: it speaks version 2 of the plugin protocol, this Weft version 1"
    ),
    ("{}", "the plugin p cannot be used: it answered initialize without the version of its protocol"),
    ("[1]", "the plugin p cannot be used: it answered initialize with no object"),
    ("{\"protocol\":\"1\"}", "the plugin p cannot be used: it answered initialize without the version of its protocol"),
  ])
  func aLieAboutTheVersionIsForEver(json: String, text: String) {
    var (session, _) = SessionFixture.session("starting")
    let failed = failure(session.received(.result(id: 2, json: json), at: start))
    #expect(failed?.message == text)
    #expect(failed?.retry == .never)
    _ = session.ended("signal 9", isClean: false, at: start)
    let later = session.request("{}", timeout: .seconds(1), at: SessionFixture.at(10_000))
    #expect(failure(later.actions) == failed)
  }

  @Test func theLastProgressStandsInTheTimeOut() {
    var (session, id) = SessionFixture.session("asked")
    _ = session.received(.progress(request: id, text: "mails 20 of 400"), at: start)
    let actions = session.tick(at: SessionFixture.at(30))
    #expect(failure(actions)?.message == "the plugin p did not answer within 30 s; it said last: mails 20 of 400")
    #expect(actions.last == .send("{\"jsonrpc\":\"2.0\",\"method\":\"cancel\",\"params\":{\"id\":1}}\n"))
  }

  @Test func anAnswerToACancelledRequestIsDropped() {
    var (session, id) = SessionFixture.session("cancelled")
    #expect(session.received(.result(id: id, json: "{}"), at: start).isEmpty)
    #expect(session.calls.isEmpty)
    #expect(session.nextDeadline == nil)
  }

  @Test func whatGoesOnWithACancelledRequestIsEnded() {
    var (session, _) = SessionFixture.session("cancelled")
    let other = session.request("{}", timeout: .seconds(60), at: start).id
    #expect(session.tick(at: SessionFixture.at(4)).isEmpty)
    let actions = session.tick(at: SessionFixture.at(5))
    #expect(actions.last == .terminate(grace: .seconds(1)))
    #expect(failure(actions)?.message == "the plugin p went on with a request that was cancelled")
    #expect(session.calls[other] == nil)
  }

  @Test func notificationsWithoutAnswersAreCounted() {
    var (session, id) = SessionFixture.session("asked")
    for _ in 0..<10_000 {
      let actions = session.received(.log(request: id, level: "warning", text: "x"), at: start)
      #expect(actions.isEmpty)
    }
    #expect(session.calls[id]?.notes.count == 10)
    let actions = session.received(.log(request: id, level: "warning", text: "x"), at: start)
    #expect(failure(actions)?.message == "the plugin p sent more than 10000 notifications without an answer")
  }

  @Test func logsGoWithThePageOfTheirRequest() {
    var (session, id) = SessionFixture.session("asked")
    let other = session.request("{}", timeout: .seconds(30), at: start).id
    _ = session.received(.log(request: other, level: "warning", text: "of the other"), at: start)
    _ = session.received(.log(request: id, level: "info", text: "unimportant"), at: start)
    _ = session.received(.log(request: id, level: "error", text: "of this"), at: start)
    _ = session.received(.log(request: nil, level: "error", text: "of nobody"), at: start)
    #expect(
      session.received(.result(id: id, json: "{}"), at: start)
        == [.answer(id: id, .page("{}"), notes: ["of nobody", "of this"])])
    #expect(
      session.received(.result(id: other, json: "{}"), at: start)
        == [.answer(id: other, .page("{}"), notes: ["of the other"])])
  }

  @Test func anAnswerToNothingEndsIt() {
    var (session, id) = SessionFixture.session("asked")
    _ = session.received(.result(id: id, json: "{}"), at: start)
    let actions = session.received(.result(id: id, json: "{}"), at: start)
    #expect(actions == [.terminate(grace: .seconds(1))])
    let later = session.request("{}", timeout: .seconds(1), at: start)
    #expect(failure(later.actions)?.message == "the plugin p answered request 1, which is not open")
  }

  @Test func shutdownHasTwoSecondsAndThenOneMore() {
    var (session, _) = SessionFixture.session("ready")
    #expect(
      session.close(at: start) == [.send("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"shutdown\"}\n"), .closeInput])
    #expect(session.nextDeadline == SessionFixture.at(2))
    #expect(session.tick(at: SessionFixture.at(1)).isEmpty)
    #expect(session.tick(at: SessionFixture.at(2)) == [.terminate(grace: .seconds(1))])
    #expect(session.tick(at: SessionFixture.at(9)).isEmpty)
  }
}
