import Testing
import WeftConfig
import WeftModel

/// `defaults`, anchors and merge keys.
struct DefaultsTests {
  @Test func mapsMergeAndTheSourcesOwnValueWins() throws {
    let configuration = try Reading.configuration(
      """
      defaults:
        items: x
        weight: 3
        paging: {size: 5, stop: {max_pages: 7, short_page: true}}
        fields: {title: {select: a, prefix: p}, id: b}
        request: {timeout: 5s, headers: {A: "1", B: "2"}, auth: {bearer: "${TOKEN}"}, body: {json: {q: {a: 1, b: 2}}}}
      sources:
        one:
          url: https://x.org/
        two:
          url: https://y.org/
          weight: 1
          paging: link
          fields: {title: {select: c}}
          request:
            headers: {B: "3"}
            auth: {basic: [u, "${TOKEN}"]}
            body: {json: {q: {b: 4}}}
      """)
    let (one, two) = (configuration.sources[0], configuration.sources[1])
    #expect(one.weight == 3 && two.weight == 1)
    #expect(two.paging == PagingSettings(by: .link, size: 5, stop: StopSettings(shortPage: true, maxPages: 7)))
    #expect(two.request.limits.whole == .seconds(5))
    #expect(two.request.headers.fields.map(\.value) == ["3", "1"])
    #expect(one.request.authorization == .bearer("s3cret"))
    #expect(two.request.authorization == .basic(user: "u", password: "s3cret"))
    #expect(
      two.request.body.map { body in if case .json(let tree) = body { tree.text } else { "" } }
        == #"{"q":{"b":4,"a":1}}"#)
    // A VALUE is one value: it is replaced as a whole.
    var steps = ValueSteps()
    steps.select = "c"
    #expect(two.fields.values == [.init(name: .title, value: .steps(steps)), .init(name: .id, value: .selector("b"))])
  }

  @Test func anErrorInDefaultsIsSaidOnce() {
    let text = """
      defaults: {weigth: 2, request: {timeout: 5}}
      sources:
        a: {url: https://x.org/}
        b: {url: https://y.org/}
      """
    #expect(
      Reading.messages(text) == """
        weft.yaml:1:12: error: unknown key "weigth" in defaults; did you mean "weight"?
              1 | defaults: {weigth: 2, request: {timeout: 5}}
                |            ^~~~~~
        weft.yaml:1:42: error: request.timeout: expected a duration such as 30s or 5m, found "5"
              1 | defaults: {weigth: 2, request: {timeout: 5}}
                |                                          ^
                = hint: write 5s for seconds
        """)
  }

  @Test func mergeKeysPutAliasesUnderTheOwnKeys() throws {
    let configuration = try Reading.configuration(
      """
      sources:
        a: &a {url: https://x.org/, weight: 2, title: A}
        b: {<<: *a, title: B}
        c: {<<: [{weight: 5}, *a]}
      """)
    #expect(configuration.sources.map(\.title) == ["A", "B", "A"])
    #expect(configuration.sources.map(\.weight) == [2, 2, 5])
  }

  @Test func aSharedErrorIsSaidOnceAndAMergeKeyTakesMaps() {
    let text = """
      sources:
        a: &a {url: https://x.org/, weight: x}
        b: {<<: *a}
        c: {<<: text, url: https://x.org/}
      """
    #expect(
      Reading.messages(text) == """
        weft.yaml:2:39: error: weight: expected a number above 0, found "x"
              2 |   a: &a {url: https://x.org/, weight: x}
                |                                       ^
        weft.yaml:4:11: error: << takes an alias of a map, such as *base, or a list of them
              4 |   c: {<<: text, url: https://x.org/}
                |           ^~~~
        """)
  }
}
