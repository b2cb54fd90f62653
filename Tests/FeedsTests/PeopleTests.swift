import Testing
import WeftModel

/// People, however they are written.
@Suite struct PeopleTests {
  @Test(
    arguments: [
      ("Jane Doe", "Jane Doe", nil), ("jane@example.org (Jane Doe)", "Jane Doe", "mailto:jane@example.org"),
      ("Jane Doe (jane@example.org)", "Jane Doe", "mailto:jane@example.org"),
      ("Jane Doe &lt;jane@example.org&gt;", "Jane Doe", "mailto:jane@example.org"),
      ("jane@example.org", "jane@example.org", "mailto:jane@example.org"),
      ("mailto:jane@example.org", "jane@example.org", "mailto:jane@example.org"),
      ("mailto:jane@example.org (Jane)", "Jane", "mailto:jane@example.org"),
      ("\"Jane Doe\" &lt;jane.doe+x@example.org&gt;", "Jane Doe", "mailto:jane.doe+x@example.org"),
      ("jane@example.org (Jane Doe (editor))", "Jane Doe (editor)", "mailto:jane@example.org"),
      ("Jane Doe (editor) &lt;jane@example.org&gt;", "Jane Doe (editor)", "mailto:jane@example.org"),
      ("jane@example.org Jane Doe) Roe (editor)", "Jane Doe) Roe (editor)", "mailto:jane@example.org"),
      ("jane@example.org Jane Doe)", "Jane Doe", "mailto:jane@example.org"),
      ("@jane", "@jane", nil), ("Jane @ home", "Jane @ home", nil), ("jane@", "jane@", nil),
    ] as [(String, String, String?)])
  func inOneText(written: String, name: String, url: String?) throws {
    #expect(try item("<author>\(written)</author>").authors == [Author(name: name, url: url)])
  }

  @Test func inParts() throws {
    let people = try decode(
      """
      <feed xmlns="http://www.w3.org/2005/Atom"><entry><author><name>Ada &amp; Co</name><uri>/ada</uri></author>
      <author><email>bob@example.org</email></author><author><name>Cleo</name></author><author><name/></author>
      </entry></feed>
      """
    ).items.first?.authors
    #expect(
      people == [
        Author(name: "Ada & Co", url: "https://example.org/ada"),
        Author(name: "bob@example.org", url: "mailto:bob@example.org"), Author(name: "Cleo"),
      ])
  }

  @Test func authorsOfAnAtomFeedAreThoseOfItsEntries() throws {
    let author = "<author><name>Ada</name></author>"
    let entries = "<entry><id>1</id></entry><entry><id>2</id><author><name>Bob</name></author></entry>"
    let atom = try decode("<feed xmlns='http://www.w3.org/2005/Atom'>\(author)\(entries)</feed>")
    #expect(atom.items.map { $0.authors.map(\.name) } == [["Ada"], ["Bob"]])
    // RSS names an editor of the feed, who did not write its items.
    let rss = try decode(
      "<rss><channel><managingEditor>e@example.org (E)</managingEditor><item><guid>1</guid></item></channel></rss>")
    #expect(rss.feed.authors.map(\.name) == ["E"] && rss.items.map(\.authors) == [[]])
  }

  @Test func inJSON() throws {
    let items = try decode(
      """
      {"version": "https://jsonfeed.org/version/1.1", "author": {"name": "Feed"}, "items": [{"id": "1"},
      {"id": "2", "authors": ["Ada", {"url": "/bob"}, {}, 7], "author": {"name": "old"}},
      {"id": "3", "author": {"name": "Cleo", "avatar": "/c.png"}}]}
      """
    ).items
    #expect(
      items.map(\.authors) == [
        [Author(name: "Feed")], [Author(name: "Ada"), Author(url: "https://example.org/bob")],
        [Author(name: "Cleo", avatar: "https://example.org/c.png")],
      ])
  }
}
