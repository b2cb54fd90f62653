import Testing
import WeftModel

@testable import WeftPaging

/// The next request (`paging.md`): what goes into the URL, the headers, the body.
struct RequestTests {
  private func style(
    _ url: String, first: String? = nil, _ paging: PagingSettings = PagingSettings(),
    _ request: RequestSettings = RequestSettings()
  ) throws -> PagingStyle {
    try PagingStyle(SourceSettings(name: "s", url: url, firstURL: first, paging: paging, request: request))
  }

  private func body(_ request: Request) -> String { String(decoding: request.body ?? [], as: UTF8.self) }

  @Test(
    arguments: [
      ("https://h/feed?paged={page}", nil, "https://h/feed?paged=1", "https://h/feed?paged=7"),
      ("https://h/a/page/{page}/", "https://h/a/", "https://h/a/", "https://h/a/page/7/"),
      (
        "https://h/%2F/x?a=b%2Bc&page={page}#f", nil, "https://h/%2F/x?a=b%2Bc&page=1#f",
        "https://h/%2F/x?a=b%2Bc&page=7#f"
      ),
      ("https://h/?page={page}&since_id=70", nil, "https://h/?page=1&since_id=70", "https://h/?page=7&since_id=70"),
    ] as [(String, String?, String, String)])
  func pageNumbers(url: String, first: String?, one: String, seven: String) throws {
    let style = try style(url, first: first)
    #expect(style.request(for: nil).url == one)
    #expect(style.request(for: .page(7)).url == seven)
    #expect(style.method == .page(start: 1, step: 1))
  }

  @Test(arguments: [
    ("https://h/?page={page}", "https://h/"), ("https://h/?page={page}&a=1", "https://h/?a=1"),
    ("https://h/?a=1&page={page}", "https://h/?a=1"), ("https://h/?a=1&page={page}&b=2", "https://h/?a=1&b=2"),
  ])
  func firstRequestWithoutTheParameter(url: String, first: String) throws {
    let style = try style(url, PagingSettings(sendsFirst: false))
    #expect(style.request(for: nil).url == first)
    #expect(style.request(for: .page(2)).url.contains("page=2"))
  }

  @Test func aCursorThatDoesNotExistYetLeavesItsParameterOut() throws {
    let style = try style("https://h/?max_id={cursor}&limit={limit}", PagingSettings(size: 40, last: "id"))
    #expect(style.method == .keyset)
    #expect(style.request(for: nil).url == "https://h/?limit=40")
    #expect(style.request(for: .token(SelectedValue("9"))).url == "https://h/?max_id=9&limit=40")
  }

  @Test(arguments: [
    ("1907382645019283746", "1907382645019283746"), ("a+b/c==", "a%2Bb%2Fc%3D%3D"), ("a b&c=d", "a%20b%26c%3Dd"),
    ("ü", "%C3%BC"), ("%2F", "%252F"), ("0", "0"),
  ])
  func cursorsGoDigitForDigit(token: String, sent: String) throws {
    let style = try style("https://h/?c={cursor}", PagingSettings(cursor: "next"))
    #expect(style.request(for: .token(SelectedValue(token))).url == "https://h/?c=" + sent)
  }

  @Test func aFollowedURLIsUsedWholeAndUnchanged() throws {
    let style = try style("https://h/api?key=1", PagingSettings(next: "next"))
    let followed = "https://other/%2F/x?a=1&b=%20;c"
    #expect(style.request(for: .url(followed)).url == followed)
  }

  @Test func offsetsMoveByItemsReceivedAndAskOneBack() throws {
    let style = try style("https://h/?o={offset}&n={limit}", PagingSettings(size: 1000))
    #expect(style.request(for: nil).url == "https://h/?o=0&n=1000")
    let decoded = DecodedPage(items: (0..<500).map { item("i\($0)") })
    let page = style.page(decoded, of: response(), at: nil)
    let anchor = ContentHash.of("i499")
    #expect(page.following == .next(.offset(500, anchor: anchor), isAdvertised: false))
    #expect(style.request(for: .offset(500, anchor: anchor)).url == "https://h/?o=499&n=1000")
    let second = style.page(
      DecodedPage(items: (499..<999).map { item("i\($0)") }), of: response(), at: .offset(500, anchor: anchor))
    #expect(second.items.count == 499)
    #expect(second.receivedCount == 499)
    #expect(second.overlap?.isAnchorFound == true)
    #expect(second.following == .next(.offset(999, anchor: ContentHash.of("i998")), isAdvertised: false))
  }

  @Test func anOffsetPageOfTheAnchorAloneIsEmpty() throws {
    let style = try style("https://h/?o={offset}")
    let page = style.page(
      DecodedPage(items: [item("i23")]), of: response(), at: .offset(24, anchor: ContentHash.of("i23")))
    #expect(page.receivedCount == 0)
    #expect(page.items.isEmpty)
  }

