import JSONPages
import Testing
import WeftModel

/// Problems of settings, with their place.
@Suite struct SettingsTests {
  @Test func problems() {
    func problem(_ settings: SourceSettings) -> SettingProblem? {
      do {
        _ = try JSONKind().makeDecoder(settings)
        return nil
      } catch {
        return error
      }
    }
    #expect(
      problem(.json(nil, [(.id, "id")]))
        == SettingProblem(
          "kind json needs `items`, the list of items", path: "items",
          hint: "items: $[*] where the whole document is it"))
    #expect(
      problem(.json("$", []))
        == SettingProblem(
          "kind json needs `fields`: nothing is guessed", path: "fields",
          hint: "at least one of id, url and title; `weft probe` proposes them"))
    #expect(
      problem(.json("$.", [(.id, "id")]))
        == SettingProblem(
          "'$.' is no selector: expected a name or '*' after '.', found the end", path: "items", offset: 2))
    #expect(problem(.json("$", [(.title, "a[*]")]))?.path == "fields.title")
    #expect(problem(.json("$", [(.title, "a[*]")]))?.offset == 2)
    #expect(problem(.json("$", [(.id, "id")], paging: PagingSettings(next: "$[")))?.path == "paging.next")
    #expect(problem(.json("$", [(.id, "id")], failWhen: "$errors"))?.path == "request.fail_when")
    #expect(problem(.json("$", [(.id, "id")], paging: PagingSettings(next: "header:X-Next"))) == nil)
  }

  @Test func declarationsCheckSelectors() throws {
    let declared = JSONKind().settings
    #expect(declared.map(\.key).prefix(3) == ["items", "fields", "paging.next"])
    #expect(declared.filter(\.isRequired).map(\.key) == ["items", "fields"])
    let items = try #require(declared.first { $0.key == "items" })
    #expect(items.check("$.hits[*]") == nil)
    #expect(items.check("links[*]")?.offset == 6)
    #expect(try #require(declared.first { $0.key == "paging.next" }).check("link:next") == nil)
  }
}
