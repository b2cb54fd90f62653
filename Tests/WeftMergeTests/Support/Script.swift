import WeftModel

@testable import WeftMerge

/// A source of a test: what each of its pages holds, how its end shows, how long it takes, when it fails.
struct Script: Sendable {
  /// How a source shows that there is no further page.
  enum End: Sendable { case noNext, emptyPage }

  var name = "A"
  var weight = 1.0
  var sorted = SourceSettings.SourceOrder.newest
  var pages: [[Item]] = [[]]
  var end = End.noNext
  var isAdvertised = true
  /// The time that each request takes, in seconds; the last one counts for the rest.
  var latencies: [Double] = [0]
  /// Failures by page (from 1): the first requests of the page fail, one for each.
  var failures: [Int: [SourceFailure]] = [:]
  /// The next cursor after a page (from 1), where it is not the following page.
  var cursors: [Int: String] = [:]
  /// Cursors that the server no longer knows: it asks for a restart.
  var deadCursors: Set<String> = []
  /// The cursors that it gives instead.
  var cursorsAfterRestart: [Int: String] = [:]
  var host = ""
  var homePage: String?
  var maxItems: Int?
  /// Answers instead of `pages`: the cursor, and how many requests the source has had with this one.
  var server: (@Sendable (PageCursor?, Int) -> Page)?

  /// The answer to a request, which is the `count`-th one (from 1) at this page.
  func answer(_ cursor: PageCursor?, attempt: Int) -> Result<Page, SourceFailure> {
    let number = number(of: cursor)
    if case .token(let token) = cursor, deadCursors.contains(token.text) {
      return .success(Page(items: [], following: .end(.noNext), role: .restart))
    }
    if let failures = failures[number], attempt <= failures.count { return .failure(failures[attempt - 1]) }
    guard pages.indices.contains(number - 1) else { return .success(Page(items: [], following: .end(.empty))) }
    let isLast = number == pages.count
    var following = Page.Following.next(.page(number + 1), isAdvertised: isAdvertised)
    if let token = cursorsAfterRestart[number] ?? cursors[number] {
      following = .next(.token(SelectedValue(token)), isAdvertised: true)
    } else if isLast, end == .noNext {
      following = .end(.noNext)
    } else if isLast {
      following = .next(.page(number + 1), isAdvertised: false)
    }
    var page = Page(items: pages[number - 1], following: following)
    page.feed.homePageURL = homePage
    return .success(page)
  }

  func number(of cursor: PageCursor?) -> Int {
    switch cursor {
    case nil: 1
    case .page(let number): number
    case .token(let value): Int(value.text.drop { !$0.isNumber }).map { $0 + 1 } ?? 1
    case .offset, .url: 1
    }
  }

  var source: MergeMachine.Source {
    MergeMachine.Source(
      name: name, weight: weight, sorted: sorted, stop: StopSettings(maxItems: maxItems), host: host)
  }

  /// The requests that reveal the source's end.
  var endRequests: Int { end == .noNext ? max(1, pages.count) : (pages == [[]] ? 1 : pages.count + 1) }
}

extension Script {
  /// A source in the notation of timelines: `A=[10,8|6,4]`; `-` is an item without a date, `*` marks a pinned one, a
  /// word is an item without a date that has this name. A trailing `|` shows the end by an empty page.
  init(_ line: String) {
    let parts = line.split(separator: "=", maxSplits: 1)
    name = String(parts[0]).trimmed
    var body = String(parts[1]).trimmed.filter { $0 != "[" && $0 != "]" }
    if body.hasSuffix("|") {
      end = .emptyPage
      isAdvertised = false
      body.removeLast()
    }
    var count = 0
    pages = body.split(separator: "|", omittingEmptySubsequences: false).map { page in
      page.split(separator: ",").map { text in
        count += 1
        return Script.item(String(text).trimmed, source: name, count: count)
      }
    }
  }

  private static func item(_ text: String, source: String, count: Int) -> Item {
    let isPinned = text.hasSuffix("*")
    let parts = (isPinned ? String(text.dropLast()) : text).split(separator: ":")
    let word = String(parts[0])
    var item = Item(id: "\(source)\(word)#\(count)")
    item.title = word
    item.isPinned = isPinned
    if let time = Double(word) { item.datePublished = Timestamp(microseconds: Int64(time * 1_000_000)) }
    if parts.count > 1 { item.url = "https://example.org/\(parts[1])" }
    return item
  }
}

extension String {
  var trimmed: String { split(separator: " ").joined(separator: " ") }
}

extension SourceFailure {
  static let busy = SourceFailure(.status, "503 from example.org", retry: .scheduled, status: 503)
  static let gone = SourceFailure(.status, "403 from example.org", retry: .never, status: 403)
}
