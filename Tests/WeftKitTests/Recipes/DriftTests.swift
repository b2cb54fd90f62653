import HTTPServer
import Testing
import WeftKit

/// Recipes D: lists that move while they are read, keys that tie, cursors that die.
@Suite struct DriftTests {
  /// Two items of page one are deleted before page two is asked for.
  @Test func d4_anOffsetSourceStepsBackOverDeletions() async throws {
    let server = try RecipeServer(numbered: { request, number in
      .items(Array(number == 1 ? 1...12 : 3...12).dropFirst(request.number("offset") ?? 0).prefix(4))
    })
    let reading = try await server.read("url: ORIGIN/list?offset={offset}")
    #expect(reading.ids == ids(1...12))
    // Item 4 is not at 3, nor is anything that was seen: back to 0, and on from there.
    #expect(Array(server.targets.prefix(4)) == [0, 3, 0, 3].map { "/list?offset=\($0)" })
    #expect(reading.end == .empty)
  }

  /// Items pushed down by new ones come twice and are shown once.
  @Test(arguments: ["page={page}", "offset={offset}"])
  func d4_itemsThatArePushedDownAreShownOnce(parameter: String) async throws {
    let server = try RecipeServer(numbered: { request, number in
      let start = request.number("offset") ?? ((request.number("page") ?? 1) - 1) * 4
      return .items(Array(number == 1 ? 1...12 : -1...12).dropFirst(start).prefix(4))
    })
    let reading = try await server.read("url: ORIGIN/list?\(parameter)")
    #expect(Array(reading.ids.prefix(4)) == ids(1...4))
    #expect(Set(reading.ids).count == reading.ids.count)
    #expect(Set(reading.ids).isSuperset(of: ids(1...12)))
  }

  /// Rows of a table with ties in the second that the walk goes on from.
  private static let rows = [(1, 11), (2, 10), (3, 9), (4, 9), (5, 9), (6, 8), (7, 7), (8, 6)]