  @Test func intoQueryHeaderAndBodies() throws {
    let query = try style("https://h/x?a=1", PagingSettings(by: .page, into: .query("p")))
    #expect(query.request(for: .page(3)).url == "https://h/x?a=1&p=3")
    let header = try style("https://h/x", PagingSettings(by: .page, into: .header("X-Page")))
    #expect(header.request(for: .page(3)).credentials.headers["X-Page"] == nil)
    #expect(header.request(for: .page(3)).headers["X-Page"] == "3")
    let json = try style(
      "https://h/x", PagingSettings(by: .page, into: .body("query.page")),
      RequestSettings(body: .json(.object([.init(name: "q", value: .string("swift"))]))))
    let request = json.request(for: .page(3))
    #expect(body(request) == #"{"q":"swift","query":{"page":3}}"#)
    #expect(request.method == "POST")
    #expect(request.headers["Content-Type"] == "application/json")
    let form = try style(
      "https://h/x", PagingSettings(by: .page, into: .body("p")),
      RequestSettings(body: .form([.init(name: "q", value: "a b"), .init(name: "p", value: "0")])))
    #expect(body(form.request(for: .page(3))) == "q=a%20b&p=3")
    #expect(form.request(for: nil).headers["Content-Type"] == "application/x-www-form-urlencoded")
  }

  @Test func templatesInBodies() throws {
    let tree = JSONTree.object([
      .init(name: "n", value: .string("{page}")), .init(name: "t", value: .string("page {page} of {x}")),
      .init(name: "l", value: .array([.string("{limit}")])),
    ])
    let style = try style("https://h/x", PagingSettings(size: 25), RequestSettings(body: .json(tree)))
    #expect(style.method == .page(start: 1, step: 1))
    #expect(body(style.request(for: .page(2))) == #"{"n":2,"t":"page 2 of {x}","l":[25]}"#)
  }

  @Test func aGraphQLCursorGoesIntoTheVariables() throws {
    let style = try style(
      "https://h/graphql", PagingSettings(by: .cursor, into: .body("variables.after"), cursor: "end"),
      RequestSettings(body: .graphQL(query: "query { a(after: $after) {cursor} }", variables: .object([]))))
    #expect(body(style.request(for: nil)) == #"{"query":"query { a(after: $after) {cursor} }","variables":{}}"#)
    #expect(
      body(style.request(for: .token(SelectedValue("Y3Vyc29y==")))).hasSuffix(#""variables":{"after":"Y3Vyc29y=="}}"#))
    #expect(
      body(style.request(for: .token(SelectedValue(kind: .number, text: "1907382645019283746"))))
        .hasSuffix(#""variables":{"after":1907382645019283746}}"#))
  }

  @Test func aCursorThatIsAnObjectSendsItsMembers() throws {
    let value = SelectedValue(kind: .object, text: #"{"after": "a b", "n": 12345678901234567890, "x": {"y": [1]}}"#)
    let query = try style("https://h/?z=1", PagingSettings(by: .cursor, into: .queryMembers, cursor: "next"))
    #expect(
      query.request(for: .token(value)).url
        == "https://h/?z=1&after=a%20b&n=12345678901234567890&x=%7B%22y%22%3A%20%5B1%5D%7D")
    let body = try style(
      "https://h/", PagingSettings(by: .cursor, into: .body("from"), cursor: "next"),
      RequestSettings(body: .json(.object([]))))
    #expect(self.body(body.request(for: .token(value))) == #"{"from":"# + value.text + "}")
  }

  @Test func secretsAreApartFromTheRequest() throws {
    let style = try style(
      "https://h/", PagingSettings(),
      RequestSettings(
        headers: ["Accept": "text/html", "X-Key": "secret"], authorization: .basic(user: "u", password: "pä"),
        cookies: [.init(name: "s", value: "1")]))
    let request = style.request(for: .url("https://elsewhere/"))
    #expect(request.headers.fields.map(\.name) == ["Accept"])
    #expect(request.credentials.headers["X-Key"] == "secret")
    #expect(request.credentials.headers["Authorization"] == "Basic dTpww6Q=")
    #expect(request.credentials.origin == "https://h/")
  }

  @Test(arguments: [
    ("https://h/?p={page}&o={offset}", PagingSettings()), ("https://h/?p={page}", PagingSettings(by: .offset)),
    ("https://h/", PagingSettings(by: .page)), ("https://h/?c={cursor}", PagingSettings()),
    ("https://h/", PagingSettings(by: .keyset, into: .query("a"))), ("https://h/{", PagingSettings()),
  ])
  func contradictionsAreProblems(url: String, paging: PagingSettings) {
    #expect(throws: SettingProblem.self) { try style(url, paging) }
  }

  private func response() -> Response {
    Response(body: [1], url: "https://h/", receivedAt: start)
  }
}
