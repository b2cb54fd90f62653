import Testing
import WeftModel
import WeftPaging

@testable import WeftSources

struct ScriptedTransport: Transport {
  var answers: @Sendable (Request) -> Response

  func response(to request: Request) async throws(SourceFailure) -> Response { answers(request) }
}

struct StillClock: EngineClock {
  func now() -> Timestamp { Timestamp(seconds: 1_000) }
  func sleep(until deadline: Timestamp) async throws(CancellationError) {}
}

/// A document of lines: `item NAME`, `refresh URL`, `bad`.
struct LineKind: DocumentKind {
  var name = "lines"
  var needsItems = false
  var certainty = Recognition.likely
  var summary: String { "lines" }
  var settings: [SettingDeclaration] {
    needsItems
      ? [
        SettingDeclaration(key: "items", expects: "a word", summary: "items") {
          $0 == "no" ? SettingProblem(name) : nil
        }
      ]
      : []
  }
  func recognizes(_ response: Response) -> Recognition { certainty }
  func makeDecoder(_ settings: SourceSettings) throws(SettingProblem) -> any Decoder {
    if settings.items == "no \(name)" { throw SettingProblem("not for \(name)", path: "items") }
    return LineDecoder(kind: name)
  }
  func makeSource(_ settings: SourceSettings, context: SourceContext) throws(SettingProblem) -> any PageSource {
    try DocumentSource(settings, decoder: makeDecoder(settings), context: context)
  }
}

struct LineDecoder: Decoder {
  var kind: String

  func decode(_ response: Response) throws(SourceFailure) -> DecodedPage {
    var page = DecodedPage(items: [], base: response.url)
    for line in String(decoding: response.body, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      switch words.first {
      case "item": page.items.append(Item(id: words[1]))
      case "refresh": page.refresh = words[1]
      case "nothing": page.warnings.append(SourceWarning(code: "no_items", text: "the selector matches nothing"))
      case "fail": page.selected[.failWhen] = SelectedValue(words[1])
      case "charset": page.items.append(Item(id: response.charset ?? "none"))
      case "kind": page.items.append(Item(id: kind))
      default: throw SourceFailure(.document, "not lines")
      }
    }
    page.receivedCount = page.items.count
    return page
  }
}

struct DocumentSourceTests {
  private func source(
    _ settings: SourceSettings = SourceSettings(name: "s", url: "https://h/?p={page}"),
    _ answers: @escaping @Sendable (Request) -> Response
  ) throws -> any PageSource {
    try LineKind().makeSource(
      settings,
      context: SourceContext(
        transport: ScriptedTransport(answers: answers), documentKinds: [], clock: StillClock()))
  }

  private static func response(_ text: String, _ status: Int = 200, _ url: String = "https://h/") -> Response {
    Response(status: status, body: Array(text.utf8), url: url, receivedAt: Timestamp(seconds: 1_000))
  }

  @Test func asksDecodesAndSaysWhatFollows() async throws {
    let source = try source { Self.response("item \($0.url.suffix(1))") }
    #expect(source.address(of: .page(3)) == "https://h/?p=3")
    let page = try await source.page(at: .page(3))
    #expect(page.items.map(\.id) == ["3"])
    #expect(page.following == .next(.page(4), isAdvertised: false))
  }

  @Test func theAddressShowsNoSecrets() throws {
    var settings = SourceSettings(name: "s", url: "https://u:p@h/?k=s3cret&p={page}&api_key=x&t=tok")
    settings.request.secretParameters = ["k"]
    settings.request.authorization = .bearer("tok")
    let address = try source(settings) { _ in Self.response("") }.address(of: nil)
    #expect(address == "https://***@h/?p=1&api_key=***&t=***")
  }

