import Testing

@testable import WeftConfig

struct SuggestionTests {
  /// Each synonym points to a key that is there, and is no key of its section itself.
  @Test func synonymsLeadSomewhere() {
    for (name, words) in Synonyms.table {
      let section = KeyTable.section(name)
      for (word, target) in words {
        #expect(section[word] == nil, "\(word) is a key of \(name)")
        let dot = target.lastIndex(of: ".")
        let path = dot.map { String(target[..<$0]) }
        let key = dot.map { String(target[target.index(after: $0)...]) } ?? target
        let home = path.map { path in SectionName.allCases.map(KeyTable.section).first { $0.path == path } } ?? section
        #expect(home?[key] != nil, "\(name): \(word) → \(target)")
      }
    }
  }

  @Test(arguments: [
    ("titel", SectionName.source, Suggestion.key("title")), ("start", .source, .belongs("under \"paging\"")),
    ("title", .request, .belongs("directly under the source")), ("order", .source, .belongs("under \"merge\"")),
    ("max_pages", .paging, .belongs("under \"paging.stop\"")),
    ("sources", .source, .belongs("at the top level of the file")),
    ("URL", .source, .key("url")), ("maxItems", .stop, .key("max_items")), ("x", .source, .none),
    ("page-size", .source, .elsewhere("size", "under \"paging\"")), ("zzzzzz", .source, .none),
    ("lnik", .fields, .none),
  ])
  func findsWhatWasMeant(key: String, section: SectionName, suggestion: Suggestion) {
    #expect(Suggestion.forKey(key, in: KeyTable.section(section)) == suggestion)
  }
}
