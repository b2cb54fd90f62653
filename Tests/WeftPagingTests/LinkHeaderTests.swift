import FoundationEssentials
import TestSupport
import Testing

@testable import WeftPaging

struct LinkHeaderTests {
  @Test(arguments: [
    // C1, C2: commas and semicolons inside the target
    ("<https://h/i?f=a,b,c&page=2>; rel=\"next\"", "https://h/i?f=a,b,c&page=2" as String?),
    ("<https://h/i;v=1?page=2>; rel=\"next\"", "https://h/i;v=1?page=2"),
    // C3: several relations in one parameter
    ("<a>; rel=\"next last\"", "a"), ("<a>; rel=\"last\tnext\"", "a"),
    // C5: a parameter without a value
    ("<a>; rel=prev; title, <b>; rel=\"next\"", "b"),
    // C6: a comma in a quoted title
    ("<a>; rel=\"prev\"; title=\"x, <y>\", <b>; rel=\"next\"", "b"),
    ("<a>; title=\"say \\\"<c>; rel=next\\\"\"; rel=prev, <b>; rel=next", "b"),
    // C8: white space around the comma
    ("<p1>; rel=\"prev\" , <p3>; rel=\"next\"", "p3"), ("<p1>;rel=prev,<p3>;rel=next", "p3"),
    // C9: letter case, the first rel, anchored links
    ("<a>; REL=next", "a"), ("<a>; Rel=\"NEXT\"", "a"), ("<a>; rel=prev; rel=next", nil),
    ("<a>; rel=next; anchor=\"/other\", <b>; rel=next", "b"),
    ("<a>; rel = next ; x", "a"), ("<?page=2>; rel=next", "?page=2"), ("<>; rel=next", ""),
    ("junk, <a>; rel=next", "a"), ("<a; rel=next", nil), ("", nil), ("<a>", nil), ("<a>;;; rel=next;", "a"),
    ("<a>; rel=\"next", "a"), ("\"<x>; rel=next\", <a>; rel=next", "a"),
  ])
  func next(line: String, target: String?) {
    #expect(LinkHeader.target(of: "next", in: [line]) == target)
  }

  /// A mark behind a space makes one character of both; in bytes the space is one.
  @Test func whiteSpaceIsThatOfBytes() {
    let links = LinkHeader.links(in: "< \t/a \u{301}b\u{A0}>; rel=\"next \u{301}x\tprev\u{A0}y\"")
    #expect(links.map(\.target) == ["/a \u{301}b\u{A0}"])
    #expect(links.map(\.relations) == [["next", "\u{301}x", "prev\u{A0}y"]])
    #expect(LinkHeader.links(in: "< >; rel=next").map(\.target) == [""])
  }

  @Test func severalFieldLinesAreOneList() {
    #expect(LinkHeader.target(of: "next", in: ["<a>; rel=first", "<b>; rel=next"]) == "b")
  }

  @Test func hostileLinesEnd() {
    for line in ["<", "<<<<<", "<a>;=;=", "<a>; rel=\"", "<a>; \"", String(repeating: "<a>;", count: 10_000)] {
      _ = LinkHeader.links(in: line)
    }
    var generator = SystemRandomNumberGenerator()
    let seed = UInt64.random(in: 0...UInt64.max, using: &generator)
    var random = SplitMix64(seed: seed)
    for _ in 0..<2_000 {
      let letters = Array("<>;,=\" \\arelnxt")
      let line = String((0..<40).map { _ in letters[random.below(letters.count)] })
      for link in LinkHeader.links(in: line) { #expect(!link.target.contains(">"), "seed \(seed): \(line)") }
    }
  }

  /// The vectors of the conformance data, where they are.
  @Test func conformance() throws {
    let path = "../shared/conformance/links/link-header.jsonl"
    guard let data = try? Data(contentsOf: URL(filePath: path)) else {
      print("skipped: \(path) is not here")
      return
    }
    struct Row: Decodable {
      struct Link: Decodable, Equatable {
        var target: String
        var rels: [String]
      }
      var header: String
      var expected: [Link]
      var agreed: Bool
    }
    for line in data.split(separator: UInt8(ascii: "\n")) {
      let row = try JSONDecoder().decode(Row.self, from: Data(line))
      guard row.agreed else { continue }
      let links = LinkHeader.links(in: row.header).map { Row.Link(target: $0.target, rels: $0.relations) }
      #expect(links == row.expected, "\(row.header)")
    }
  }
}
