import MarkupDocument
import Testing

@testable import Listings

@Suite struct NextPageTests {
  private func page(_ html: String, url: String = "https://h.example/blog/page/3/") -> NextPage {
    NextPage(html: Array(html.utf8), url: url)
  }

  @Test func standardSignalsOnly() {
    #expect(page("<a rel=next href=../4/>more</a>").standard == "https://h.example/blog/page/4/")
    #expect(page("<div class=pagination><a class=next href=../4/>Next</a></div>").standard == nil)
  }

  @Test(arguments: [
    ("<div class=pagination><a class=prev href=../2/>‹</a><a class=next href=../4/>›</a></div>", "4"),
    ("<nav><a href=../2/>Previous</a> <a href=../4/>Next page</a></nav>", "4"),
    ("<ul class=pages><li><a href=../2/>2</a><li>3<li><a href=../4/>4</a></ul>", "4"),
    ("<a href=/blog/page/4/><img alt='Next'></a>", "4"), ("<p><a href=../4/>Weiter »</a>", "4"),
    ("<a href=../2/>« Newer posts</a><a href=../4/>Older posts »</a>", "4"),
  ])
  func guesses(_ html: String, _ number: String) {
    #expect(page(html).guesses.first?.url == "https://h.example/blog/page/\(number)/")
  }

  @Test(arguments: [
    "<a href=/about>About us</a>", "<a href='#next'>Next</a>", "<a href='javascript:next()'>Next</a>", "",
    "<a class=prev href=../2/>Previous</a>", "<a href='/blog/page/3/'>3</a>", "<p>Next</p>",
  ])
  func noGuess(_ html: String) { #expect(page(html).guesses.isEmpty) }
}
