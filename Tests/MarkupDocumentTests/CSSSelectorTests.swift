import MarkupDocument
import Testing

@Suite struct CSSSelectorTests {
  static let page = """
    <!DOCTYPE html><html lang=en><head><title>t</title></head><body id=body>
    <div id=main class="list  wide" DATA-Kind="News Feed" lang=de-CH>
      <article id=a1 class=teaser><h2 id=h1><a id=l1 href="/one" rel="Bookmark nofollow">One</a></h2><p id=p1>x</p></article>
      <article id=a2 class="teaser lead"><h2 id=h2><a id=l2 href="https://example.org/two.html">Two</a></h2></article>
      <!-- advert --><div id=ad class=advert><a id=l3 name=x>no link</a></div>
      <article id=a3 class=teaser lang=""><p id=p2></p><p id=p3> </p><p id=p4><!-- c --></p></article>
    </div>
    <form id=f><fieldset id=fs disabled><legend id=lg><input id=i1></legend><input id=i2 type=CHECKBOX checked>
    <select id=s required><option id=o1 selected>1<option id=o2 disabled>2</select></fieldset>
    <textarea id=ta readonly></textarea><button id=bt>Go</button></form>
    <ul id=ul><li id=n1 class=odd><li id=n2><li id=n3 class=odd><li id=n4 class=odd><li id=n5></ul>
    <p id=q\u{E9}>last</p></body></html>
    """

  @Test(arguments: [
    ("article", "a1 a2 a3"), ("ARTICLE", "a1 a2 a3"), ("#a2", "a2"), (".teaser.lead", "a2"), (".TEASER", ""),
    ("*#p1", "p1"), ("div > article", "a1 a2 a3"), ("body > article", ""), ("body article h2 a", "l1 l2"),
    ("article + article", "a2"), ("article ~ article", "a2 a3"), ("div ~ article", "a3"),
    ("h2, p", "h1 p1 h2 p2 p3 p4 qé"),
    ("[data-kind]", "main"), ("[DATA-KIND='News Feed']", "main"), ("[data-kind='news feed']", ""),
    ("[data-kind='news feed' i]", "main"), ("[data-kind~=Feed]", "main"), ("[lang|=de]", "main"),
    ("[href^='https:']", "l2"), ("[href$='.html']", "l2"), ("[href*=two]", "l2"), ("[href^='']", ""),
    ("[href*='']", ""),
    // Values of `rel` and `type` have no case in HTML, unless the flag asks for it.
    ("[rel~=bookmark]", "l1"), ("[rel~=bookmark s]", ""), ("[type=checkbox]", "i2"), ("[id=P1]", ""),
    ("li:first-child", "n1"), ("li:last-child", "n5"), ("li:nth-child(2)", "n2"), ("li:nth-child(odd)", "n1 n3 n5"),
    ("li:nth-child(-n+2)", "n1 n2"), ("li:nth-last-child(2n+1)", "n1 n3 n5"), ("li:nth-child(2 of .odd)", "n3"),
    ("li:nth-last-child(1 of .odd)", "n4"), ("article:nth-of-type(2)", "a2"), ("article:last-of-type", "a3"),
    ("#main > :first-of-type", "a1 ad"), ("#main > :only-of-type", "ad"), ("form:only-of-type", "f"),
    ("p:empty", "p2 p4"), ("html:root", ""), (":root > body", "body"), (":scope > body", "body"),
    (":is(h2, p) > a", "l1 l2"), (":where(#a1, .lead)", "a1 a2"), ("article:not(.lead)", "a1 a3"),
    ("article:not(.lead, #a3)", "a1"), (":not(article) > a", "l1 l2 l3"),
    ("article:not(div article + article)", "a1 a3"),
    ("article:has(p)", "a1 a3"), ("article:has(> a)", ""), ("article:has(+ div)", "a2"),
    ("article:has(~ div)", "a1 a2"),
    ("div:has(> article a[href])", "main"), ("article:has(h2 + p)", "a1"), (":has(> #l1)", "h1"),
    ("article:not(:has(h2))", "a3"), ("div:has(article:has(.missing))", ""), ("li:has(+ li:not(.odd))", "n1 n4"),
    ("a:any-link", "l1 l2"), (":link", "l1 l2"), ("a:hover", ""), ("a:not(:visited)", "l1 l2 l3"),
    (":checked", "i2 o1"), (":disabled", "fs i2 s o2"), ("input:enabled", "i1"), (":required", "s"),
    ("input:optional", "i1 i2"), ("textarea:read-only", "ta"), ("input:read-write", "i1"), (":default", "i2 o1 bt"),
    (":lang(de)", "main a1 h1 l1 p1 a2 h2 l2 ad l3"), ("li:lang(en)", "n1 n2 n3 n4 n5"),
    ("article:lang('*-CH')", "a1 a2"),
    ("#q\u{E9}", "qé"), ("#q\\e9", "qé"), ("#\\71 \u{E9}", "qé"), ("#qe", ""),
    (":contains('no link'):not(:has(*))", "l3"),
    ("article/**/.lead", ""), ("article/* c */.lead", ""), ("div/* c */>/* c */article", "a1 a2 a3"),
  ])
  func finds(_ selector: String, _ ids: String) throws {
    let tree = try MarkupTree.html(Array(Self.page.utf8))
    // A comment between a name and a class ends nothing: the two cases above are one compound.
    let expected = selector.hasPrefix("article/*") ? "a2" : ids
    let found = try tree.elements(try CSSSelector(selector)).compactMap { $0.attribute("id") }
    #expect(found == expected.split(separator: " ").map(String.init))
  }

