import WeftModel

/// The whole configuration language as data.
public enum KeyTable {
  /// The section of that name.
  public static func section(_ name: SectionName) -> Section { sections[name] ?? Section(name, path: "", []) }

  /// The sections by name.
  static let sections: [SectionName: Section] = Dictionary(
    uniqueKeysWithValues: [
      file, source, fields, authors, attachments, value, condition, paging, stop, rule, request, auth, body, graphql,
      retry, cache, merge, dedupe, manifest, plugin, pluginKind, pluginTest, schema,
    ].map { ($0.name, $0) })

  private static let anyCount = 0...Int.max
  private static let someCount = 1...Int.max

  static let file = Section(
    .file, path: "",
    [
      KeyDeclaration("weft", .integer(1...1), fallback: "1", "the version of the format"),
      KeyDeclaration("defaults", .section(.source), "any source key, for every source; the source's own value wins"),
      KeyDeclaration("sources", .sources, "the sources by name"),
      KeyDeclaration("merge", .section(.merge), "how the sources become one feed"),
      KeyDeclaration("plugins", .plugins, "plugins by name: a folder with a plugin.yaml, or a manifest itself"),
    ])

  static let source = Section(
    .source, path: "",
    [
      KeyDeclaration("url", .template, "the address; {page}, {offset} or {cursor} selects how it is paged"),
      KeyDeclaration("first_url", .address, "page one, where its address differs"),
      KeyDeclaration("kind", .text, fallback: "auto", "what the source is; auto looks at the response"),
      KeyDeclaration("title", .text, mayBeEmpty: true, "shown with each item"),
      KeyDeclaration("enabled", .boolean, fallback: "true", "false leaves the source out"),
      KeyDeclaration("weight", .positiveNumber, fallback: "1", "for the orders weighted and rank"),
      KeyDeclaration("sorted", words(SourceSettings.SourceOrder.self), fallback: "newest", "how the source is ordered"),
      KeyDeclaration("zone", .text, fallback: "UTC", "for dates without one"),
      KeyDeclaration(
        "command", .program,
        "kind command: a program and its arguments, in which {page}, {offset} or {cursor} selects how it is paged"),
      KeyDeclaration("filter", .program, "a program and its arguments; each body goes through it before decoding"),
      KeyDeclaration("env", .pairs, "environment variables of command and filter, which get these and PATH alone"),
      KeyDeclaration(
        "directory", .text, "the working directory of command and filter; default: the configuration's folder"),
      KeyDeclaration("items", .selector, "the list of item nodes"),
      KeyDeclaration("where", .list(.section(.condition)), "an item is kept only if all conditions hold"),
      KeyDeclaration("fields", .section(.fields), "what becomes which field of an item"),
      KeyDeclaration("paging", .section(.paging), "how the next page is found; a word alone is its by"),
      KeyDeclaration("request", .section(.request), "how pages are asked for"),
    ])

  static let fields = Section(
    .fields, path: "fields",
    FieldName.allCases.map { KeyDeclaration($0.rawValue, .value, "JSON Feed 1.1 " + $0.rawValue) } + [
      KeyDeclaration("authors", .section(.authors), "the names, or a map of name, url and avatar"),
      KeyDeclaration("attachments", .section(.attachments), "files that belong to the item"),
    ])

  static let authors = Section(
    .authors, path: "fields.authors",
    [
      KeyDeclaration("name", .value, "the name"),
      KeyDeclaration("url", .value, "an address"),
      KeyDeclaration("avatar", .value, "the address of a picture"),
    ])

  static let attachments = Section(
    .attachments, path: "fields.attachments",
    [
      KeyDeclaration("url", .value, "the address"),
      KeyDeclaration("mime_type", .value, "the media type"),
      KeyDeclaration("title", .value, "a title"),
      KeyDeclaration("size_in_bytes", .value, "the size"),
      KeyDeclaration("duration_in_seconds", .value, "the duration"),
    ], rule: .these(["url"]))

  static let value = Section(
    .value, path: "",
    [
      KeyDeclaration("select", .selector, "where the text comes from"),
      KeyDeclaration("const", .text, mayBeEmpty: true, "a text instead of a selector"),
      KeyDeclaration("html", .boolean, fallback: "false", "the inner HTML instead of the text"),
      KeyDeclaration("split", .text, "splits each text here"),
      KeyDeclaration("match", .pattern, "keeps the first group of a regular expression"),
      KeyDeclaration("replace", .twoTexts, "a regular expression and what replaces it"),
      KeyDeclaration("join", .text, mayBeEmpty: true, "joins all texts with this between them"),
      KeyDeclaration("template", .text, "a text with selectors in braces"),
      KeyDeclaration("prefix", .text, mayBeEmpty: true, "a text put before"),
      KeyDeclaration("format", .text, "an ICU date pattern such as d. MMMM yyyy"),
      KeyDeclaration("locale", .text, "the language of format"),
      KeyDeclaration("zone", .text, "the zone of a date without one"),
      KeyDeclaration("unix", words(ValueSteps.UnixUnit.self), "seconds or milliseconds since 1970"),
      KeyDeclaration("default", .text, mayBeEmpty: true, "the text where nothing is left"),
    ])

