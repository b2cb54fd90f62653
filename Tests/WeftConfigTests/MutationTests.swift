import TestSupport
import Testing
import WeftConfig

/// Whatever a file holds, reading it ends with settings or with errors that stand inside it.
struct MutationTests {
  static let seedText = """
    weft: 1
    defaults: &d {request: {timeout: 5s, headers: {A: "${TOKEN}"}}}
    sources:
      hn:   # a comment
        url: https://hn.example.org/api?tags=story&page={page}
        items: $.hits
        fields:
          id: objectID
          url: [url, {template: "https://news.example.org/item?id={objectID}"}]
          date_published: {select: created, format: "d. MMMM yyyy", locale: de}
        paging: {start: 0, stop: {total_pages: nbPages, past_end: [{status: 400}]}}
      日本: &b
        url: 'https://x.org/{cursor}'
        paging: {by: keyset, last: id, into: path}
        request:
          method: POST
          body:
            graphql:
              query: |
                query { a }
      c: {<<: *b, title: >-
        folded}
    merge: {order: newest, dedupe: {by: [id, url]}}
    """

  @Test(arguments: [UInt64(1), 2, 3, 4])
  func neverCrashesAndErrorsStandInsideTheFile(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let original = Array(Self.seedText.utf8)
    let pieces = [
      "{", "}", "[", "]", ":", ": ", "#", " #x", "&a", "*a", "*b", "<<: *b", "!", "!!str ", "|", ">", "'", "\"", "\\",
      "\n", "\t",
      "  ", "\u{0}", "\u{FEFF}", "\u{2028}", "é", "🙂", "${", "${X}", "$${", "---", "...", "%", "@", "`", "- ", "? ",
      "{page}", "\r",
    ].map { Array($0.utf8) }
    for round in 0..<400 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let at = Int.random(in: 0..<max(1, bytes.count), using: &random)
        let end = min(bytes.count, at + Int.random(in: 0...20, using: &random))
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes.replaceSubrange(at..<end, with: [])
        case 1: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: at)
        case 2: bytes[at] = UInt8.random(in: 0...255, using: &random)
        case 3: bytes.insert(contentsOf: bytes[at..<end], at: Int.random(in: 0..<bytes.count, using: &random))
        default: bytes = Array(bytes[..<max(1, at)])
        }
        if bytes.isEmpty { bytes = [0x61] }
      }
      let found = diagnostics(bytes)
      // Lines as this module counts them: LF, CRLF and CR.
      let lines = String(decoding: bytes, as: UTF8.self).split(omittingEmptySubsequences: false) {
        $0 == "\n" || $0 == "\r\n" || $0 == "\r"
      }
      for diagnostic in found {
        let isInside =
          (1...lines.count).contains(diagnostic.line) && diagnostic.column >= 1
          && diagnostic.column <= lines[diagnostic.line - 1].count + 1 && !diagnostic.message.isEmpty
        #expect(isInside, "seed \(seed), round \(round): \(diagnostic)")
        _ = diagnostic.rendered(color: true)
      }
    }
  }

  private func diagnostics(_ bytes: [UInt8]) -> [Diagnostic] {
    do throws(ConfigurationErrors) {
      return try Reading.reader.read(bytes, file: "w").warnings
    } catch {
      #expect(error.diagnostics.contains { $0.severity == .error })
      return error.diagnostics
    }
  }
}
