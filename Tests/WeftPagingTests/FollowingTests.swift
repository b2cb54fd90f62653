import Testing
import WeftModel

@testable import WeftPaging

/// What follows a page: links, tokens, totals, has_more.
struct FollowingTests {
  private func page(
    _ paging: PagingSettings, url: String = "https://h/a/list?x=1", headers: HeaderFields = [:],
    links: [RelatedLink] = [], selected: [PageKey: SelectedValue] = [:], base: String = "https://h/a/list?x=1",
    items: [String] = ["a"], at cursor: PageCursor? = nil
  ) throws -> Page {
    let style = try PagingStyle(SourceSettings(name: "s", url: url, paging: paging))
    let response = Response(headers: headers, body: [1], url: url, receivedAt: start)
    return style.page(
      DecodedPage(items: items.map { item($0) }, links: links, selected: selected, base: base), of: response,
      at: cursor)
  }

  private func next(_ page: Page) -> String? {
    guard case .next(let cursor, let isAdvertised) = page.following else { return nil }
    return "\(cursor)" + (isAdvertised ? "" : " (numbered)")
  }

  @Test(arguments: [
    ("?page=2", "https://h/a/list?page=2"), ("/api/x?page=2", "https://h/api/x?page=2"),
    ("page2.json", "https://h/a/page2.json"), ("//other/p", "https://other/p"), ("p#frag", "https://h/a/p"),
    (" \n https://h/z ", "https://h/z"),
  ])
  func relativeLinksAreResolved(target: String, url: String) throws {
    let selected = [PageKey.next: SelectedValue(target)]
    #expect(try next(page(PagingSettings(next: "next"), selected: selected)) == url)
    #expect(
      try next(page(PagingSettings(next: "header:X-Next"), headers: ["X-Next": target], base: "https://no/")) == url)
    if !target.contains("\n") {
      #expect(try next(page(PagingSettings(), headers: ["Link": "<\(target)>; rel=next"], base: "https://no/")) == url)
    }
  }

  @Test func theLinkHeaderComesFirstThenTheDocumentThenTheArchive() throws {
    let archive = RelatedLink(relation: "prev-archive", url: "https://h/archive")
    let link = RelatedLink(relation: "next", url: "https://h/doc")
    let header: HeaderFields = ["Link": "<https://h/header>; rel=next"]
    #expect(try next(page(PagingSettings(), headers: header, links: [archive, link])) == "https://h/header")
    #expect(try next(page(PagingSettings(), links: [archive, link])) == "https://h/doc")
    #expect(try next(page(PagingSettings(), links: [archive])) == "https://h/archive")
    #expect(try page(PagingSettings()).following == .end(.noNext))
    #expect(try next(page(PagingSettings(relation: "older"), headers: header, links: [archive, link])) == nil)
  }

  @Test func aTemplateMeansThatLinksAreNotFollowed() throws {
    let header: HeaderFields = ["Link": "<https://h/header>; rel=next"]
    #expect(try next(page(PagingSettings(), url: "https://h/?p={page}", headers: header)) == "page 2 (numbered)")
    #expect(try page(PagingSettings(by: .none), headers: header).following == .end(.noNext))
  }

  @Test(arguments: [
    SelectedValue(""), SelectedValue(kind: .null, text: "null"), SelectedValue(kind: .bool, text: "false"),
    SelectedValue(kind: .object, text: "{ }"), nil,
  ])
  func whatIsNoTokenEnds(value: SelectedValue?) throws {
    let selected = value.map { [PageKey.cursor: $0, .next: $0] } ?? [:]
    let cursor = try page(PagingSettings(cursor: "c"), url: "https://h/?c={cursor}", selected: selected)
    #expect(cursor.following == .end(.noNext))
    #expect(try page(PagingSettings(next: "n"), selected: selected).following == .end(.noNext))
  }

  @Test(arguments: [SelectedValue("0"), SelectedValue(kind: .number, text: "0"), SelectedValue("x")])
  func zeroIsAToken(value: SelectedValue) throws {
    let page = try page(PagingSettings(cursor: "c"), url: "https://h/?c={cursor}", selected: [.cursor: value])
    #expect(page.following == .next(.token(value), isAdvertised: true))
  }

  @Test(arguments: [
    (SelectedValue(kind: .bool, text: "false"), false), (SelectedValue("false"), false), (SelectedValue(""), false),
    (SelectedValue(kind: .number, text: "0"), false), (SelectedValue(kind: .null, text: "null"), false), (nil, false),
    (SelectedValue(kind: .bool, text: "true"), true), (SelectedValue("yes"), true),
    (SelectedValue(kind: .number, text: "3"), true),
  ])
  func hasMore(value: SelectedValue?, goesOn: Bool) throws {
    let stop = StopSettings(hasMore: "more")
    let page = try page(
      PagingSettings(stop: stop), url: "https://h/?p={page}", selected: value.map { [.hasMore: $0] } ?? [:])
    #expect(page.following == (goesOn ? .next(.page(2), isAdvertised: false) : .end(.hasMore)))
  }

  @Test func moreWithoutANextIsWarnedAbout() throws {
    let page = try page(
      PagingSettings(next: "n", stop: StopSettings(hasMore: "m")),
      selected: [.hasMore: SelectedValue(kind: .bool, text: "true")])
    #expect(page.following == .end(.noNext))
    #expect(page.warnings.map(\.code) == ["no_next"])
  }

  @Test(arguments: [("50", 50), (" 7 ", 7), ("1e2", 100), ("x", nil), ("", nil)] as [(String, Int?)])
  func totals(text: String, value: Int?) throws {
    let stop = StopSettings(totalPages: "header:X-Pages", totalItems: "t")
    let page = try page(
      PagingSettings(stop: stop), headers: ["X-Pages": text], selected: [.totalItems: SelectedValue(text)])
    #expect(page.totals == Page.Totals(pages: value, items: value))
  }

  @Test func keysetGoesOnFromTheLastRawItemAndWarnsOfTies() throws {
    let style = try PagingStyle(
      SourceSettings(name: "s", url: "https://h/?max={cursor}", paging: PagingSettings(last: "id")))
    var decoded = DecodedPage(items: [item("a")], receivedCount: 2, selected: [.last: SelectedValue("7")])
    decoded.isLastKeyShared = true
    let response = Response(body: [1], url: "https://h/", receivedAt: start)
    let page = style.page(decoded, of: response, at: nil)
    #expect(page.following == .next(.token(SelectedValue("7")), isAdvertised: false))
    #expect(page.warnings.map(\.code) == ["shared_boundary"])
    let empty = style.page(DecodedPage(items: [], selected: [.last: SelectedValue("7")]), of: response, at: nil)
    #expect(empty.following == .end(.noNext))
  }

  @Test(arguments: ["ftp://h/x", "javascript:alert(1)", "mailto:a@b"])
  func otherSchemesAreNotFollowed(target: String) throws {
    let page = try page(PagingSettings(next: "n"), selected: [.next: SelectedValue(target)])
    #expect(page.following == .end(.noNext))
    #expect(page.warnings.map(\.code) == ["next_not_http"])
  }

  @Test func anAdvertisedNextThatIsThePageItselfEndsTheWalk() throws {
    var machine = PaginationStateMachine()
    let first = try page(PagingSettings(next: "n"), selected: [.next: SelectedValue("?page=2")])
    _ = machine.feed(first)
    let itself = try page(
      PagingSettings(next: "n"), selected: [.next: SelectedValue("?page=2")], items: ["b"],
      at: .url("https://h/a/list?page=2"))
    #expect(machine.feed(itself)?.isNew == [true])
    #expect(machine.end == .repeat)
    // …also where it is page one, whose URL nobody named before.
    var other = PaginationStateMachine()
    _ = other.feed(try page(PagingSettings(next: "n"), selected: [.next: SelectedValue("/a/list?x=1")]))
    #expect(other.end == .repeat)
  }
}
