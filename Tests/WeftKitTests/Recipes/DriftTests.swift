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
}
