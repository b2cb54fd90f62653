import JSONDocument
import URIs
import WeftModel

/// The members of a JSON document beside its items, by what their names say of the page.
struct PageMembers {
  /// One member.
  struct Member {
    let path: JSONMemberPath
    /// The last name, without case and signs.
    let name: String
    /// The names before it.
    let parents: [String]
    let kind: JSONNode.Kind
    /// Its text; empty for `null`.
    let text: String

    /// The number, where it is a whole one.
    var number: Int? { kind == .number || kind == .string ? NumberedAddress.number(text) : nil }
  }

  let all: [Member]

  private static let mostNodes = 2_000
  private static let deepest = 5

  /// The scalar members of objects outside the list.
  init(_ root: JSONNode, besides list: JSONMemberPath) {
    var members: [Member] = []
    var queue: [(node: JSONNode, path: JSONMemberPath)] = [(root, JSONMemberPath())]
    var next = 0
    while next < queue.count, next < Self.mostNodes {
      let (node, path) = queue[next]
      next += 1
      for (name, value) in node.members {
        let own = path.appending(.member(name))
        switch value.kind {
        case .object: if own != list, own.steps.count < Self.deepest { queue.append((value, own)) }
        case .array: break
        case .string, .number, .boolean, .null:
          let text = value.text ?? ""
          guard text.utf8.count < 8_192 else { continue }
          let parents = path.names.map(FieldNames.normalized)
          members.append(
            Member(path: own, name: FieldNames.normalized(name), parents: parents, kind: value.kind, text: text))
        }
      }
    }
    all = members
  }

  /// The first member with one of the names that holds the condition; earlier names win.
  func first(_ names: [String], where holds: (Member) -> Bool = { _ in true }) -> Member? {
    for name in names {
      if let member = all.first(where: { $0.name == name && holds($0) }) { return member }
    }
    return nil
  }

  // MARK: What names say

  /// The address of the next page, or the place where it would stand: `null` on the last page.
  var nextAddress: Member? {
    let named = all.filter { member in
      Self.nextAddresses.contains(member.name)
        || ["href", "url", "uri"].contains(member.name) && member.parents.last == "next"
    }
    return named.first { $0.kind == .string && Self.isAddress($0.text) }
      ?? named.first { $0.kind == .null && ($0.name != "next" && $0.name != "nextpage" && $0.name != "more") }
  }

  private static let nextAddresses: Set<String> = [
    "next", "nexturl", "nextpageurl", "nextpage", "nextlink", "nexthref", "nextpageuri", "nexturi", "nextpath",
    "odatanextlink", "nextpagelink", "more", "moreurl", "loadmore",
  ]

  private static func isAddress(_ text: String) -> Bool {
    ValueShape.isWebAddress(text) || text.hasPrefix("?") && text.contains("=")
      || text.hasPrefix("/") && text.utf8.count > 1 && !text.contains(" ")
  }

  /// Tokens of the next page, with the parameters that may take them, the likeliest first.
  ///
  /// A `page` in the body is the current page, and a token that the address holds already is an echo: neither leads on.
  func tokens(notIn query: URIQuery) -> [(member: Member, parameters: [String])] {
    var found: [(Member, [String])] = []
    for member in all where member.kind == .string || member.kind == .number {
      guard !member.text.isEmpty, !Self.isAddress(member.text) || member.text.hasPrefix("/") && member.text.count > 40,
        !query.parameters.contains(where: { $0.value == member.text })
      else { continue }
      let original = member.path.names.last ?? ""
      if member.parents.last == "continue", !["continue"].contains(member.name) {
        found.append((member, [original]))
      } else if let rule = Self.tokenParameters.first(where: { $0.name == member.name }) {
        found.append((member, rule.parameters.map { Self.spelled($0, like: original) }))
      }
    }
    let order = Self.tokenParameters.map(\.name)
    return found.sorted { one, two in
      (order.firstIndex(of: one.0.name) ?? -1) < (order.firstIndex(of: two.0.name) ?? -1)
    }
  }

  /// Names of tokens and the parameters that take them, in words with `_`.
  private static let tokenParameters: [(name: String, parameters: [String])] = [
    ("nextcursor", ["cursor", "after", "next_cursor"]), ("nextpagetoken", ["page_token"]),
    ("nexttoken", ["next_token", "token"]), ("nextpage", ["page"]), ("nextmaxid", ["max_id"]),
    ("nextmarker", ["marker"]), ("nextoffset", ["offset"]), ("nextstart", ["start"]), ("nextpagenumber", ["page"]),
    ("nextpageid", ["page_id", "page"]), ("nextid", ["after", "next_id"]), ("endcursor", ["after", "cursor"]),
    ("after", ["after"]), ("cursor", ["cursor", "after"]), ("continuationtoken", ["continuation_token"]),
    ("continuation", ["continuation"]), ("scrollid", ["scroll_id"]), ("marker", ["marker"]), ("maxid", ["max_id"]),
    ("pagetoken", ["page_token"]), ("next", ["after", "cursor", "next"]),
  ]

  /// The words written as the member's name is: `pageToken`, `page-token` or `page_token`.
  private static func spelled(_ words: String, like name: String) -> String {
    let parts = words.split(separator: "_").map(String.init)
    guard parts.count > 1 else { return words }
    if name.contains("_") { return words }
    if name.contains("-") { return parts.joined(separator: "-") }
    guard name.contains(where: \.isUppercase) else { return words }
    return parts[0] + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// The number of pages.
  var totalPages: Member? {
    first(["totalpages", "nbpages", "pagecount", "numpages", "pagestotal", "lastpage", "maxpage", "pages"]) {
      ($0.number ?? 0) >= 1
    }
  }

  /// The number of items in all; not fewer than stand on the page.
  func totalItems(atLeast count: Int) -> Member? {
    let sure = [
      "totalcount", "totalitems", "totalresults", "totalelements", "totalrecords", "totalhits", "nbhits", "numfound",
      "numresults", "itemcount", "resultcount", "total", "found",
    ]
    if let member = first(sure, where: { ($0.number ?? 0) >= count }) { return member }
    return first(["count", "value"]) { member in
      (member.number ?? 0) > count && (member.name == "count" || member.parents.last == "total")
    }
  }

  /// Whether there is more.
  var hasMore: Member? {
    first(["hasmore", "hasnextpage", "hasnext", "moreavailable", "hasmoreitems", "canloadmore", "more"]) {
      $0.kind == .boolean
    }
  }

  /// The number of the page itself.
  var currentPage: Member? {
    first(["page", "currentpage", "pagenumber", "pageno", "pageindex", "number"]) { $0.number != nil }
  }

  /// How many items stand before the page.
  var currentOffset: Member? { first(["offset", "skip", "start", "startindex", "from"]) { $0.number != nil } }
}
