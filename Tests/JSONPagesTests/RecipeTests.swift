import JSONPages
import Testing
import WeftModel

/// Faults seen in other tools.
@Suite struct RecipeTests {
  private let plain = SourceSettings.json(
    "users", [(.id, "id"), (.title, "t")], paging: PagingSettings(cursor: "next_token"))

  @Test func aLastPageWhoseListIsNull() throws {
    let page = try PageText.decode(Array(#"{"users": null, "next_token": null}"#.utf8), plain)
    #expect(page.items.isEmpty)
    #expect(page.receivedCount == 0)
    #expect(page.warnings.isEmpty)
    #expect(page.selected == [.cursor: SelectedValue(kind: .null, text: "null")])
  }

  @Test func aCursorOfNineteenDigits() throws {
    let page = try PageText.decode(Array(#"{"users": [{"id": 1}], "next_token": 1907382645019283746}"#.utf8), plain)
    #expect(page.selected[.cursor] == SelectedValue(kind: .number, text: "1907382645019283746"))
  }

  @Test func aCursorThatIsAnObject() throws {
    let page = try PageText.decode(Array(#"{"users": [], "next_token": {"a": [1, 2.0], "b":"c"}}"#.utf8), plain)
    #expect(page.selected[.cursor] == SelectedValue(kind: .object, text: #"{"a": [1, 2.0], "b":"c"}"#))
  }

  /// A keyset whose page ends inside a tie.
  @Test(arguments: [
    (#"[{"id": 1, "at": 9}, {"id": 2, "at": 8}]"#, false), (#"[{"id": 1, "at": 9}, {"id": 2, "at": 9}]"#, true),
    (#"[{"id": 1, "at": 9}, {"id": 2, "at": 9}, {"id": 3, "at": 8}]"#, false), (#"[{"id": 1, "at": 9}]"#, false),
    (#"[{"id": 1, "at": 9}, {"id": 2, "at": "9"}]"#, true), (#"[{"id": 1}, {"id": 2}]"#, false),
    (#"[{"id": 1, "at": null}, {"id": 2, "at": null}]"#, false), ("[]", false),
  ])
  func aLastKeyThatIsShared(body: String, isShared: Bool) throws {
    let settings = SourceSettings.json("$[*]", [(.id, "id")], paging: PagingSettings(by: .keyset, last: "at"))
    #expect(try PageText.decode(Array(body.utf8), settings).isLastKeyShared == isShared)
  }

  @Test func anItemWithoutAnAuthorShiftsNothing() throws {
    let body = #"[{"id": "a", "by": {"n": "Ada"}}, {"id": "b"}, {"id": "c", "by": {"n": "Cy"}}]"#
    let page = try PageText.decode(Array(body.utf8), .json("$", [(.id, "id")], authors: "by.n"))
    #expect(page.items.map { $0.authors.map(\.name) } == [["Ada"], [], ["Cy"]])
  }

  @Test func numericIdentifiers() throws {
    let body = """
      {"users": [{"id": 12345678901234567890}, {"id": 123456789012345678901234567890}, {"id": 7}, {"id": "7"}, {"id": true},
       {"id": 1.0}, {"id": null, "t": "Fallback"}, {"id": "", "t": "Fallback"}]}
      """
    let page = try PageText.decode(Array(body.utf8), plain)
    #expect(
      page.items.prefix(6).map(\.id)
        == ["12345678901234567890", "123456789012345678901234567890", "7", "7", "true", "1.0"])
    #expect(page.items.suffix(2).map(\.hasOwnID) == [false, false])
    #expect(page.items[6].id == page.items[7].id)
    #expect(page.items[6].id.count == 32)
  }

  @Test func aRootListWithMarkupAndControlCharacters() throws {
    let page = try PageText.decode(Array(#"[{"t": "A & B <i> \u0008"}]"#.utf8), .json("$[*]", [(.title, "t")]))
    let title = try #require(page.items.first?.title)
    #expect(title.hasPrefix("A & B"))
    #expect(!title.contains("<i>"))
    #expect(!title.unicodeScalars.contains { $0.value < 0x20 })
  }

  @Test func tagsAreAllMatchesOrTheElementsOfOneList() throws {
    let body = Array(#"[{"id": 1, "a": ["x", "y", "x"], "b": [{"n": "p"}, {"n": "q"}], "c": "one"}]"#.utf8)
    for (selector, tags) in [
      ("a", ["x", "y"]), ("$.a", ["x", "y"]), ("$.a[*]", ["x", "y"]), ("$.b[*].n", ["p", "q"]), ("c", ["one"]),
    ] {
      #expect(try PageText.decode(body, .json("$", [(.id, "id"), (.tags, selector)])).items.first?.tags == tags)
    }
  }

  @Test func anErrorAmongSeveralIsOne() throws {
    let body = Array(#"{"users": [], "errors": [null, false, "bad"], "none": []}"#.utf8)
    func found(_ selector: String) throws -> SelectedValue? {
      try PageText.decode(body, .json("users", [(.id, "id")], failWhen: selector)).selected[.failWhen]
    }
    #expect(try found("$.errors[*]")?.text == "bad")
    #expect(try found("$.errors")?.isNothing == false)
    #expect(try found("none")?.isNothing == true)
    #expect(try found("missing") == nil)
  }

  @Test func headersAreNotLookedForInTheBody() throws {
    let paging = PagingSettings(stop: StopSettings(totalPages: "header:X-Pages"))
    let page = try PageText.decode(
      Array(#"{"users": [], "header:X-Pages": 3}"#.utf8), .json("users", [(.id, "id")], paging: paging))
    #expect(page.selected.isEmpty)
  }

  @Test func charsets() throws {
    let settings = SourceSettings.json("$", [(.title, "t")])
    let latin = Array(#"[{"t": "caf"#.utf8) + [0xE9] + Array(#""}]"#.utf8)
    func title(_ body: [UInt8], _ type: String) throws -> String? {
      try PageText.decode(body, settings, contentType: type).items.first?.title
    }
    #expect(try title(latin, "application/json; charset=iso-8859-1") == "café")
    #expect(try title(latin, "application/json") == "caf\u{FFFD}")
    #expect(try title(Array(#"[{"t": "café"}]"#.utf8), "application/json; charset=iso-8859-1") == "café")
    let wide = "\u{FEFF}[{\"t\": \"café\"}]".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } as [UInt8]
    #expect(try title(wide, "application/json; charset=utf-16") == "café")
  }
}
