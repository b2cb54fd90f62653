import Testing
import WeftConfig
import WeftModel

/// Every key of the language, read into the model.
struct SettingsTests {
  @Test func aURLIsAWholeSource() throws {
    let source = try Reading.source("sources:\n  blog:\n    url: https://x.org/feed/?paged={page}\n")
    #expect(source == SourceSettings(name: "blog", url: "https://x.org/feed/?paged={page}"))
  }

  @Test func readsTheKeysOfASource() throws {
    let source = try Reading.source(
      """
      weft: 1
      sources:
        "a b":
          url: https://x.org/{page}/
          first_url: https://x.org/
          kind: html
          title: no
          enabled: false
          weight: 2.5
          sorted: rank
          zone: Europe/Berlin
          items: article
          where: [{field: title, matches: "(?i)swift"}, {not: {any: [{field: tags, has: x}, {field: authors, has: ""}]}}]
          fields: {title: h2}
      """)
    var expected = SourceSettings(
      name: "a b", url: "https://x.org/{page}/", firstURL: "https://x.org/", kind: "html", title: "no",
      isEnabled: false, weight: 2.5, sorted: .rank, zone: "Europe/Berlin", items: "article")
    expected.conditions = [
      .matches(field: "title", pattern: "(?i)swift"),
      .not(.any([.has(field: "tags", value: "x"), .has(field: "authors", value: "")])),
    ]
    expected.fields.values = [.init(name: .title, value: .selector("h2"))]
    #expect(source == expected)
  }

  @Test func readsValues() throws {
    let source = try Reading.source(
      """
      sources:
        a:
          url: https://x.org/
          items: article
          fields:
            id: {const: 0123}
            url: [url, {template: "https://x.org/{objectID}"}]
            title: {select: h2, html: true, split: ",", match: "(a)", replace: [b, ""], join: ", ", prefix: ">", default: "1:30"}
            date_published: [time@datetime, {select: .date, format: "d. MMMM yyyy", locale: de, zone: Europe/Berlin}, {select: ts, unix: ms}]
            authors: {name: .n, url: .u@href, avatar: img@src}
            attachments: {url: a@href, mime_type: .t, title: .x, size_in_bytes: .s, duration_in_seconds: .d}
      """)
    var const = ValueSteps()
    const.const = "0123"
    var template = ValueSteps()
    template.template = "https://x.org/{objectID}"
    var title = ValueSteps()
    (title.select, title.html, title.split, title.match) = ("h2", true, ",", "(a)")
    (title.replace, title.join) = (.init(pattern: "b", replacement: ""), ", ")
    (title.prefix, title.default) = (">", "1:30")
    var date = ValueSteps()
    (date.select, date.format, date.locale, date.zone) = (".date", "d. MMMM yyyy", "de", "Europe/Berlin")
    var unix = ValueSteps()
    (unix.select, unix.unix) = ("ts", .milliseconds)
    var fields = FieldSettings()
    fields.values = [
      .init(name: .id, value: .steps(const)),
      .init(name: .url, value: .first([.selector("url"), .steps(template)])),
      .init(name: .title, value: .steps(title)),
      .init(name: .datePublished, value: .first([.selector("time@datetime"), .steps(date), .steps(unix)])),
    ]
    fields.authors = .init(name: .selector(".n"), url: .selector(".u@href"), avatar: .selector("img@src"))
    fields.attachments = .init(
      url: .selector("a@href"), mimeType: .selector(".t"), title: .selector(".x"), sizeInBytes: .selector(".s"),
      durationInSeconds: .selector(".d"))
    #expect(source.fields == fields)
  }

  @Test func authorsMayBeAValue() throws {
    let text = "sources: {a: {url: https://x.org/, items: x, fields: {authors: {select: author, split: ','}}}}"
    var steps = ValueSteps()
    (steps.select, steps.split) = ("author", ",")
    #expect(try Reading.source(text).fields.authorNames == .steps(steps))
  }

