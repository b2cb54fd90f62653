public import HTTPServer
public import WeftKit

/// A merged feed as a web site: pages for people, feeds for programs, and what its sources do.
///
/// It keeps nothing of a reader: the cursor in the address says where one stands.
public struct Site: Sendable {
  /// Writes a page of the feed in the formats for programs.
  public typealias Writer = @Sendable (_ format: String, _ page: SharedFeed.Page, _ ending: Ending) -> [UInt8]

  /// What stands behind the last item of a page.
  public struct Ending: Sendable {
    /// The cursor of the next page; `nil`: there is none.
    public var cursor: String?
    /// The address of the next page.
    public var nextURL: String?
    /// By time: what follows is not newer, but for late items.
    public var watermark: Timestamp?
  }

  /// The title of the feed.
  public var title: String
  let feed: SharedFeed
  let titles: [String: String]
  let policy: SitePolicy
  let cursors: CursorPaper
  let writer: Writer
  let clock: any EngineClock
  private let ready = ReadyAnswers()
  private let budgets: ClientBudgets
  private let making = PagesInTheMaking()

  /// A site.
  ///
  /// - Parameters:
  ///   - titles: what is shown for each source.
  ///   - cursors: makes cursors and reads them.
  ///   - writer: writes `json`, `atom` and `rss`.
  public init(
    title: String, feed: SharedFeed, titles: [String: String], policy: SitePolicy, cursors: CursorPaper,
    clock: any EngineClock, budget: ClientBudgets.Budget = .init(), writer: @escaping Writer
  ) {
    self.title = title
    self.feed = feed
    self.titles = titles
    self.policy = policy
    self.cursors = cursors
    self.clock = clock
    budgets = ClientBudgets(budget)
    self.writer = writer
  }

  /// Answers a request, on a thread that may block.
  public func respond(to request: ServerRequest) -> ServerResponse {
    if let kept = answerAtHand(to: request) { return kept }
    if request.path == "/events", request.method == "GET", policy.refusal(of: request) == nil { return events() }
    return BlockingCall.result { await answer(to: request) } ?? .plain("Nothing came of it.", status: 500)
  }

  /// Reads what the first page needs, so that the first reader finds it there.
  public func prepare() async { _ = await feed.page(limit: PageQuery.usual) }

  /// Ends all listeners, so that a server can stop.
  public func stop() {
    _ = BlockingCall.result { await feed.store.stop() }
  }

  /// Answers a request.
  public func answer(to request: ServerRequest) async -> ServerResponse {
    if let refusal = policy.refusal(of: request) {
      // Who tries tokens is slowed down.
      let isOver = refusal.status == 401 ? budgets.charge(request.client, 20, at: clock.now()) : nil
      return SiteHeaders.added(to: isOver ?? refusal)
    }
    if let kept = answerAtHand(to: request) { return kept }
    if let refusal = budgets.charge(request.client, request.method == "POST" ? 5 : 1, at: clock.now()) {
      return SiteHeaders.added(to: refusal)
    }
    return SiteHeaders.added(to: await route(request))
  }

  /// The kept answer for a page of the feed, where it is still good; costs next to nothing, so any client may have it.
  private func answerAtHand(to request: ServerRequest) -> ServerResponse? {
    guard request.method == "GET" || request.method == "HEAD", let form = Form(path: request.path),
      policy.refusal(of: request) == nil, let state = feed.store.knownState, clock.now() < state.validUntil,
      let kept = ready.kept(request, version: form.version(state))
    else { return nil }
    return SiteHeaders.added(to: kept)
  }

  private func route(_ request: ServerRequest) async -> ServerResponse {
    if request.method == "POST" {
      guard request.path == "/retry" else { return Site.wrongMethod("GET, HEAD") }
      return await retry(request)
    }
    guard request.method == "GET" || request.method == "HEAD" else { return Site.wrongMethod("GET, HEAD") }
    if let form = Form(path: request.path) { return await page(form, request) }
    switch request.path {
    case "/status.json": return ready.answer(request, "application/json", await statusDocument())
    case "/reader.css": return asset(Assets.style, request)
    case "/reader.js": return asset(Assets.script, request)
    case "/retry": return Site.wrongMethod("POST")
    // Browsers ask for it behind documents that name no icon.
    case "/favicon.ico": return ServerResponse(status: 204)
    default: return .plain("There is no such page here; the feed is at /.", status: 404)
    }
  }

  private static func wrongMethod(_ allowed: String) -> ServerResponse {
    .plain("This method is not for this address.", status: 405, headers: [.init("Allow", allowed)])
  }

  private func asset(_ file: Assets.File, _ request: ServerRequest) -> ServerResponse {
    var response = ready.answer(request, file.mediaType, file.bytes)
    if request.parameter("v") == file.version {
      response.headers.append(.init("Cache-Control", "public, max-age=31536000, immutable"))
    }
    return response
  }

  // MARK: pages of the feed