  @Test func aDocumentThatCannotBeReadIsTriedOnceMore() async throws {
    let source = try source { _ in Self.response("???") }
    let failure = await #expect(throws: SourceFailure.self) { try await source.page(at: nil) }
    #expect(failure?.retry == .once)
    #expect(failure?.url == "https://h/")
    #expect(failure?.status == 200)
  }

  @Test func aPageWithoutItemsThatSendsOnIsARedirect() async throws {
    let source = try source {
      $0.url.hasSuffix("there") ? Self.response("item a") : Self.response("refresh https://h/there")
    }
    #expect(try await source.page(at: nil).items.map(\.id) == ["a"])
    let loop = try self.source { _ in Self.response("refresh https://h/") }
    let failure = await #expect(throws: SourceFailure.self) { try await loop.page(at: nil) }
    #expect(failure?.kind == .redirect)
  }

  @Test func errorsInsideASuccessAreFailures() async throws {
    var settings = SourceSettings(name: "s", url: "https://h/")
    settings.request.failWhen = "f"
    let source = try source(settings) { _ in Self.response("item a\nfail quota") }
    let failure = await #expect(throws: SourceFailure.self) { try await source.page(at: nil) }
    #expect(failure?.kind == .reported)
    #expect(failure?.retry == .scheduled)
    #expect(failure?.message == "the answer reports an error: quota")
  }

  @Test func theConfiguredCharsetOverridesTheHeader() async throws {
    var settings = SourceSettings(name: "s", url: "https://h/")
    settings.request.charset = "koi8-r"
    let source = try source(settings) { _ in Self.response("charset") }
    #expect(try await source.page(at: nil).items.map(\.id) == ["koi8-r"])
  }

  @Test func aFirstPageWithoutItemsIsWarnedAbout() async throws {
    let source = try source { _ in Self.response("\n") }
    #expect(try await source.page(at: nil).warnings.map(\.code) == ["no_items"])
    #expect(try await source.page(at: .page(2)).warnings.isEmpty)
    // The decoder's own warning is one of page one as well: an empty list is how most walks end.
    let selective = try self.source { _ in Self.response("nothing") }
    #expect(try await selective.page(at: nil).warnings.map(\.text) == ["the selector matches nothing"])
    #expect(try await selective.page(at: .page(2)).warnings.isEmpty)
  }

  @Test(
    arguments: [
      ("120", 1_120), ("0", 1_000), ("1738612800", 1_738_612_800), ("1738612800000", 1_738_612_800),
      ("Thu, 01 Jan 1970 00:20:00 GMT", 1_200), ("Thu, 01 Jan 1970 00:00:00 GMT", 1_000), ("soon", nil), ("-5", nil),
      ("nan", nil), ("1e400", nil),
      ("99999999999999999999", 1_000 + 31_536_000),
    ] as [(String, Int64?)])
  func retryAfter(value: String, seconds: Int64?) {
    var response = Self.response("", 503)
    response.headers["retry-after"] = value
    #expect(RetryAfter.instant(in: response, RetrySettings()) == seconds.map { Timestamp(seconds: $0) })
  }

  @Test func autoTakesTheSurestKindAndNoFeedWhereItemsAreNamed() async throws {
    let sure = LineKind(name: "sure", certainty: .certain)
    let items = LineKind(name: "items", needsItems: true, certainty: .possible)
    let auto = AutoKind(among: [LineKind(), sure, items])
    let plain = try auto.makeDecoder(SourceSettings(name: "s", url: ""))
    #expect(try plain.decode(Self.response("kind")).items.map(\.id) == ["sure"])
    let listed = try auto.makeDecoder(SourceSettings(name: "s", url: "", items: "x"))
    #expect(try listed.decode(Self.response("kind")).items.map(\.id) == ["items"])
    #expect(auto.settings.map(\.key) == ["items"])
    #expect(auto.settings.first?.check("no") != nil)
    #expect(throws: SettingProblem.self) {
      try auto.makeDecoder(SourceSettings(name: "s", url: "", items: "no items"))
    }
  }
}
