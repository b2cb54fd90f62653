import Testing

@testable import MarkupDocument

/// What a guess looks at grows with the links of a page, not with what stands in them.
@Suite struct NextPageGuessTests {
  /// Elements are at most 512 deep, so what grows with what stands in a link shows as a large cost for each link, not in
  /// how the cost of more links grows: without its bounds each of these costs more than twice as much.
  @Test(arguments: [
    ("<a href='/1'>hello there<object>", 250), ("<a href='/1'><table><tr><td>", 40),
    ("<div class=d><a href='/1'>x</a>", 5), ("<a href='/1' class='pager'><object><img alt='next'>", 75),
  ])
  func workIsLinear(piece: String, most: Int) throws {
    for count in [500, 2_000] {
      let work = try Self.work(String(repeating: piece, count: count))
      #expect(work > 0 && work <= most * count, "\(count) links: \(work)")
    }
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
    #expect(try Self.guess(html, at: "https://h/") == url)
  }

  /// "More" alone leads to an article, a search or a product as often as to a page.
  @Test(arguments: [
    ("<a href='/search'>More...</a>", nil), ("<a href='/2'>Learn more</a>", nil),
    ("<a href='/story/7'>[...more]</a>", nil), ("<a href='/?p=2'>More</a>", "https://h/?p=2"),
    ("<div class=pagination><a href='/after/x7'>More</a></div>", "https://h/after/x7"),
    ("<div class=pager><a href='/?page=2'>Show more</a></div>", "https://h/?page=2"),
  ])
  func moreNeedsAnotherSign(html: String, url: String?) throws {
    #expect(try Self.guess(html, at: "https://h/") == url)
  }

  /// A site's menu leads elsewhere, however often it is called "nav"; a blog calls what is older "previous".
  @Test(arguments: [
    ("<nav class=nav><ul class=main-nav><li class=nav-item><a class=nav href='/2'>Product 2</a></ul></nav>", nil),
    ("<div class=nav><div class='nav pagination'><a href='/page/2'>2</a></div></div>", "https://h/page/2"),
    ("<div class=nav-previous><a href='/old'>← Older posts</a></div>", "https://h/old"),
    ("<div class=nav-previous><a href='/page/2'>←</a></div>", nil),
  ])
  func menusAndBlogs(html: String, url: String?) throws {
    #expect(try Self.guess(html, at: "https://h/") == url)
  }

  /// Addresses that say their number twice go on and back like others.
  @Test(arguments: [
    ("?offset=48&start=48", "?offset=24&start=24", -3), ("?offset=48&start=48", "?offset=72&start=72", 1),
    ("?page=3&n=3", "?page=4&n=4", 4), ("?page=3&n=3", "?page=4&n=2", 0), ("?page=3", "?page=2", -3),
  ])
  func numbersThatStandTwice(page: String, link: String, score: Int) {
    #expect(PageNumbers("https://h/\(page)").score(of: "https://h/\(link)") == score)
  }

  /// A number that is as large as numbers get has none after it.
  @Test func theLargestNumber() throws {
    #expect(PageNumbers("https://h/\(Int.max)").score(of: "https://h/\(Int.max - 1)") < 0)
    #expect(PageNumbers("https://h/\(Int.max)").score(of: "https://h/9\(Int.max)") == 0)
  }

  private static func guess(_ html: String, at url: String) throws -> String? {
    let tree = try MarkupTree.html(Array(html.utf8))
    return NextPageGuess.all(in: tree, url: url, base: "https://h/").first?.url
  }

  private static func work(_ html: String) throws -> Int {
    let tree = try MarkupTree.html(Array(html.utf8))
    var work = 0
    _ = NextPageGuess.all(in: tree, url: "https://h/", base: "https://h/", work: &work)
    return work
  }
}