  /// The forms in which a page of the feed is served.
  enum Form: String, Sendable, CaseIterable {
    case html, json, atom, rss

    init?(path: String) {
      guard let form = Form.allCases.first(where: { $0.path == path }) else { return nil }
      self = form
    }

    /// What the form shows changes with this: people see the load states, too.
    func version(_ state: PageStore.State) -> UInt64 { self == .html ? state.changes : state.version }

    var path: String { self == .html ? "/" : "/feed.\(rawValue)" }

    var mediaType: String {
      switch self {
      case .html: "text/html; charset=utf-8"
      case .json: "application/feed+json"
      case .atom: "application/atom+xml"
      case .rss: "application/rss+xml"
      }
    }
  }

  private func page(_ form: Form, _ request: ServerRequest) async -> ServerResponse {
    let asked: PageQuery
    do throws(PageQuery.Problem) {
      asked = try PageQuery(request, names: feed.names)
    } catch {
      return .plain(error.message, status: 400)
    }
    let identity = cursors.identity(of: asked.sources)
    var place: ResumePoint?
    if let cursor = asked.cursor {
      do throws(CursorPaper.Problem) {
        place = try cursors.place(cursor, identity: identity, now: clock.now())
      } catch {
        return .plain(error.message + " Without a cursor the feed starts at its top: \(form.path)", status: 410)
      }
    }
    // The state is known now, if it was not before.
    let state = await feed.store.state
    if clock.now() < state.validUntil, let kept = ready.kept(request, version: form.version(state)) { return kept }
    let from = place
    return await making.answer(for: ReadyAnswers.key(request)) {
      await make(form, request, asked, from)
    } respond: {
      ready.response($0, request)
    }
  }

  /// Makes a page that is not at hand.
  private func make(
    _ form: Form, _ request: ServerRequest, _ asked: PageQuery, _ place: ResumePoint?
  ) async -> ReadyAnswers.Answer {
    let before = await feed.store.state
    let page = await feed.page(after: place, limit: asked.limit, of: asked.sources)
    var ending = Ending()
    if let next = page.next,
      let cursor = cursors.text(next, identity: cursors.identity(of: asked.sources), now: clock.now())
    {
      ending.cursor = cursor
      ending.nextURL = policy.origin(of: request) + form.path + "?" + asked.query(cursor: cursor)
      ending.watermark = next.watermark
    }
    // What the page shows of the sources is of this moment, or of a later one.
    let after = await feed.store.state
    let bytes: [UInt8]
    if form == .html {
      let states = await states()
      bytes =
        HTMLPage(
          title: title, titles: titles, page: page, ending: ending, asked: asked, first: (place?.count ?? 0) + 1,
          states: states
        ).bytes
    } else {
      bytes = writer(form.rawValue, page, ending)
    }
    // What was read while pages changed is of neither state; a source that is missing without a reason may be there soon.
    let isExplained = await feed.store.explains(page.degraded)
    let isKept = before.version == after.version && isExplained
    return ready.made(request, form.mediaType, bytes, version: isKept ? form.version(after) : nil)
  }

  // MARK: sources

  func states() async -> [SourceState] {
    var states: [SourceState] = []
    for name in feed.names { if let state = await feed.store.state(of: name) { states.append(state) } }
    return states
  }

  private func statusDocument() async -> [UInt8] {
    let states = await states()
    return Array(
      ("{\"title\":" + StateText.quoted(title) + ",\"sources\":["
        + states.map { StateText.json($0, title: titles[$0.name]) }.joined(separator: ",\n") + "]}\n").utf8)
  }

  private func retry(_ request: ServerRequest) async -> ServerResponse {
    guard let name = request.parameter("source").map({ percentDecoded($0) }), feed.names.contains(name) else {
      return .plain("There is no such source.", status: 404)
    }
    await feed.store.retry(name)
    // The page one that the readers will want next; its failure is told by the states.
    _ = await feed.page(limit: 1, of: [name])
    return .plain("Asked again.", status: 200)
  }

  /// A stream of load states (server-sent events, HTML Standard section 9.2).
  private func events() -> ServerResponse {
    let queue = EventQueue()
    let task = Task {
      for await state in await feed.store.changes() {
        let event = "event: state\ndata: " + StateText.json(state, title: titles[state.name]) + "\n\n"
        guard queue.add(event), !Task.isCancelled else { break }
      }
      queue.end()
    }
    let end = TaskEnd(task)
    return SiteHeaders.added(
      to: ServerResponse(
        headers: [.init("Content-Type", "text/event-stream"), .init("Cache-Control", "no-store")],
        body: .stream { [end, queue] in
          _ = end
          return queue.next()
        }))
  }
}

/// Cancels a task when nobody holds it any more: when the connection of its listener has ended.
private final class TaskEnd: Sendable {
  private let task: Task<Void, Never>

  init(_ task: Task<Void, Never>) { self.task = task }

  deinit { task.cancel() }
}
