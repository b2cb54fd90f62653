import TestSupport
import URIs
import WeftModel

@testable import WeftPaging

/// A scripted server with a list that changes while it is read. It answers requests as the paging style makes them.
struct RandomServer {
  enum Style: CaseIterable { case page, offset, token, nextURL, linkHeader, keyset }
  enum Fault: CaseIterable { case none, repeatsToken, ignoresPage, cycles, liesAboutTotals, endless, failsPastEnd }

  var style: Style
  var fault: Fault
  /// The items that are there now, as numbers that fall from newest to oldest.
  var list: [Int]
  var pageSize: Int
  /// The server gives at most so many, whatever is asked for.
  var clamp: Int
  /// Requests before which so many items are deleted or inserted at the top.
  var deletions: [Int: Int] = [:]
  var insertions: [Int: Int] = [:]
  /// Linked pages that come without items, although there are more.
  var emptyPages: Set<Int> = []
  var deleted: Set<Int> = []
  var requests: [String] = []
  private var nextNew = 1_000_000

  init(random: inout SplitMix64) {
    style = Style.allCases[random.below(Style.allCases.count)]
    fault = random.below(3) > 0 ? .none : Fault.allCases[random.below(Fault.allCases.count)]
    list = (0..<random.below(60)).reversed().map { $0 + 1 }
    pageSize = 1 + random.below(9)
    clamp = random.below(4) == 0 ? 1 + random.below(pageSize) : pageSize
    if random.below(2) == 0 {
      for request in 1..<30 where random.below(4) == 0 {
        // Fewer than a page at a time: more, and two pages in a row may hold nothing new.
        if random.below(2) == 0 {
          if style == .offset || style == .keyset { deletions[request] = random.below(pageSize + 3) }
        } else if style != .token, style != .nextURL, style != .linkHeader {
          insertions[request] = random.below(min(pageSize, clamp) - (style == .offset ? 1 : 0))
        }
      }
    }
    if style == .token || style == .nextURL || style == .linkHeader {
      for page in 1..<40 where random.below(4) == 0 && !emptyPages.isSuperset(of: [page - 1, page - 2]) {
        emptyPages.insert(page)
      }
    }
  }

  var settings: SourceSettings {
    let url =
      switch style {
      case .page: "https://h/?p={page}"
      case .offset: "https://h/?o={offset}&n={limit}"
      case .token, .keyset: "https://h/?c={cursor}"
      case .nextURL, .linkHeader: "https://h/"
      }
    var stop = StopSettings(maxPages: 80)
    if fault == .liesAboutTotals { stop.totalItems = "total" }
    let paging = PagingSettings(
      size: style == .offset ? pageSize : nil, next: style == .nextURL ? "next" : nil,
      cursor: style == .token ? "cursor" : nil, last: style == .keyset ? "id" : nil, stop: stop)
    return SourceSettings(name: "s", url: url, paging: paging)
  }

  mutating func answer(_ request: Request) -> (Response, DecodedPage) {
    requests.append(request.url)
    change()
    let query = URIQuery(URIReference(request.url).query ?? "")
    let size = min(pageSize, clamp)
    var position = 0
    var page = 0
    switch style {
    case .page: position = ((Int(query["p"] ?? "") ?? 1) - 1) * size
    case .offset: position = Int(query["o"] ?? "") ?? 0
    case .keyset:
      let key = query["c"].flatMap(Int.init) ?? .max
      position = list.firstIndex { $0 < key } ?? list.count
    case .token, .nextURL, .linkHeader:
      page = Int(query["c"] ?? "") ?? 0
      position = (page - emptyPages.count { $0 < page }) * size
    }
    if fault == .ignoresPage { position = 0 }
    if fault == .endless {
      list += (0..<size).map { (list.last ?? 0) - 1 - $0 }
    }
    let isEmpty = emptyPages.contains(page) && style != .page && style != .offset && style != .keyset
    var numbers = position < list.count && !isEmpty ? Array(list[position..<min(list.count, position + size)]) : []
    if fault == .endless, numbers.isEmpty, !isEmpty { numbers = [-requests.count] }
    let hasMore = position + (isEmpty ? 0 : size) < list.count
    return respond(numbers, hasMore: hasMore, page: page)
  }

  private func respond(_ numbers: [Int], hasMore: Bool, page: Int) -> (Response, DecodedPage) {
    var decoded = DecodedPage(items: numbers.map { item("i\($0)", at: Int64($0)) }, base: "https://h/")
    var response = Response(body: [1], url: requests.last ?? "", receivedAt: start)
    var next = hasMore || fault == .endless ? "\(page + 1)" : nil
    if fault == .repeatsToken, page >= 1 { next = "1" }
    if fault == .cycles { next = "\((page + 1) % 3)" }
    switch style {
    case .token: decoded.selected[.cursor] = next.map { SelectedValue($0) }
    case .nextURL: decoded.selected[.next] = next.map { SelectedValue("?c=\($0)") }
    case .linkHeader: response.headers["Link"] = next.map { "<?c=\($0)>; rel=\"next\"" }
    case .keyset: decoded.selected[.last] = numbers.last.map { SelectedValue(String($0)) }
    case .page, .offset: break
    }
    if fault == .liesAboutTotals { decoded.selected[.totalItems] = SelectedValue("\(requests.count * 7 % 50)") }
    if fault == .failsPastEnd, numbers.isEmpty, !emptyPages.contains(page), requests.count > 1 { response.status = 404 }
    return (response, decoded)
  }

  private mutating func change() {
    for _ in 0..<(deletions[requests.count] ?? 0) where !list.isEmpty {
      // Anywhere among the first ones: items in front of the reader pull the rest up.
      deleted.insert(list.remove(at: (requests.count * 7 + list.count) % min(list.count, 12)))
    }
    for _ in 0..<(insertions[requests.count] ?? 0) {
      list.insert(nextNew, at: 0)
      nextNew += 1
    }
  }
}
