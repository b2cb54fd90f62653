import TestSupport
import Testing
import WeftModel
import WeftPaging

@testable import WeftMerge

/// A list behind a paging style, which changes between two requests.
private struct Server: Sendable {
  /// The times on the list at each request; the last counts for the rest.
  var lists: [[Int]]
  var url: String
  var paging: PagingSettings

  func script() throws -> Script {
    let style = try PagingStyle(SourceSettings(name: "A", url: url, paging: paging))
    var script = Script(name: "A")
    script.server = { [lists] cursor, count in
      let asked = style.request(for: cursor).url
      let list = lists[min(count, lists.count) - 1]
      let size = Self.number(after: "n=", in: asked) ?? 2
      let start = Self.number(after: "o=", in: asked) ?? ((Self.number(after: "p=", in: asked) ?? 1) - 1) * size
      let items = list.dropFirst(start).prefix(size).map { time in
        var item = Item(id: "\(time)")
        item.title = "\(time)"
        item.datePublished = Timestamp(seconds: Int64(time))
        return item
      }
      let response = Response(body: [1], url: asked, receivedAt: Timestamp(seconds: 1_000_000_000))
      return style.page(DecodedPage(items: items), of: response, at: cursor)
    }
    return script
  }

  static func number(after key: String, in url: String) -> Int? {
    guard let part = url.split(whereSeparator: { "?&".contains($0) }).first(where: { $0.hasPrefix(key) }) else {
      return nil
    }
    return Int(part.dropFirst(key.count))
  }
}

/// Case 23: 10 is deleted after page one was read. Page two of a numbered list then begins with 7: 8 is lost, which
/// nobody can notice from page two alone.
@Test func deletionsInANumberedListAreLost() throws {
  let server = Server(lists: [[10, 9, 8, 7, 6], [9, 8, 7, 6]], url: "https://h/?p={page}", paging: PagingSettings())
  var simulation = Simulation([try server.script()])
  simulation.read(9)
  #expect(simulation.feed == "10 9 7 6")
  #expect(simulation.asked == "A3")
}

/// Case 23: a list that is paged by offsets is asked for the last item seen once more; it is not there, so the walk
/// steps back, and nothing is lost for one request more.
@Test func deletionsInAListByOffsetsAreNoticed() throws {
  func read(_ lists: [[Int]]) throws -> Simulation {
    let server = Server(lists: lists, url: "https://h/?o={offset}&n={limit}", paging: PagingSettings(size: 2))
    var simulation = Simulation([try server.script()])
    simulation.read(9)
    return simulation
  }
  let still = try read([[10, 9, 8, 7, 6]])
  #expect(still.feed == "10 9 8 7 6")
  #expect(still.asked == "A5")
  let deleted = try read([[10, 9, 8, 7, 6], [9, 8, 7, 6]])
  #expect(deleted.feed == "10 9 8 7 6")
  // One more, to step back.
  #expect(deleted.asked == "A6")
}

/// Case 30: a first page of 60 and then pages of 20 would show 21 to 40 again and never 61 to 80: the size that is asked
/// for stays, and each page is taken whole.
@Test func thePageSizeStaysTheSame() throws {
  let server = Server(
    lists: [(1...150).reversed()], url: "https://h/?p={page}&n={limit}", paging: PagingSettings(size: 60))
  let style = try PagingStyle(SourceSettings(name: "A", url: server.url, paging: server.paging))
  for cursor in [nil, PageCursor.page(2), .page(3)] {
    #expect(Server.number(after: "n=", in: style.request(for: cursor).url) == 60)
  }
  for limit in [1, 20, 61, 150] {
    var simulation = Simulation([try server.script()])
    simulation.read(limit)
    #expect(simulation.ids == (1...150).reversed().prefix(limit).map(String.init))
    #expect(simulation.asked == "A\((limit + 59) / 60)")
  }
}
