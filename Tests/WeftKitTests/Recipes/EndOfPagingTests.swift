import HTTPServer
import Testing
import WeftKit

/// Recipes A: walks that never ended, or ended too soon.
@Suite struct EndOfPagingTests {
  /// No total, and all later pages are empty.
  @Test func a1_theFirstEmptyPageOfANumberedSourceIsTheEnd() async throws {
    let server = try RecipeServer { request in
      let page = request.number("page") ?? 0
      return .items(page <= 2 ? (page * 10)..<(page * 10 + 3) : 0..<0)
    }
    let reading = try await server.read("url: ORIGIN/list?page={page}")
    #expect(reading.ids == ["10", "11", "12", "20", "21", "22"])
    #expect(server.targets == ["/list?page=1", "/list?page=2", "/list?page=3"])
    #expect(reading.end == .empty)
    #expect(reading.warnings == [])
  }

  @Test func a3_aListMayBeNullOnTheLastPage() async throws {
    let server = try RecipeServer { request in
      switch request.parameter("token") {
      case nil: .json(#"{"users": [{"id": 1}], "next_token": "b"}"#)
      case "b": .json(#"{"users": [{"id": 2}], "next_token": "c"}"#)
      default: .json(#"{"users": null, "next_token": null}"#)
      }
    }
    let reading = try await server.read(
      """
      url: ORIGIN/users?token={cursor}
      items: users
      paging: {cursor: next_token}
      """)
    #expect(reading.ids == ["1", "2"])
    #expect(server.targets == ["/users", "/users?token=b", "/users?token=c"])
    #expect(reading.status.state == .full)
    #expect(reading.status.failure == nil)
    #expect(reading.warnings == [])
  }

  @Test func a4_aCursorOnTheLastPageCostsOneRequest() async throws {
    let server = try RecipeServer { request in
      switch request.parameter("cursor") {
      case nil: .items(1...3, #""cursor": "y""#)
      case "y": .items(4...5, #""cursor": "z""#)
      default: .items([], #""cursor": "z""#)
      }
    }
    let reading = try await server.read(
      """
      url: ORIGIN/list?cursor={cursor}
      paging: {cursor: cursor}
      """)
    #expect(reading.ids == ids(1...5))
    #expect(server.targets == ["/list", "/list?cursor=y", "/list?cursor=z"])
    #expect(reading.end == .empty)
    #expect(reading.warnings == [])
  }

  /// 24 items, ten at a time. With the overlap of one, each request asks for the last item seen once more.
  @Test(arguments: [(overlap: 0, offsets: [0, 10, 20, 24]), (overlap: 1, offsets: [0, 9, 18, 23])])
  func a5_offsetsMoveByWhatWasReceived(overlap: Int, offsets: [Int]) async throws {
    let server = try RecipeServer { .items(Array(0..<24).dropFirst($0.number("offset") ?? 0).prefix(10)) }
    let reading = try await server.read(
      """
      url: ORIGIN/list?offset={offset}
      paging: {overlap: \(overlap)}
      """)
    #expect(reading.ids == ids(0..<24))
    #expect(server.targets == offsets.map { "/list?offset=\($0)" })
    #expect(reading.end == .empty)
  }

  @Test func a7_aTokenThatComesAgainIsTheEnd() async throws {
    let server = try RecipeServer { request in
      request.parameter("t") == nil ? .items(1...2, #""t": "t1""#) : .items(3...4, #""t": "t1""#)
    }
    let reading = try await server.read(
      """
      url: ORIGIN/list?t={cursor}
      paging: {cursor: t}
      """)
    #expect(reading.ids == ids(1...4))
    #expect(server.targets == ["/list", "/list?t=t1"])
    #expect(reading.end == .repeat)
    #expect(reading.warnings == ["repeated_cursor"])
  }

  @Test func a7_aServerThatNeverAnswersTimesOut() async throws {
    let server = try RecipeServer { _ in .never }
    let reading = try await server.read(
      """
      url: ORIGIN/list?page={page}
      request: {timeout: 50ms}
      """)
    #expect(reading.ids == [])
    #expect(reading.status.state == .error)
    #expect(reading.status.failure?.kind == .timeout)
    #expect(server.requests.count == 1)
  }

  /// The last page names itself as the next; with `has_more` the truth, without it the guard ends the walk.
  @Test(arguments: [("\npaging: {next: next, stop: {has_more: has_more}}", EndReason.hasMore), ("", .repeat)])
  func a9_aPageThatNamesItselfIsTheLast(paging: String, end: EndReason) async throws {
    let server = try RecipeServer { request in
      let page = request.number("page") ?? 1
      return .items(
        [page], #""next": "/list?page=\#(min(page + 1, 3))", "has_more": \#(page < 3)"#)
    }
    let reading = try await server.read(
      "url: ORIGIN/list" + (paging.isEmpty ? "\npaging: {next: next}" : paging))
    #expect(reading.ids == ids(1...3))
    #expect(server.targets == ["/list", "/list?page=2", "/list?page=3"])
    #expect(reading.end == end)
    #expect(reading.warnings == (end == .repeat ? ["repeated_cursor"] : []))
  }

  @Test func a10_aMemberThatRepeatsThePageNumberIsNoCursor() async throws {
    let server = try RecipeServer { request in
      let page = request.number("page") ?? 0
      return .items(page <= 3 ? [page] : [], #""page": \#(page), "next": \#(page)"#)
    }
    let reading = try await server.read("url: ORIGIN/list?page={page}")
    #expect(reading.ids == ids(1...3))
    #expect(server.targets == (1...4).map { "/list?page=\($0)" })
    #expect(reading.end == .empty)
  }

  @Test func a11_anEmptyPageWhoseLinkDoesNotMoveIsTheEnd() async throws {
    let server = try RecipeServer { request in
      let cursor = request.number("cursor") ?? 0
      let rows = cursor < 6 ? Array((cursor + 1)...(cursor + 3)) : []
      return .items(rows, #""next": "/list?cursor=\#(rows.last ?? cursor)""#)
    }
    let reading = try await server.read(
      """
      url: ORIGIN/list
      paging: {next: next}
      """)
    #expect(reading.ids == ids(1...6))
    #expect(server.targets == ["/list", "/list?cursor=3", "/list?cursor=6"])
    #expect(reading.end == .empty)
  }

  @Test func a15_aCursorThatIsNeverNullEndsAtTheFirstEmptyPage() async throws {
    let server = try RecipeServer { request in
      let rows = (1...7).filter { $0 > request.number("after") ?? 0 }.prefix(3)
      return .items(rows, #""after": "\#(rows.last ?? 7)""#)
    }
    let reading = try await server.read(
      """
      url: ORIGIN/list?limit=3&after={cursor}
      paging: {cursor: after}
      """)
    #expect(reading.ids == ids(1...7))
    #expect(
      server.targets == [
        "/list?limit=3", "/list?limit=3&after=3", "/list?limit=3&after=6", "/list?limit=3&after=7",
      ])
    #expect(reading.end == .empty)
    #expect(reading.warnings == [])
  }

  @Test func a16_aLinkToAnEmptyLastPageIsNoError() async throws {
    let server = try RecipeServer { request in
      request.query == nil
        ? .array(1...10, links: [#"</list?max_id=10>; rel="next""#]) : .array([])
    }
    let reading = try await server.read("url: ORIGIN/list", defaults: RecipeServer.array)
    #expect(reading.ids == ids(1...10))
    #expect(server.targets == ["/list", "/list?max_id=10"])
    #expect(reading.status.state == .full)
    #expect(reading.status.failure == nil)
    #expect(reading.warnings == [])
  }

  /// Servers that filter after fetching: neither a short page nor an empty one is the end while a next is named.
  @Test func a17_anEmptyPageMayHaveANext() async throws {
    let server = try RecipeServer { request in
      switch request.number("page") ?? 1 {
      case 1: .array(1...5, links: [#"<?page=2>; rel="next""#])
      case 2: .array([], links: [#"<?page=3>; rel="next""#])
      default: .array(6...12)
      }
    }
    let reading = try await server.read("url: ORIGIN/list", defaults: RecipeServer.array)
    #expect(reading.ids == ids(1...12))
    #expect(server.targets == ["/list", "/list?page=2", "/list?page=3"])
    #expect(reading.end == .noNext)
    #expect(reading.warnings == [])
  }

  /// Counts are taken before filters: a page of which nothing is kept is no empty page and no short one.
  @Test(arguments: ["", "\npaging: {size: 2, stop: {short_page: true}}"])
  func a19_aPageThatAFilterEmptiesIsNotTheEnd(paging: String) async throws {
    let server = try RecipeServer { request in
      switch request.number("page") ?? 0 {
      case 1: .json(#"{"items": [{"id": 1, "title": "swift a"}, {"id": 2, "title": "other"}]}"#)
      case 2: .json(#"{"items": [{"id": 3, "title": "other"}, {"id": 4, "title": "other"}]}"#)
      case 3: .json(#"{"items": [{"id": 5, "title": "swift b"}]}"#)
      default: .items([])
      }
    }
    let reading = try await server.read(
      """
      url: ORIGIN/list?page={page}
      fields: {title: title}
      where: [{field: title, matches: swift}]
      """ + paging)
    #expect(reading.ids == ["1", "5"])
    #expect(server.targets == (1...(paging.isEmpty ? 4 : 3)).map { "/list?page=\($0)" })
    #expect(reading.end == (paging.isEmpty ? .empty : .shortPage))
    #expect(reading.status.itemCount == 5)
  }

  /// 1,000 items are asked for, 500 come.
  @Test(arguments: [(overlap: 0, offsets: [0, 500, 1_000, 1_200]), (overlap: 1, offsets: [0, 499, 998, 1_199])])
  func a20_offsetsDoNotTrustTheSizeAskedFor(overlap: Int, offsets: [Int]) async throws {
    let server = try RecipeServer { request in
      let offset = request.number("offset") ?? 0
      return .items(min(offset, 1_200)..<min(offset + 500, 1_200))
    }
    let reading = try await server.read(
      """
      url: ORIGIN/list?limit={limit}&offset={offset}
      paging: {size: 1000, overlap: \(overlap)}
      """)
    #expect(reading.ids == ids(0..<1_200))
    #expect(server.targets == offsets.map { "/list?limit=1000&offset=\($0)" })
  }

  @Test func a23_anAdvertisedPageThatIsMissingIsTheEnd() async throws {
    let server = try RecipeServer { request in
      guard request.query == nil else { return .text("Not Found", status: 404) }
      return ServerResponse(
        "application/rss+xml",
        """
        <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>Cast</title>
        <atom:link rel="next" href="?paged=2"/>
        <item><guid>a</guid><title>A</title></item><item><guid>b</guid><title>B</title></item></channel></rss>
        """)
    }
    let reading = try await server.read("url: ORIGIN/feed", defaults: RecipeServer.feed)
    #expect(reading.ids == ["a", "b"])
    #expect(server.targets == ["/feed", "/feed?paged=2"])
    #expect(reading.end == .pastEnd)
    #expect(reading.warnings == ["advertised_past_end"])
    #expect(reading.status.failure == nil)
  }

  @Test func a26_aLaterPageWithoutAByteIsTheEnd() async throws {
    let server = try RecipeServer { request in
      let page = request.number("page") ?? 0
      return page <= 2 ? .items([page]) : ServerResponse(status: 200)
    }
    let reading = try await server.read("url: ORIGIN/list?page={page}")
    #expect(reading.ids == ["1", "2"])
    #expect(server.targets.count == 3)
    #expect(reading.end == .empty)
    #expect(reading.warnings == [])
  }

  @Test func a27_withoutMaxPagesAllPagesAreRead() async throws {
    let server = try RecipeServer { request in
      let page = request.number("page") ?? 1
      return ServerResponse(
        "text/html",
        "<p class=i><a href='/\(page)'>\(page)</a></p>"
          + (page < 3 ? "<a rel=next href='?page=\(page + 1)'>more</a>" : ""))
    }
    let reading = try await server.read(
      """
      url: ORIGIN/list
      items: p.i
      fields: {url: a@href}
      """, defaults: RecipeServer.feed)
    #expect(reading.items.map { $0.item.url ?? "" } == (1...3).map { "\(server.origin)/\($0)" })
    #expect(server.targets == ["/list", "/list?page=2", "/list?page=3"])
    #expect(reading.end == .noNext)
  }

  @Test func a28_aServerThatIgnoresThePageIsNoticed() async throws {
    let server = try RecipeServer { _ in .items(1...3) }
    let reading = try await server.read("url: ORIGIN/list?page={page}")
    #expect(reading.ids == ids(1...3))
    #expect(server.targets == (1...3).map { "/list?page=\($0)" })
    #expect(reading.end == .repeat)
    #expect(
      reading.status.warnings == [
        SourceWarning(code: "page_parameter", text: "the page parameter has no effect: every page is page one")
      ])
  }
}
