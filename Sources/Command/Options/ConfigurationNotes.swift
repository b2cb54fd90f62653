/// What the page on the configuration says beside its keys.
enum ConfigurationNotes {
  /// Headings with their lists.
  static let lists: [(heading: String, introduction: String, entries: [(String, String)])] = [
    (
      "TEMPLATES", "A variable in the URL or the body of a source selects how it is paged; nothing else need be said.",
      [
        ("{page}", "the number of the page, from 1 (paging.start)"),
        ("{offset}", "how many items stand before the page, from 0"),
        ("{cursor}", "a token that paging.cursor finds in the page before, or the key of its last item (paging.last)"),
        ("{limit}", "paging.size, beside one of the others"),
        (
          "none of them",
          "only what a standard defines is followed: a Link header, RFC 5005, JSON Feed's next_url, HTML's rel=next"
        ),
      ]
    ),
    (
      "SELECTORS", "What a selector is depends on what the document is.",
      [
        (
          "title.rendered, links[1]",
          "JSON: names of members and indexes, from the item on; keys of pages: from the document on"
        ),
        ("$.hits[*], $['@odata.nextLink']", "JSON: JSONPath (RFC 9535); inside fields $ is the item"),
        (
          "article h2 a@href",
          "HTML and XML: CSS, then @attribute; without it the text, @html the inner HTML; @href alone: of the item itself"
        ),
        (".//h2/a/@href", "HTML and XML: XPath 1.0, where it begins with /, ./, .. or ("),
        (
          "header:X-Total, link:next",
          "keys of pages, whatever the kind: a header of the response, a relation of its Link"
        ),
      ]
    ),
    (
      "AMOUNTS", "Numbers with their units:",
      [
        ("30s, 500ms, 5m, 1.5h, 7d", "a duration"), ("8MiB, 500kB, 4096", "a size in bytes"),
        ("2/s, 30/m, 100/h", "a rate"),
        ("2025-01-31, 2025-01-31T12:00:00Z", "a date: a day, which begins in UTC, or an instant as RFC 3339 writes it"),
      ]
    ),
    (
      "TRAPS", "YAML reads some texts as something else; weft says so where it can. Quote them:",
      [
        (##"items: "#list .entry""##, "a # begins a comment, at the beginning of a value or behind a blank"),
        (##"next: "[rel=next]""##, "brackets are a list, braces are a map"),
        (##"title: "> h2", "*", "@href", "%a", "!b", "&c""##, "signs that mean something to YAML at the beginning"),
        (##"{tags: "$.a[*].b"}"##, "inside braces and brackets a value with one of []{}, ends too early"),
        (##"bearer: "${TOKEN}""##, "the same with variables, inside braces"),
        (##"const: "null""##, "null and ~ are text to weft, but not to an editor"),
      ]
    ),
  ]

  /// Whole files.
  static let examples: [(title: String, text: String)] = [
    (
      "RSS by page number; a 404 past the end is the end:",
      """
      sources:
        blog:
          url: https://blog.example.org/feed/?paged={page}
      """
    ),
    (
      "A JSON API with a token, and a listing with a link to older posts:",
      """
      sources:
        api:
          url: https://api.example.org/posts?per_page=20&page={page}
          items: $.posts
          fields:
            id: id
            url: [link, {template: "https://www.example.org/posts/{id}"}]
            title: title.rendered
            content_html: {select: content.rendered, html: true}
            date_published: {select: published, unix: s}
            tags: "$.tags[*].name"
          paging: {stop: {total_pages: header:X-WP-TotalPages}}
          request:
            auth:
              bearer: ${API_TOKEN}
        magazine:
          url: https://magazine.example.org/news/
          items: article.teaser
          fields:
            url: h2 a@href
            title: h2 a
            date_published: {select: .date, format: "d. MMMM yyyy", locale: de, zone: Europe/Berlin}
          paging: {next: "a.older@href"}
      merge: {order: newest}
      """
    ),
  ]
}
