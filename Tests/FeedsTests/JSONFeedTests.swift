import Testing
import WeftModel

/// Single statements of JSON Feed.
@Suite struct JSONFeedTests {
  private func item(_ members: String) throws -> Item {
    let page = try decode(#"{"version": "https://jsonfeed.org/version/1.1", "items": [{\#(members)}]}"#)
    return try #require(page.items.first)
  }

  @Test func versionSaysThatItIsOne() {
    #expect(failure(#"{"version": "2", "items": []}"#)?.kind == .document)
    #expect(failure(#"{"items": []}"#)?.kind == .document)
    #expect(failure(#"{"version": "http://jsonfeed.org/version/1", "items": []}"#) == nil)
  }

  @Test func imageElseBanner() throws {
    #expect(try item(#""id": "1", "banner_image": "/b""#).image == "https://example.org/b")
    #expect(try item(#""id": "1", "banner_image": "/b", "image": "/i""#).image == "https://example.org/i")
  }

  @Test(arguments: [
    (#""a, b,,a, ""#, ["a", "b"]), (#"["a", " ", "b  c", "a", null, 7]"#, ["a", "b c", "7"]), ("7", []), ("null", []),
  ])
  func tags(written: String, tags: [String]) throws {
    #expect(try item("\"id\": \"1\", \"tags\": \(written)").tags == tags)
  }

  @Test func idElseAddressElseExternalOne() throws {
    let external = try item(#""external_url": "/e", "title": "T""#)
    #expect(external.id == "https://example.org/e" && !external.hasOwnID)
    #expect(try item(#""external_url": "/e", "url": "/u""#).id == "https://example.org/u")
    #expect(try item(#""title": "T""#).id.count == 32)
  }

  @Test(
    arguments: [("12", 12), ("12.0", 12), ("\"12\"", 12), ("1e3", 1_000), ("1e30", nil), ("\"x\"", nil), ("null", nil)]
      as [(String, Int64?)])
  func sizes(written: String, size: Int64?) throws {
    let item = try item(
      "\"id\": \"1\", \"attachments\": [{\"url\": \"/a\", \"size_in_bytes\": \(written)}, {\"title\": \"x\"}]")
    #expect(item.attachments.map(\.sizeInBytes) == [size])
  }

  /// What another Weft wrote: its late items do not count for the order, and what it left out is said.
  @Test func pagesOfAnotherWeft() throws {
    #expect(try item(#""id": "1", "_weft": {"source": "a", "late": true}"#).isPinned)
    for other in [#"{"late": false}"#, #"{"late": "true"}"#, #"{"late": 1}"#, "[]", "null", "7"] {
      #expect(try !item("\"id\": \"1\", \"_weft\": \(other)").isPinned)
    }
    func warnings(_ degraded: String) throws -> [SourceWarning] {
      let feed = #"{"version": "https://jsonfeed.org/version/1.1", "items": [], "_weft": {"degraded": \#(degraded)}}"#
      return try decode(feed).warnings
    }
    let said = "the feed leaves out sources of its own: "
    #expect(try warnings(#"["a", "b"]"#) == [SourceWarning(code: "degraded", text: said + "a, b")])
    let seven = try warnings(#"["1", "2", "3", "4", "5", "6", "7"]"#)
    #expect(seven.map(\.text) == [said + "1, 2, 3, 4, 5 and 2 more"])
    for other in ["[]", "null", "{}", "7", "[[], {}]"] { #expect(try warnings(other).isEmpty) }
  }

  @Test func whatIsNoObjectIsNoItem() throws {
    let page = try decode(#"{"version": "https://jsonfeed.org/version/1", "items": [1, null, "x", {"id": "1"}, []]}"#)
    #expect(page.items.map(\.id) == ["1"])
  }
}