  @Test(arguments: [
    ("", 1, "a selector was expected, not the end"), ("div,", 5, "a selector was expected, not the end"),
    ("div,, a", 5, "a selector was expected, not ','"), ("> p", 1, "a selector cannot begin with a combinator"),
    ("div > > p", 7, "a selector was expected, not '>'"), ("div >", 6, "a selector was expected, not the end"),
    ("#1a", 1, "an id was expected after '#'"), ("p.", 3, "a class name after '.' was expected, not the end"),
    ("[href", 6, "']' or one of = ~= |= ^= $= *= was expected, not the end"),
    ("[a!=b]", 3, "'!=' is no operator of CSS"), ("[a=1]", 4, "a value was expected, not '1'"),
    ("[a=\"x]", 4, "the string has no closing \""), ("a:hoover", 2, "':hoover' is not known"),
    ("a::before", 2, "a page has no pseudo-elements: '::' selects nothing"),
    ("a:after", 2, "a page has no pseudo-elements: ':after' selects nothing"),
    ("li:nth-child(x)", 14, "a number, 'even', 'odd' or a formula such as 2n+1 was expected"),
    ("li:nth-child(2", 15, "')' was expected, not the end"), ("a:not()", 7, "a selector was expected, not ')'"),
    ("a:is(b", 7, "')' or ',' was expected, not the end"), ("div)", 4, "')' cannot stand here"),
    ("[a]p", 4, "an element name must come first in its compound"), ("a /* b", 3, "the comment has no end"),
    ("a@href", 2, "a combinator, ',' or the end was expected, not '@'"),
    ("a:lang", 2, "':lang' needs arguments in parentheses"),
  ])
  func refuses(_ selector: String, _ column: Int, _ message: String) {
    let error = #expect(throws: SelectorSyntaxError.self) { try CSSSelector(selector) }
    #expect(error?.column == column)
    #expect(error?.message == message)
  }

  @Test func nestingAndLengthAreLimited() {
    #expect(throws: SelectorSyntaxError.self) {
      try CSSSelector(String(repeating: ":not(", count: 100) + "a" + String(repeating: ")", count: 100))
    }
    #expect(throws: SelectorSyntaxError.self) { try CSSSelector(String(repeating: "a ", count: 1_000)) }
  }
}
