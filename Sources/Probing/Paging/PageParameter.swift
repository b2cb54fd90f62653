import URIs

/// Names that servers give to the place of a page in an address, as data.
enum PageParameter {
  /// A page number.
  static let page: Set<String> = [
    "page", "p", "paged", "pg", "pagenumber", "page_number", "pageno", "page_no", "pagenum", "page_num", "pageindex",
    "page_index", "currentpage", "current_page", "curpage", "pagina", "seite", "pagen_1", "_page", "page[number]",
    "sida", "strona", "sf_paged", "resultpage", "listpage",
  ]
  /// A number of items to skip.
  static let offset: Set<String> = [
    "offset", "skip", "start", "startindex", "start-index", "start_index", "startat", "_start", "begin", "page[offset]",
    "from",
  ]
  /// A token or the key of an item.
  static let cursor: Set<String> = [
    "cursor", "after", "before", "page_token", "pagetoken", "next_token", "nexttoken", "continuation", "continue",
    "max_id", "marker", "starting_after", "scroll_id", "page[after]", "page[cursor]", "next_cursor", "aftercursor",
    "pagecursor", "token",
  ]
  /// Lengths of a page: they stay as they are.
  static let size: Set<String> = [
    "per_page", "perpage", "limit", "size", "page_size", "pagesize", "hitsperpage", "rows", "count", "num", "n",
    "first",
    "max_results", "max-results", "results", "take", "page[size]", "items",
  ]
}

/// An address with one number taken for the place of its page.
struct NumberedAddress {
  /// What the number counts.
  enum Unit { case page, offset }

  /// The address with `{page}` or `{offset}` for the number.
  var template: String
  /// The number as it stands in the address.
  var number: Int
  /// What it counts.
  var unit: Unit
  /// Where it stands: the parameter's name, or `the path`.
  var place: String

  /// The number that the address itself names, by the names that servers give it.
  init?(_ url: String) {
    if let found = Self.inQuery(of: url) ?? Self.inPath(of: url) { self = found } else { return nil }
  }

  init(template: String, number: Int, unit: Unit, place: String) {
    self.template = template
    self.number = number
    self.unit = unit
    self.place = place
  }

  private static func inQuery(of url: String) -> NumberedAddress? {
    var reference = URIReference(url)
    guard let text = reference.query else { return nil }
    var query = URIQuery(text)
    for index in query.parameters.indices {
      let name = query.parameters[index].name.lowercased()
      let isPage = PageParameter.page.contains(name)
      guard isPage || PageParameter.offset.contains(name), let number = number(query.parameters[index].value) else {
        continue
      }
      // A day such as from=20250101 is no place of a page.
      guard number <= 1_000_000 else { continue }
      query.parameters[index].rawValue = isPage ? "{page}" : "{offset}"
      let place = "the parameter \(query.parameters[index].name)"
      reference.query = query.description
      return NumberedAddress(
        template: reference.description, number: number, unit: isPage ? .page : .offset, place: place)
    }
    return nil
  }

  /// `/page/2/`, `/page-2`, `/p2`.
  private static func inPath(of url: String) -> NumberedAddress? {
    var reference = URIReference(url)
    var parts = reference.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    for index in parts.indices.reversed() {
      let part = parts[index].lowercased()
      if index > 0, ["page", "seite", "pagina", "p", "pg"].contains(parts[index - 1].lowercased()),
        let number = number(part)
      {
        parts[index] = "{page}"
        reference.path = parts.joined(separator: "/")
        return NumberedAddress(template: reference.description, number: number, unit: .page, place: "the path")
      }
      for prefix in ["page-", "page_", "page", "seite-", "p"] where part.hasPrefix(prefix) {
        guard let number = number(part.dropFirst(prefix.count)) else { continue }
        parts[index] = String(parts[index].prefix(prefix.count)) + "{page}"
        reference.path = parts.joined(separator: "/")
        return NumberedAddress(template: reference.description, number: number, unit: .page, place: "the path")
      }
    }
    return nil
  }

  /// A number of at most seven digits, and nothing else.
  static func number(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 7, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    return Int(text)
  }
}
