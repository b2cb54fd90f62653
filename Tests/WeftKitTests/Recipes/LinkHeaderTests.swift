import HTTPServer
import Testing
import WeftKit

/// Recipes C: the `Link` header by RFC 8288 section 3, from the wire to the second request.
@Suite struct LinkHeaderTests {
  @Test(arguments: [
    ("c1, commas in the target", [#"</i?f=a,b,c&page=2>; rel="next""#], "/i?f=a,b,c&page=2"),
    ("c2, a semicolon in the target", [#"</i;v=1?page=2>; rel="next""#], "/i;v=1?page=2"),
    ("c3, two relations", [#"</i?page=2>; rel="next last""#], "/i?page=2"),
    ("c3, the other way round", [#"</i?page=2>; rel="last next""#], "/i?page=2"),
    ("c3, one relation without quotes", ["</i?page=2>;rel=next"], "/i?page=2"),
    ("c5, a parameter without a value", [#"</a>; rel=prev; title, </b>; rel="next""#], "/b"),
    ("c6, a comma in a quoted title", [#"</a>; rel="prev"; title="x, y", </b>; rel="next""#], "/b"),
    (
      "c6, a quoted title that looks like a link", [#"</a>; title="\", </x>; rel=next"; rel=prev, </b>; rel=next"#],
      "/b"
    ),
    ("c8, prev first, a space before the comma", [#"</p1>; rel="prev" , </p3>; rel="next""#], "/p3"),
    ("c8, no space after the comma", [#"</p1>; rel="prev",</p3>; rel="next""#], "/p3"),
    ("c9, the name in capitals", [#"</b>; REL="next""#], "/b"),
    ("c9, the relation in capitals", [#"</b>; Rel="NEXT""#], "/b"),
    ("c9, two header lines", [#"</a>; rel="prev""#, #"</b>; rel="next""#], "/b"),
    ("c9, the first rel counts", [#"</a>; rel="prev"; rel="next", </b>; rel="next""#], "/b"),
    ("c9, an anchor elsewhere", [##"</a>; rel="next"; anchor="#other", </b>; rel="next""##], "/b"),
    ("c9, a relative target", ["<b?page=2>; rel=next"], "/list/b?page=2"),
  ])
  func theNextPageIsFound(name: String, lines: [String], target: String) async throws {
    let server = try RecipeServer { request in
      request.target == "/list/a" ? .array(1...2, links: lines) : .array(3...4)
    }
    let reading = try await server.read("url: ORIGIN/list/a", defaults: RecipeServer.array)
    #expect(reading.ids == ids(1...4), "\(name)")
    #expect(server.targets == ["/list/a", target], "\(name)")
    #expect(reading.end == .noNext, "\(name)")
    #expect(reading.warnings == [], "\(name)")
  }

  @Test(arguments: [
    #"</b>; rel="prev"; rel="next""#, ##"</b>; rel="next"; anchor="#other""##, #"</b>; rel="nextpage""#,
    #"</b>; title="rel=next""#, "</b; rel=next", "<>",
  ])
  func c9_whatIsNoNextIsNotFollowed(line: String) async throws {
    let server = try RecipeServer { _ in .array(1...2, links: [line]) }
    let reading = try await server.read("url: ORIGIN/list/a", defaults: RecipeServer.array)
    #expect(reading.ids == ids(1...2))
    #expect(server.targets == ["/list/a"])
    #expect(reading.end == .noNext)
  }

  /// A `base` of the document is for its own links, not for those of the header.
  @Test func c9_theBaseOfTheBodyIsNotApplied() async throws {
    let server = try RecipeServer { request in
      let isFirst = request.target == "/list/a"
      return ServerResponse(
        "text/html",
        "<head><base href='/elsewhere/'></head><p class=i><a href='\(isFirst ? 1 : 2)'>x</a></p>",
        headers: isFirst ? [ServerRequest.Field("Link", "<b?page=2>; rel=next")] : [])
    }
    let reading = try await server.read(
      """
      url: ORIGIN/list/a
      items: p.i
      fields: {url: a@href}
      """, defaults: RecipeServer.feed)
    #expect(server.targets == ["/list/a", "/list/b?page=2"])
    #expect(reading.items.map { $0.item.url ?? "" } == [1, 2].map { "\(server.origin)/elsewhere/\($0)" })
  }
}