  static let condition = Section(
    .condition, path: "where",
    [
      KeyDeclaration("field", .itemField, "a field of the item"),
      KeyDeclaration("matches", .pattern, "a regular expression that its text matches"),
      KeyDeclaration("has", .text, mayBeEmpty: true, "a value that it has"),
      KeyDeclaration("not", .section(.condition), "the condition does not hold"),
      KeyDeclaration("any", .list(.section(.condition)), "one of the conditions holds"),
    ], rule: .forms([["field", "matches"], ["field", "has"], ["not"], ["any"]]))

  static let paging = Section(
    .paging, path: "paging",
    [
      KeyDeclaration("by", words(PagingSettings.Style.self), fallback: "auto", "the style"),
      KeyDeclaration("start", .integer(anyCount), "the first page (1) or offset (0)"),
      KeyDeclaration("step", .integer(someCount), "from one page or offset to the next"),
      KeyDeclaration("size", .integer(someCount), "items a page; fills {limit}"),
      KeyDeclaration("send_first", .boolean, fallback: "true", "false: the first request goes without the parameter"),
      KeyDeclaration("into", .placement, "where the value goes, without a template"),
      KeyDeclaration("rel", .text, fallback: "next", "the link relation that is followed"),
      KeyDeclaration("next", .pageSelector, "the URL of the next page"),
      KeyDeclaration("cursor", .pageSelector, "the token of the next page"),
      KeyDeclaration("last", .pageSelector, "the key of the last raw item"),
      KeyDeclaration("overlap", .integer(anyCount), fallback: "1", "items an offset source asks back"),
      KeyDeclaration("stop", .section(.stop), "when the source ends"),
      KeyDeclaration("restart_when", .list(.section(.rule)), "responses after which page one is asked again"),
    ])

  static let stop = Section(
    .stop, path: "paging.stop",
    [
      KeyDeclaration("has_more", .pageSelector, "there is more"),
      KeyDeclaration("total_pages", .pageSelector, "the number of pages"),
      KeyDeclaration("total_items", .pageSelector, "the number of items"),
      KeyDeclaration("short_page", .boolean, fallback: "false", "a page shorter than size is the last"),
      KeyDeclaration("empty_pages", .integer(someCount), fallback: "3", "so many empty pages in a row are the end"),
      KeyDeclaration("past_end", .list(.section(.rule)), "error responses that mean the end"),
      KeyDeclaration("older_than", .date, "items older than this are not asked for"),
      KeyDeclaration("max_pages", .integer(someCount), fallback: "1000", "at most so many pages"),
      KeyDeclaration("max_items", .integer(someCount), "at most so many items"),
    ])

  static let rule = Section(
    .rule, path: "",
    [
      KeyDeclaration("status", .integer(100...599), "the HTTP status"),
      KeyDeclaration("code", .text, "the JSON body's member code"),
      KeyDeclaration("contains", .text, "a text in the body"),
    ], rule: .some)

  /// The steps that make a date, for fields that hold one.
  public static let dateSteps: Set<String> = ["format", "locale", "zone", "unix"]

  /// The fields of an item that a condition may name.
  public static let itemFields = FieldName.allCases.map(\.rawValue) + ["authors"]

  private static func words<Word: RawRepresentable<String> & CaseIterable>(_ type: Word.Type) -> KeyType {
    .word(type.allCases.map(\.rawValue))
  }
}

