import Testing

@testable import MarkupDocument

/// What a guess looks at grows with the links of a page, not with what stands in them.
@Suite struct NextPageGuessTests {
  @Test(arguments: [
    "<a href='/1'>hello there<object>", "<a href='/1'><table><tr><td>", "<div><a href='/1'>x</a>",
    "<a href='/1' class='pager'><object><img alt='next'>",
  ])
  func workIsLinear(piece: String) throws {
    let small = try Self.work(String(repeating: piece, count: 500))
    let large = try Self.work(String(repeating: piece, count: 2_000))
    #expect(small > 0 && large <= 5 * small, "\(small), \(large)")
  }

  @Test func longTextsAndClassesAreReadFromTheirBeginning() throws {
    let name = String(repeating: "pager ", count: 20_000)
    let links = String(repeating: "<a href='/1'>x</a>", count: 100)
    #expect(try Self.work("<p class='\(name)'>\(links)</p>") < 100_000)
    let text = String(repeating: "word ", count: 20_000)
    #expect(try Self.work(String(repeating: "<object><a href='/1'>", count: 100) + text) < 100_000)
  }

  @Test(arguments: [
    ("<a class=next href='/2'>Older</a>", "https://h/2"),
    ("<a href='/2'><span><img alt='Next page'></span></a>", "https://h/2"),
    ("<a class=pager href='?page=2'><img alt='Next page'></a>", "https://h/?page=2"),
    ("<a href='?q=2'>\(String(repeating: "next ", count: 200))</a>", nil), ("<a href='/2'>story</a>", nil),
  ])
  func whatIsGuessed(html: String, url: String?) throws {
    let tree = try MarkupTree.html(Array(html.utf8))
    #expect(NextPageGuess.all(in: tree, url: "https://h/", base: "https://h/").first?.url == url)
  }

  private static func work(_ html: String) throws -> Int {
    let tree = try MarkupTree.html(Array(html.utf8))
    var work = 0
    _ = NextPageGuess.all(in: tree, url: "https://h/", base: "https://h/", work: &work)
    return work
  }
}
