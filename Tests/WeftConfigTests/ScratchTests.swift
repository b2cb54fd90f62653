import Testing
import WeftConfig
@Test(arguments: [
"sources:\n  blog:\n    url: https://blog.example.org/feed/?paged={page}\n    titel: x\n    start: 3\n    link: x\n    page_size: 4\n    request:\n      title: x\n      timeuot: 3\n",
"sources:\n  a:\n    url: https://x.org/\n    items: #list .entry\n",
"sources:\n  a:\n    url: https://x.org/\n    items: div\n    fields:\n      url: div #x@href\n",
"sources:\n  a:\n    url: https://x.org/\n    items: div\n    paging:\n      next: [rel=next]\n",
"sources:\n  a:\n    url: https://x.org/\n    items: *\n    fields:\n      title: > h2\n      url: @odata.nextLink\n      id: %a\n      summary: !b\n      image: *foo\n      language: `a`\n      tags: &\n",
"sources:\n  a:\n    url: https://x.org/\n    items: x\n    fields: {tags: $.a[*].b}\n  b: {url: https://x/{page}/}\n  c:\n    url: https://x.org/\n    request:\n      auth: {bearer: ${TOKEN}}\n      timeout: 30\n",
"sources:\n  a:\n    url: https://x.org/\n\titems: x\n",
"sources:\n  a:\n\t  url: https://x.org/\n    titel: x\n",
"sources:\n  a:\n    url: https://x.org/\n    url: https://y.org/\n  a: {url: https://x.org}\n",
"- a\n- b\n", "", "# only\n", "hello", "a: b\n---\nc: d\n", "a: \u{0} b",
"sources:\n  a:\n    title: a: b\n    url: \"https://\\d\"\n   kind: 3\n",
"sources:\n  a:\n    url: 'https://x.org/\n  b:\n    x: y\n",
"sources:\n  a:\n    url: [a, b\n  b:\n    x: y\n",
"sources:\n  a: {url: https://x.org/{page}/, items: $.a[*], paging: {size: 3, stop: {older_than: 2025-13-01}}}\n",
"sources:\n  a:\n    url: x\n      title: y\n", "sources:\n  日本語:\n    titel: 日本\n    url: https://x.org\n    weight: 日本\n",
])
func scratch(_ text: String) { print("-----\n\(text)=>\n\(Reading.messages(text))") }