extension KeyTable {
  static let request = Section(
    .request, path: "request",
    [
      KeyDeclaration("method", .method, "GET, or POST where there is a body"),
      KeyDeclaration("headers", .headerFields, "header fields"),
      KeyDeclaration("auth", .section(.auth), "credentials, for the url's own host only"),
      KeyDeclaration("body", .section(.body), "the body"),
      KeyDeclaration("cookies", .headerFields, "cookies of the first request"),
      KeyDeclaration("trust", .list(.host), "hosts that may get the credentials too"),
      KeyDeclaration("timeout", .duration, fallback: "30s", "for a whole request"),
      KeyDeclaration("redirects", .integer(0...1_000), fallback: "10", "how many redirects are followed"),
      KeyDeclaration(
        "robots", words(RequestSettings.RobotsRule.self),
        "whether robots.txt is obeyed; by default pages for people obey it, feeds and APIs do not ask"),
      KeyDeclaration("contact", .contact, "an address of yours that the User-Agent names, a URL or a mailbox"),
      KeyDeclaration("proxy", .proxy, "the proxy; none: not even that of the environment"),
      KeyDeclaration("ca_file", .text, "a file of CA certificates, relative to the configuration"),
      KeyDeclaration("insecure", .boolean, fallback: "false", "certificates are not checked"),
      KeyDeclaration("max_bytes", .size, fallback: "8MiB", "the longest body"),
      KeyDeclaration("charset", .text, fallback: "auto", "overrides what the response says"),
      KeyDeclaration("fail_when", .pageSelector, "a response in which this finds something is an error"),
      KeyDeclaration("rate", .rate, "requests to a host, shared by all its sources"),
      KeyDeclaration("retry", .section(.retry), "when a failed request is tried again"),
      KeyDeclaration("cache", .section(.cache), "what is kept of responses"),
    ])

  static let auth = Section(
    .auth, path: "request.auth",
    [
      KeyDeclaration("bearer", .text, "a token"),
      KeyDeclaration("basic", .twoTexts, "user and password"),
      KeyDeclaration("header", .headerFields, "header fields"),
      KeyDeclaration("query", .pairs, "query parameters"),
      KeyDeclaration("netrc", .boolean, fallback: "false", "user and password from $NETRC or ~/.netrc"),
    ], rule: .one)

  static let body = Section(
    .body, path: "request.body",
    [
      KeyDeclaration("json", .json, "a JSON value"),
      KeyDeclaration("form", .pairs, "form fields"),
      KeyDeclaration("text", .text, mayBeEmpty: true, "text as it is"),
      KeyDeclaration("graphql", .section(.graphql), "a GraphQL query and its variables"),
    ], rule: .one)

  static let graphql = Section(
    .graphql, path: "request.body.graphql",
    [
      KeyDeclaration("query", .text, "the query"),
      KeyDeclaration("variables", .json, "its variables"),
    ], rule: .these(["query"]))

  static let retry = Section(
    .retry, path: "request.retry",
    [
      KeyDeclaration("times", .integer(0...100), fallback: "3", "retries after the first try"),
      KeyDeclaration("status", .list(.integer(100...599)), "statuses that are worth a retry"),
      KeyDeclaration("base", .duration, fallback: "1s", "the first wait; it doubles"),
      KeyDeclaration("cap", .duration, fallback: "60s", "the longest wait"),
      KeyDeclaration("headers", .list(.headerName), "header fields that name the wait"),
    ])

  static let cache = Section(
    .cache, path: "request.cache",
    [
      KeyDeclaration("conditional", .boolean, fallback: "true", "asks only for what has changed"),
      KeyDeclaration("fresh", .duration, fallback: "0s", "so long a response is not asked for again"),
    ])

  static let merge = Section(
    .merge, path: "merge",
    [
      KeyDeclaration("order", words(MergeSettings.Order.self), fallback: "newest", "the order of the feed"),
      KeyDeclaration("fuse", words(MergeSettings.Fuse.self), fallback: "max", "order rank: how scores are joined"),
      KeyDeclaration("prefetch", .integer(0...1_000_000), fallback: "20", "items beyond the scroll position"),
      KeyDeclaration("mode", words(MergeSettings.Mode.self), fallback: "smooth", "which sources are fetched"),
      KeyDeclaration("patience", .duration, fallback: "3s", "how long one source is waited for"),
      KeyDeclaration("max_run", .integer(anyCount), fallback: "0", "items in a row from one source; 0: no cap"),
      KeyDeclaration("undated", words(MergeSettings.Undated.self), fallback: "inherit", "items without a date"),
      KeyDeclaration("future", words(MergeSettings.Future.self), fallback: "clamp", "dates after the fetch time"),
      KeyDeclaration("dedupe", .section(.dedupe), "what counts as the same item"),
    ])

  static let dedupe = Section(
    .dedupe, path: "merge.dedupe",
    [
      KeyDeclaration("by", .list(.word(["id", "url"])), fallback: "[id, url]", "what is compared"),
      KeyDeclaration(
        "scope", words(MergeSettings.Deduplication.Scope.self), fallback: "all", "within a source, or across all"),
      KeyDeclaration("strip_query", .list(.text), "query parameters that do not count"),
      KeyDeclaration("title", .boolean, fallback: "false", "equal titles on the same day count"),
    ])
}
