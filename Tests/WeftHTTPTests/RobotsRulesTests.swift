import Testing

@testable import WeftHTTP

@Suite struct RobotsRulesTests {
  private static func allows(_ file: String, _ path: String, product: String = "weft") -> Bool {
    RobotsRules(Array(file.utf8), product: product).allows(path)
  }

  /// A file, what it opens and what it closes.
  static let files: [(file: String, open: [String], closed: [String])] = [
    ("", ["/", "/a?b"], []),
    ("User-agent: *\nDisallow: /", ["/robots.txt"], ["/", "/a", ""]),
    ("User-agent: *\nDisallow:", ["/", "/a"], []),
    ("User-agent: *\nDisallow: /a", ["/", "/b/a", "/A"], ["/a", "/ab", "/a/b", "/a?x"]),
    ("User-agent: *\nDisallow: /a/\nAllow: /a/b", ["/a", "/a/b", "/a/bc"], ["/a/", "/a/c"]),
    // The longest pattern decides, not the first; of two as long, the one that allows.
    ("User-agent: *\nAllow: /p\nDisallow: /", ["/page"], ["/x"]),
    ("User-agent: *\nDisallow: /page\nAllow: /page", ["/page"], []),
    ("User-agent: *\nAllow: /folder\nDisallow: /folder", ["/folder/x"], []),
    ("User-agent: *\nAllow: /$\nDisallow: /", ["/"], ["/page.htm"]),
    ("User-agent: *\nAllow: /page\nDisallow: /*.ph\nDisallow: /*.htm", ["/page", "/page.php5"], ["/page.htm"]),
    ("User-agent: *\nDisallow: /*.gif$", ["/a.gif?x", "/a.gifs", "/gif"], ["/a.gif", "/b/c.gif"]),
    ("User-agent: *\nDisallow: /*?", ["/a"], ["/a?", "/a?page=2"]),
    ("User-agent: *\nDisallow: *", [], ["/", "/a"]),
    // Percent-encoding is no difference where it need not be.
    ("User-agent: *\nDisallow: /a%7eb/", ["/a~c/"], ["/a~b/", "/a%7Eb/x"]),
    ("User-agent: *\nDisallow: /foo/bar?baz=https://foo.bar", [], ["/foo/bar?baz=https://foo.bar"]),
    ("User-agent: *\nDisallow: /ツ", [], ["/%E3%83%84", "/%e3%83%84/x"]),
    ("User-agent: *\nDisallow: /a%2Fb", ["/a/b"], ["/a%2fb"]),
    // Lines, comments, blanks, unknown keys.
    ("\u{FEFF}user-AGENT : * # all\r\nDISALLOW :/a#b\r\nSitemap: x\r\nDisallow: /c", ["/b"], ["/a", "/a#b", "/c"]),
    ("Disallow: /a\nUser-agent: *\nDisallow: /b", ["/a"], ["/b"]),
    ("User-agent: a\nUser-agent: *\nDisallow: /b", [], ["/b"]),
    ("User-agent: weft\nUser-agent: other\nDisallow: /b", ["/a"], ["/b"]),
    ("User-agent: a\n\nDisallow: /x\nUser-agent: *\nDisallow: /b", ["/x"], ["/b"]),
    ("<html>not found</html>", ["/"], []),
  ]

  @Test(arguments: files.indices) func opensAndCloses(index: Int) {
    let (file, open, closed) = Self.files[index]
    for path in open { #expect(Self.allows(file, path), "\(path) in \(file)") }
    for path in closed { #expect(!Self.allows(file, path), "\(path) in \(file)") }
  }

  @Test func groupsThatNameTheClientTakeThePlaceOfThoseForAll() {
    let file = """
      User-agent: *
      Disallow: /
      User-agent: Weft/2.0
      Disallow: /private
      User-agent: weftling
      Disallow: /
      User-agent: WEFT
      Disallow: /secret
      """
    #expect(Self.allows(file, "/"))
    #expect(!Self.allows(file, "/private"))
    #expect(!Self.allows(file, "/secret"))
    #expect(!Self.allows(file, "/", product: "other"))
    #expect(!Self.allows(file, "/", product: "weftling"))
  }

  @Test func readsTheDelayOfItsGroup() {
    let file = "User-agent: *\nCrawl-delay: 10\nUser-agent: weft\nCrawl-delay: 1.5\nDisallow: /x"
    #expect(RobotsRules(Array(file.utf8), product: "weft").crawlDelay == .milliseconds(1_500))
    #expect(RobotsRules(Array(file.utf8), product: "other").crawlDelay == .seconds(10))
    for text in ["-1", "nan", "x", "inf", ""] {
      #expect(RobotsRules(Array("User-agent: *\nCrawl-delay: \(text)".utf8), product: "weft").crawlDelay == nil)
    }
  }

  @Test func aPatternThatGoesBackAgainAndAgainEndsSoon() {
    let pattern = String(repeating: "*a", count: 2_000)
    let path = "/" + String(repeating: "a", count: 8_000) + "b"
    #expect(Self.allows("User-agent: *\nDisallow: \(pattern)$", path))
  }

  @Test func readsTheBeginningOfAnEndlessFile() {
    var file = Array("User-agent: *\nDisallow: /a\n".utf8)
    file += [UInt8](repeating: UInt8(ascii: "x"), count: RobotsRules.byteLimit)
    file += Array("\nDisallow: /b\n".utf8)
    let rules = RobotsRules(file, product: "weft")
    #expect(!rules.allows("/a"))
    #expect(rules.allows("/b"))
  }

  @Test(arguments: [
    ("Weft/1.0 (+https://example.org)", "weft"), ("Weft", "weft"), ("My-Reader_x/2", "my-reader_x"), ("", ""),
  ]) func takesTheProductOutOfAUserAgent(agent: String, product: String) {
    #expect(RobotsRules.product(of: agent) == product)
  }
}
