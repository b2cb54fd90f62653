import Testing

/// The traps of YAML that the configuration language promises to catch, with the whole message.
struct TrapTests {
  static let source = "sources:\n  a:\n    url: https://x.org/\n    kind: html\n    items: article\n    "
  /// Line 6 of the file is the trap.
  static let traps: [(written: String, message: String)] = [
    (
      "fields: {}\n    zone: #list .entry",
      """
      weft.yaml:7:11: error: zone is empty; a selector that starts with # must be quoted
            7 |     zone: #list .entry
              |           ^~~~~~~~~~~~
              = hint: quote it: "#list .entry"
      """
    ),
    (
      "fields:\n      url: div #x@href",
      """
      weft.yaml:7:16: warning: YAML takes "#x@href" for a comment; fields.url is "div"
            7 |       url: div #x@href
              |                ^~~~~~~
              = hint: quote it if it belongs to the value: "div #x@href"
      """
    ),
    (
      "fields: {}\n    paging: {next: [rel=next]}",
      """
      weft.yaml:7:20: error: paging.next: expected a selector, found a list
            7 |     paging: {next: [rel=next]}
              |                    ^~~~~~~~~~
              = hint: quote it: "[rel=next]"
      """
    ),
    (
      "fields:\n      title: > h2",
      """
      weft.yaml:7:14: error: a value that starts with > must be quoted
            7 |       title: > h2
              |              ^~~~
              = hint: quote it: "> h2"
      """
    ),
    (
      "fields:\n      title: *",
      """
      weft.yaml:7:14: error: a value that starts with * must be quoted
            7 |       title: *
              |              ^
              = hint: quote it: "*"
      """
    ),
    (
      "fields:\n      title: *all",
      """
      weft.yaml:7:14: error: *all refers to an anchor &all that is not there
            7 |       title: *all
              |              ^~~~
              = hint: quote it if it is text: "*all"
      """
    ),
    (
      "fields:\n      title: @odata.nextLink  # a comment",
      """
      weft.yaml:7:14: error: a value that starts with @ must be quoted
            7 |       title: @odata.nextLink  # a comment
              |              ^~~~~~~~~~~~~~~
              = hint: quote it: "@odata.nextLink"
      """
    ),
    (
      "fields:\n      title: %a",
      """
      weft.yaml:7:14: error: a value that starts with % must be quoted
            7 |       title: %a
              |              ^~
              = hint: quote it: "%a"
      """
    ),
    (
      "fields:\n      title: !b",
      """
      weft.yaml:7:14: error: a value that starts with ! must be quoted
            7 |       title: !b
              |              ^~
              = hint: quote it: "!b"
      """
    ),
    (
      "fields: {tags: $.a[*].b, title: h2}",
      """
      weft.yaml:6:20: error: a value inside { } or [ ] that holds [ must be quoted
            6 |     fields: {tags: $.a[*].b, title: h2}
              |                    ^~~~~~~~
              = hint: quote it: "$.a[*].b", or use block style
      """
    ),
    (
      "fields: {}\n    title: {url: https://x/{page}/}",
      """
      weft.yaml:7:18: error: a value inside { } or [ ] that holds { must be quoted
            7 |     title: {url: https://x/{page}/}
              |                  ^~~~~~~~~~~~~~~~~
              = hint: quote it: "https://x/{page}/", or use block style
      """
    ),
    (
      "fields: {}\n    request: {auth: {bearer: ${TOKEN}}}",
      """
      weft.yaml:7:30: error: a value inside { } or [ ] that holds { must be quoted
            7 |     request: {auth: {bearer: ${TOKEN}}}
              |                              ^~~~~~~~
              = hint: quote it: "${TOKEN}", or use block style
      """
    ),
    (
      "fields: {}\n    url: https://y.org/",
      """
      weft.yaml:7:5: error: key "url" is written twice; the first is in line 3
            7 |     url: https://y.org/
              |     ^~~
      """
    ),
    (
      "fields:\n\t  title: h2",
      """
      weft.yaml:7:1: error: a tab cannot indent a line
            7 | \t  title: h2
              | ^
              = hint: use spaces
      """
    ),
    (
      "fields: {}\n    title: a: b",
      """
      weft.yaml:7:12: error: a value that holds a colon and a space must be quoted
            7 |     title: a: b
              |            ^~~~
              = hint: quote it: "a: b"
      """
    ),
    (
      "fields: {}\n    title: \"\\d\"",
      """
      weft.yaml:7:13: error: \\d is no escape of a text between double quotes
            7 |     title: "\\d"
              |             ^~
              = hint: between single quotes a backslash is itself; between double quotes write it twice
      """
    ),
    (
      "fields: {}\n    title: 'x",
      """
      weft.yaml:7:12: error: this quote is not closed
            7 |     title: 'x
              |            ^
      """
    ),
    (
      "fields: {}\n    paging:page",
      """
      weft.yaml:7:5: error: a key without a colon
            7 |     paging:page
              |     ^~~~~~~~~~~
              = hint: write "key: value", with a space behind the colon
      """
    ),
    (
      "fields: {}\n    title: a\n      sorted: rank",
      """
      weft.yaml:8:7: error: this key is indented deeper than the one above it
            8 |       sorted: rank
              |       ^~~~~~
              = hint: keys of one map begin in the same column; a text of several lines must be quoted
      """
    ),
    (
      "fields: {}\n   title: a",
      """
      weft.yaml:7:4: error: this line does not belong to the map or list above it
            7 |    title: a
              |    ^~~~~~~~
              = hint: keys of one map begin in the same column
      """
    ),
  ]

  @Test(arguments: traps.indices)
  func saysWhatIsMeant(index: Int) {
    let trap = Self.traps[index]
    let messages = Reading.messages(Self.source + trap.written + "\n")
    let expected = trap.message.split(separator: "\n")
    // Some traps have a second error, of which the first line is enough.
    #expect(messages.split(separator: "\n").sorted().filter(expected.contains).count == expected.count, "\(messages)")
    if !expected.contains(where: { $0.hasPrefix("weft.yaml") && $0 != expected.first }) {
      #expect(messages == trap.message)
    }
  }

  @Test func findsTheErrorsBehindATrap() {
    let text = """
      sources:
        a:
          url: https://x.org/
          fields:
            title: > h2
            titel: x
        b: {url: https://x/{page}/}
        c:
          url: https://x.org/
          weight: -1
      """
    #expect(
      Reading.messages(text) == """
        weft.yaml:5:14: error: a value that starts with > must be quoted
              5 |       title: > h2
                |              ^~~~
                = hint: quote it: "> h2"
        weft.yaml:6:7: error: unknown key "titel" in fields of source "a"; did you mean "title"?
              6 |       titel: x
                |       ^~~~~
        weft.yaml:7:12: error: a value inside { } or [ ] that holds { must be quoted
              7 |   b: {url: https://x/{page}/}
                |            ^~~~~~~~~~~~~~~~~
                = hint: quote it: "https://x/{page}/", or use block style
        weft.yaml:10:13: error: weight: expected a number above 0, found "-1"
             10 |     weight: -1
                |             ^~
        """)
  }

  @Test(arguments: ["title: 20  # a comment", "title: a#b", "title: a #", "title: a ## b", "title: 'a #b'"])
  func leavesOrdinaryCommentsAlone(line: String) {
    #expect(Reading.messages("sources:\n  a:\n    url: https://x.org/\n    \(line)\n") == "")
  }
}