  private static func page(_ rows: some Sequence<(Int, Int)>) -> ServerResponse {
    .json(#"{"items": [\#(rows.map { #"{"id": \#($0.0), "at": \#($0.1)}"# }.joined(separator: ","))]}"#)
  }

  @Test(arguments: [4, 5, 6, 7])
  func d5_anInclusiveKeysetGivesEachItemOnce(limit: Int) async throws {
    let server = try RecipeServer { request in
      let until = request.number("until") ?? .max
      return DriftTests.page(DriftTests.rows.filter { $0.1 <= until }.prefix(limit))
    }
    let reading = try await server.read(
      """
      url: ORIGIN/list?until={cursor}
      paging: {by: keyset, last: at}
      """)
    #expect(reading.ids == ids(1...8))
    #expect(reading.status.state == .full)
    #expect(server.requests.count <= 4)
  }

  /// An exclusive server loses item 5 when a page ends inside a tie: the client cannot mend it, but says so.
  @Test func d6_aPageThatEndsInsideATieIsWarnedAbout() async throws {
    let server = try RecipeServer { request in
      let before = request.number("before") ?? .max
      return DriftTests.page(DriftTests.rows.filter { $0.1 < before }.prefix(4))
    }
    let reading = try await server.read(
      """
      url: ORIGIN/list?before={cursor}
      paging: {by: keyset, last: at}
      """)
    #expect(reading.ids == ["1", "2", "3", "4", "6", "7", "8"])
    #expect(reading.warnings == ["shared_boundary"])
  }

  @Test func d6_aListingThatEndsInsideATieIsWarnedAbout() async throws {
    let server = try RecipeServer { request in
      let before = request.number("before") ?? .max
      let rows = DriftTests.rows.filter { $0.1 < before }.prefix(4)
      return ServerResponse("text/html", rows.map { "<p id=p\($0.0) data-at=\($0.1)>x</p>" }.joined())
    }
    let reading = try await server.read(
      """
      url: ORIGIN/list?before={cursor}
      items: p
      fields: {id: "@id"}
      paging: {by: keyset, last: "@data-at"}
      """, defaults: RecipeServer.feed)
    #expect(reading.ids == [1, 2, 3, 4, 6, 7, 8].map { "p\($0)" })
    #expect(reading.warnings.contains("shared_boundary"))
  }

  @Test func d6_aTieInsideAPageIsNoMatter() async throws {
    let server = try RecipeServer { request in
      let before = request.number("before") ?? .max
      return DriftTests.page(DriftTests.rows.filter { $0.1 < before }.prefix(6))
    }
    let reading = try await server.read(
      """
      url: ORIGIN/list?before={cursor}
      paging: {by: keyset, last: at}
      """)
    #expect(reading.ids == ids(1...8))
    #expect(reading.warnings == [])
  }

  /// Four pages by cursor.
  private static func walk(_ request: ServerRequest) -> ServerResponse {
    let page = request.number("c") ?? 1
    return .items((page * 10)..<(page * 10 + 2), page < 4 ? #""next": \#(page + 1)"# : "")
  }

  private static let walked = """
    url: ORIGIN/list?c={cursor}
    paging:
      cursor: next
      restart_when: [{status: 400, contains: expired}]
    """

  @Test func d9_aCursorThatDiesStartsTheWalkAgain() async throws {
    let server = try RecipeServer(numbered: { request, number in
      number == 3 ? .json(#"{"message": "cursor expired"}"#, status: 400) : DriftTests.walk(request)
    })
    let reading = try await server.read(DriftTests.walked)
    #expect(reading.ids == ["10", "11", "20", "21", "30", "31", "40", "41"])
    #expect(server.targets == ["", "?c=2", "?c=3", "", "?c=2", "?c=3", "?c=4"].map { "/list" + $0 })
    #expect(reading.end == .noNext)
    #expect(reading.warnings == ["restarted"])
  }

  @Test func d9_aCursorThatDiesAgainAndAgainIsAnError() async throws {
    let server = try RecipeServer { request in
      request.number("c") == 3
        ? .json(#"{"message": "cursor expired"}"#, status: 400) : DriftTests.walk(request)
    }
    let reading = try await server.read(DriftTests.walked)
    #expect(reading.ids == ["10", "11", "20", "21"])
    #expect(server.targets.filter { $0 == "/list?c=3" }.count == 3)
    #expect(reading.status.state == .error)
    #expect(reading.status.failure?.status == 400)
  }

  /// Any other 400 is an error with what the server says; the items stay.
  @Test func d9_anotherErrorStartsNothing() async throws {
    let server = try RecipeServer { request in
      request.number("c") == 3 ? .json(#"{"message": "bad field"}"#, status: 400) : DriftTests.walk(request)
    }
    let reading = try await server.read(DriftTests.walked)
    #expect(reading.ids == ["10", "11", "20", "21"])
    #expect(server.targets == ["/list", "/list?c=2", "/list?c=3"])
    #expect(reading.status.failure?.message.contains("bad field") == true)
  }

  /// A stale cursor answers page one: with the old next token, or with ever new ones.
  @Test(arguments: [(false, "repeated_cursor", 3), (true, "page_parameter", 4)])
  func d10_aStaleCursorThatAnswersPageOneIsNoticed(isFresh: Bool, warning: String, count: Int) async throws {
    let server = try RecipeServer(numbered: { request, number in
      switch request.parameter("c") {
      case nil: .items(1...2, #""next": "b""#)
      case "b": .items(3...4, #""next": "c""#)
      default: .items(1...2, #""next": "\#(isFresh ? "new\(number)" : "b")""#)
      }
    })
    let reading = try await server.read(
      """
      url: ORIGIN/list?c={cursor}
      paging: {cursor: next}
      """)
    #expect(reading.ids == ids(1...4))
    #expect(server.targets.count == count)
    #expect(reading.end == .repeat)
    #expect(reading.warnings == [warning])
  }

  /// More digits than a double holds; bare in the body, and bare again in a JSON body that takes it back.
  @Test(arguments: ["1907382645019283746", "12345678901234567890123", "1.50", "1e3"])
  func d11_aNumericCursorGoesBackDigitForDigit(digits: String) async throws {
    let server = try RecipeServer { request in
      request.parameter("c") == nil && !String(decoding: request.body, as: UTF8.self).contains("after")
        ? .items([1], #""next_cursor": \#(digits)"#) : .items([2], #""next_cursor": null"#)
    }
    let reading = try await server.read(
      """
      url: ORIGIN/list?c={cursor}
      paging: {cursor: next_cursor}
      """)
    #expect(reading.ids == ["1", "2"])
    #expect(server.targets == ["/list", "/list?c=\(digits)"])

    let posted = try await server.read(
      """
      url: ORIGIN/find
      request: {method: POST, body: {json: {q: a}}}
      paging: {by: cursor, cursor: next_cursor, into: "body:after"}
      """)
    #expect(posted.ids == ["1", "2"])
    let bodies = server.requests.suffix(2).map { String(decoding: $0.body, as: UTF8.self) }
    #expect(bodies == [#"{"q":"a"}"#, #"{"q":"a","after":\#(digits)}"#])
    #expect(server.requests.last?.header("Content-Type") == "application/json")
  }

  /// Thirty new items, ten a page: a refresh reads on until something known, or says where its budget ended.
  @Test(arguments: [(5, 30, false), (2, 20, true)])
  func d2_aRefreshFillsTheGap(pages: Int, found: Int, hasGap: Bool) async throws {
    let server = try RecipeServer(numbered: { request, number in
      let newest = number <= 2 ? 100 : 130
      let before = request.number("max_id") ?? newest + 1
      return .items((1..<before).reversed().prefix(10), "")
    })
    let engine = Engine()
    let text = server.configuration(
      """
      url: ORIGIN/list?max_id={cursor}
      paging: {by: keyset, last: id}
      """)
    let feed = try engine.feed(of: engine.configuration(reading: text).configuration)
    var items = feed.makeAsyncIterator()
    for _ in 0..<15 { _ = await items.next() }
    let refresh = await feed.refresh(pages: pages)
    #expect(refresh.entries.compactMap { $0.item?.item.id } == ids((131 - found...130).reversed()))
    guard hasGap else { return #expect(refresh.newCount == refresh.entries.count) }
    guard case .gap(let gap) = refresh.entries.last else { return #expect(Bool(false), "no gap") }
    #expect(gap.source == "recipe" && gap.above == "111")
    let rest = await feed.fill(gap)
    #expect(rest.entries.compactMap { $0.item?.item.id } == ids((101...110).reversed()))
    #expect(rest.newCount == rest.entries.count)
  }

  /// While the feed is read, an edited item moves up and later pages still show it in its old place.
  @Test func d13_anItemThatWasShownDoesNotJump() async throws {
    let server = try RecipeServer { request in
      switch request.number("page") ?? 0 {
      case 1:
        .json(#"{"items": [{"id": "x", "at": "2024-05-09T00:00:00Z"}, {"id": "a", "at": "2024-05-08T00:00:00Z"}]}"#)
      case 2:
        .json(#"{"items": [{"id": "x", "at": "2024-05-02T00:00:00Z"}, {"id": "b", "at": "2024-05-01T00:00:00Z"}]}"#)
      default: .items([])
      }
    }
    let reading = try await server.read(
      """
      url: ORIGIN/list?page={page}
      fields: {date_published: at}
      """)
    #expect(reading.ids == ["x", "a", "b"])
    #expect(reading.items.map(\.position) == [1, 2, 3])
    #expect(reading.status.lateCount == 0)
  }

  /// The same at a refresh: the item is updated where it stands, and is not new.
  @Test func d13_anEditedItemIsUpdatedInPlace() async throws {
    let server = try RecipeServer(numbered: { request, number in
      let edited = #"{"id": 4, "title": "4, edited", "at": "2024-06-01T00:00:00Z"}"#
      func rows(_ numbers: some Sequence<Int>) -> [String] {
        numbers.map { #"{"id": \#($0), "title": "\#($0)", "at": "2024-05-\#(20 - $0)T00:00:00Z"}"# }
      }
      let list = number <= 2 ? rows(1...6) : [edited] + rows([1, 2, 3, 5, 6])
      let page = list.dropFirst(3 * ((request.number("page") ?? 1) - 1)).prefix(3)
      return .json(#"{"items": [\#(page.joined(separator: ","))]}"#)
    })
    let engine = Engine()
    let text = server.configuration(
      """
      url: ORIGIN/list?page={page}
      fields: {title: title, date_published: at}
      """)
    let configuration = try engine.configuration(reading: text).configuration
    let feed = Feed(
      sources: try engine.sources(of: configuration), settings: configuration.merge, clock: engine.clock, window: 100)
    var items = feed.makeAsyncIterator()
    var shown: [String] = []
    for _ in 0..<5 { if let item = await items.next() { shown.append(item.item.id) } }
    #expect(shown == ids(1...5))
    let refresh = await feed.refresh()
    #expect(refresh.entries.isEmpty)
    #expect(refresh.updated.map { "\($0.position) \($0.item.title ?? "")" } == ["4 4, edited"])
  }

  /// Feeds that drop old entries are not shown as complete; one with archives is.
  @Test(arguments: [("paged", SourceStatus.Completeness.about), ("archived", .complete), ("whole", .complete)])
  func d14_onlyArchivesAreComplete(kind: String, expected: SourceStatus.Completeness) async throws {
    let server = try RecipeServer { request in
      let isFirst = request.number("page") == nil
      let relation = kind == "paged" ? "next" : "prev-archive"
      let link = isFirst && kind != "whole" ? #"<link rel="\#(relation)" href="?page=2"/>"# : ""
      let mark = kind == "whole" ? "<fh:complete/>" : kind == "archived" && !isFirst ? "<fh:archive/>" : ""
      return ServerResponse(
        "application/atom+xml",
        """
        <feed xmlns="http://www.w3.org/2005/Atom" xmlns:fh="http://purl.org/syndication/history/1.0">\(link)\(mark)\
        <entry><id>tag:\(isFirst ? 1 : 2)</id><title>x</title></entry></feed>
        """)
    }
    let reading = try await server.read("url: ORIGIN/feed", defaults: RecipeServer.feed)
    #expect(reading.ids == (kind == "whole" ? ["tag:1"] : ["tag:1", "tag:2"]))
    #expect(reading.status.completeness == expected)
  }

  /// A position saved between two runs, whose cursor is dead by then.
  @Test func d15_aSavedPlaceWithADeadCursorIsFoundAgain() async throws {
    let isLater = Flag()
    let server = try RecipeServer { request in
      if isLater.isSet, let cursor = request.parameter("c"), !cursor.hasPrefix("new") {
        return .json(#"{"message": "cursor expired"}"#, status: 400)
      }
      let page = request.parameter("c").flatMap { Int($0.drop { !$0.isNumber }) } ?? 1
      let items = (page * 10..<page * 10 + 3).map { #"{"id": \#($0), "at": "2024-05-01T00:00:\#(59 - $0)Z"}"# }
      let next = page < 4 ? #", "next": "\#(isLater.isSet ? "new" : "old")\#(page + 1)""# : ""
      return .json(#"{"items": [\#(items.joined(separator: ","))]\#(next)}"#)
    }
    let engine = Engine()
    let text = server.configuration(
      """
      url: ORIGIN/list?c={cursor}
      fields: {date_published: at}
      paging:
        cursor: next
        restart_when: [{status: 400, contains: expired}]
      """)
    var configuration = try engine.configuration(reading: text).configuration
    configuration.merge.mode = .eco
    configuration.merge.prefetch = 0
    let key: [UInt8] = Array(0..<32)
    let first = try engine.feed(of: configuration)
    var items = first.makeAsyncIterator()
    for _ in 0..<5 { _ = await items.next() }
    let place = try #require(await first.place(after: 5))
    let cursor = try #require(
      ResumeCursor(place, configuration: configuration.identity, issued: engine.clock.now()).text(key: key))
    first.cancel()
    isLater.set()

    let read = try ResumeCursor(
      text: cursor, key: key, configuration: configuration.identity, now: engine.clock.now())
    let second = try engine.feed(of: configuration, resumingAt: read.point)
    var rest: [String] = []
    for await item in second { rest.append(item.item.id) }
    #expect(rest == ["22", "30", "31", "32", "40", "41", "42"])
    #expect(await second.statuses[0].warnings.map(\.code) == ["restarted"])
    #expect(server.targets.suffix(5) == ["?c=old2", "", "?c=new2", "?c=new3", "?c=new4"].map { "/list" + $0 })
  }
}
