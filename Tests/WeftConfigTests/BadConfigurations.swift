/// Configurations that neither the reader nor an editor should take, each with one fault that a schema can say.
enum BadConfigurations {
  private static func source(_ more: String) -> String {
    "sources:\n  s:\n    url: https://example.org/{page}\n    \(more)\n"
  }

  private static func json(_ more: String) -> String {
    source("kind: json\n    items: i\n    fields: {id: id}\n    \(more)")
  }

  private static func field(_ value: String) -> String {
    source("kind: json\n    items: i\n    fields: {title: \(value)}")
  }

  static let all: [String] = [
    "{}", "sources: {}", "sources: [a]", "sources: {s: }", "sources: {s: {title: x}}",
    "weft: 2\nsources: {s: {url: 'https://x.org'}}",
    "source: {s: {url: 'https://x.org'}}", "sources: {s: {url: 'https://x.org'}}\nmerge: {ordre: newest}",
    "sources: {s: {url: 'x.org'}}", "sources: {s: {url: 'https://x.org/{pages}'}}",
    "sources: {s: {url: 'https://u:p@x.org/'}}",
    "sources: {s: {url: 'https://x.org/a b'}}", "sources: {\"\\t\": {url: 'https://x.org'}}",
    source("titel: x"), source("title:"), source("enabled: yes"), source("weight: 0"), source("weight: heavy"),
    source("kind: jsno"), source("sorted: oldest"), source("paging: pages"), source("paging: {by: cursor}"),
    source("paging: keyset"), source("paging: {start: -1}"), source("paging: {start: first}"),
    source("paging: {step: 0}"),
    source("paging: {stop: {max_pages: 1.5}}"), source("paging: {stop: {older_than: yesterday}}"),
    source("paging: {stop: {older_than: 2025-13-01}}"), source("paging: {stop: {past_end: [{}]}}"),
    source("paging: {stop: {past_end: [{status: 99}]}}"), source("paging: {into: cookie:x}"), source("paging: [link]"),
    json("paging: {next: 'header:a b'}"),
    source("request: {timeout: 30}"), source("request: {timeout: soon}"), source("request: {max_bytes: 8 XB}"),
    source("request: {rate: 2}"), source("request: {rate: 2/y}"), source("request: {method: get}"),
    source("request: {auth: {bearer: a, basic: [u, p]}}"), source("request: {auth: {}}"),
    source("request: {auth: {basic: [u]}}"),
    source("request: {headers: {'a b': x}}"), source("request: {trust: ['https://x.org']}"),
    source("request: {proxy: p.example}"),
    source("request: {body: {json: {}, text: x}}"), source("request: {body: {graphql: {variables: {}}}}"),
    source("request: {retry: {status: [600]}}"), source("request: {retry: {headers: ['a b']}}"),
    source("request: {robots: maybe}"),
    source("request: {contact: me}"), source("where: [{field: title}]"), source("where: [{field: titel, has: x}]"),
    source("where: [{not: {field: title, has: x}, any: []}]"), source("where: [{any: []}]"),
    source("kind: json\n    items: i"), source("kind: json\n    fields: {id: x}"), source("kind: feed\n    items: i"),
    source("command: [cat]"), "sources: {s: {kind: command}}",
    source("kind: html\n    items: i\n    fields: {title: x}\n    lid: shut"),
    field("[]"), field("{}"), field("{join: x}"), field("{select: a, const: b}"), field("{select: a, selekt: b}"),
    field("{template: a, prefix: b}"), field("{select: a, format: yyyy}"), field("{select: a, replace: [x]}"),
    field("x, date_published: {select: a, unix: s, format: y}"), field("x, date_published: {select: a, locale: de}"),
    field("x, date_published: {select: a, unix: h}"), field("x, attachments: {title: a}"), field("x, headline: a"),
    "defaults: {url: 'https://x.org'}\nsources: {s: {url: 'https://x.org'}}",
    "sources: {s: {url: 'https://x.org'}}\nmerge: {dedupe: {by: [guid]}}",
    "sources: {s: {url: 'https://x.org'}}\nmerge: {prefetch: many}",
    "sources: {s: {url: 'https://x.org'}}\nmerge: {patience: 3}",
  ]
}