  @Test func readsPaging() throws {
    let source = try Reading.source(
      """
      sources:
        a:
          url: https://x.org/?n={limit}
          items: x
          fields: {title: t}
          paging:
            by: offset
            start: 10
            step: 5
            size: 20
            send_first: false
            into: header:X-Offset
            overlap: 2
            stop:
              {has_more: more, total_pages: header:X-Pages, total_items: link:last, short_page: true, empty_pages: 2,
               past_end: [{status: 400, code: bad, contains: x}], older_than: 2025-01-01, max_pages: 7, max_items: 9}
            restart_when: [{status: 410}]
      """)
    let stop = StopSettings(
      hasMore: "more", totalPages: "header:X-Pages", totalItems: "link:last", shortPage: true, emptyPages: 2,
      pastEnd: [ResponseRule(status: 400, code: "bad", contains: "x")],
      olderThan: Timestamp(seconds: 1_735_689_600), maxPages: 7, maxItems: 9)
    #expect(
      source.paging
        == PagingSettings(
          by: .offset, start: 10, step: 5, size: 20, sendsFirst: false, into: .header("X-Offset"), overlap: 2,
          stop: stop, restartWhen: [ResponseRule(status: 410)]))
  }

  @Test(arguments: [
    ("paging: link", PagingSettings(by: .link)),
    ("paging: none", PagingSettings(by: .none)),
    ("paging: {rel: Prev-Archive}", PagingSettings(relation: "prev-archive")),
    ("paging: {next: a.older@href}", PagingSettings(next: "a.older@href")),
    (
      "paging: {by: cursor, into: query, cursor: next}",
      PagingSettings(by: .cursor, into: .queryMembers, cursor: "next")
    ),
    ("paging: {by: page, into: 'query:p'}", PagingSettings(by: .page, into: .query("p"))),
    (
      "paging: {by: keyset, last: id, into: 'query:max_id'}",
      PagingSettings(by: .keyset, into: .query("max_id"), last: "id")
    ),
    ("paging:", PagingSettings()),
  ])
  func readsShortForms(line: String, paging: PagingSettings) throws {
    let source = try Reading.source(
      "sources:\n  a:\n    url: https://x.org/\n    items: x\n    fields: {title: t}\n    \(line)\n")
    #expect(source.paging == paging)
  }

  @Test func readsRequests() throws {
    let source = try Reading.source(
      """
      sources:
        a:
          url: https://x.org/
          items: x
          request:
            method: POST
            headers: {Accept: application/json, X-Yes: yes}
            auth: {bearer: "${TOKEN}"}
            body: {json: {q: swift, rows: 25, f: 1.5, t: true, n: null, s: "25", z: 0123, l: [1, no, -2e3], e: "${TOKEN}"}}
            cookies: {a: b}
            trust: [x.org, "y.org:8080"]
            timeout: 5s
            redirects: 3
            max_bytes: 2MiB
            charset: utf-8
            fail_when: $.errors
            retry: {times: 1, status: [500], base: 500ms, cap: 2m, headers: [Retry-After]}
      """)
    var limits = RequestLimits(bodyBytes: 2 << 20, redirects: 3)
    (limits.whole, limits.connect) = (.seconds(5), .seconds(5))
    let members: [(String, JSONTree)] = [
      ("q", .string("swift")), ("rows", .number("25")), ("f", .number("1.5")), ("t", .bool(true)), ("n", .null),
      ("s", .string("25")), ("z", .string("0123")), ("l", .array([.number("1"), .string("no"), .number("-2e3")])),
      ("e", .string("s3cret")),
    ]
    #expect(source.request.secretValues == ["s3cret"])
    #expect(
      withoutSecretValues(source.request)
        == RequestSettings(
          method: "POST", headers: ["Accept": "application/json", "X-Yes": "yes"], authorization: .bearer("s3cret"),
          body: .json(.object(members.map { .init(name: $0.0, value: $0.1) })), cookies: [.init(name: "a", value: "b")],
          trust: ["x.org", "y.org:8080"], limits: limits, charset: "utf-8", failWhen: "$.errors",
          retry: RetrySettings(
            times: 1, statuses: [500], base: .milliseconds(500), cap: .seconds(120), headers: ["Retry-After"])))
  }

  @Test(arguments: [
    ("auth: {basic: [me, \"${TOKEN}\"]}", RequestSettings(authorization: .basic(user: "me", password: "s3cret"))),
    (
      "auth: {header: {X-Key: \"${TOKEN}\"}}",
      RequestSettings(authorization: .headers([.init(name: "X-Key", value: "s3cret")]))
    ),
    (
      "auth: {query: {key: \"${TOKEN}\"}}",
      RequestSettings(authorization: .query([.init(name: "key", value: "s3cret")]))
    ),
    (
      "body: {form: {a: 1, b: ''}}",
      RequestSettings(body: .form([.init(name: "a", value: "1"), .init(name: "b", value: "")]))
    ),
    ("body: {text: \"a{page\"}", RequestSettings(body: .text("a{page"))),
    (
      "body: {graphql: {query: \"{ a {cursor} }\", variables: {n: 3}}}",
      RequestSettings(
        body: .graphQL(query: "{ a {cursor} }", variables: .object([.init(name: "n", value: .number("3"))])))
    ),
    ("charset: auto", RequestSettings()),
    ("body: {graphql: {query: q}}", RequestSettings(body: .graphQL(query: "q", variables: .object([])))),
  ])
  func readsCredentialsAndBodies(line: String, request: RequestSettings) throws {
    let read = try Reading.source("sources:\n  a:\n    url: https://x.org/\n    request:\n      \(line)\n").request
    #expect(withoutSecretValues(read) == request)
    #expect(read.secretValues == (line.contains("TOKEN") ? ["s3cret"] : []))
  }

  private func withoutSecretValues(_ request: RequestSettings) -> RequestSettings {
    var request = request
    request.secretValues = []
    return request
  }

  @Test func readsManners() throws {
    let request = try Reading.source(
      """
      sources:
        a:
          url: https://x.org/
          request:
            robots: ignore
            rate: 120/m
            proxy: socks5h://user:word@localhost:1080
            ca_file: ca.pem
            contact: me@x.org
            cache: {conditional: false, fresh: 10m}
      """
    ).request
    #expect(request.robots == .ignore)
    #expect(request.spacing == .milliseconds(500))
    #expect(request.proxy == "socks5h://user:word@localhost:1080")
    #expect(request.certificateFile == "ca.pem")
    #expect(request.contact == "me@x.org")
    #expect(request.cache == CacheSettings(isConditional: false, fresh: .seconds(600)))
    let defaults = try Reading.source("sources: {a: {url: 'https://x.org/', request: {proxy: none}}}").request
    #expect(defaults.robots == nil)
    #expect(defaults.proxy == "")
    #expect(defaults.cache == CacheSettings())
  }

  @Test func readsMerge() throws {
    let configuration = try Reading.configuration(
      """
      sources: {a: {url: https://x.org/}}
      merge: {order: rank, fuse: sum, prefetch: 5, mode: eco, patience: 250ms, undated: last, future: drop,
        dedupe: {by: [url], scope: source, strip_query: [r, utm_*], title: true}}
      """)
    #expect(
      configuration.merge
        == MergeSettings(
          order: .rank, fuse: .sum, prefetch: 5, mode: .eco, patience: .milliseconds(250), undated: .last,
          future: .drop,
          deduplication: .init(byID: false, byURL: true, scope: .source, stripQuery: ["r", "utm_*"], byTitle: true)))
  }

  @Test func keepsThePluginsOwnSettings() throws {
    let source = try Reading.source("sources: {a: {url: https://x.org/, kind: box, lid: shut, depth: {a: [1]}}}")
    #expect(
      source.extra == [
        .init(name: "lid", value: .string("shut")),
        .init(name: "depth", value: .object([.init(name: "a", value: .array([.number("1")]))])),
      ])
  }
}
