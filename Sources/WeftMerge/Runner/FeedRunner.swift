import WeftModel
import WeftPaging

/// The engine's one actor: runs the machine's requests as tasks, keeps its clock, and hands out what is settled.
///
/// Nothing that it starts holds it: when the feed is dropped, so is the runner, and its `deinit` cancels the rest.
actor FeedRunner {
  var machine: MergeMachine
  let sources: [FeedSource]
  let clock: any EngineClock
  private let observer: (@Sendable (FeedEvent) -> Void)?
  private let target: ScrollTarget

  private var requests: [Int: Task<Void, Never>] = [:]
  private var timer: Task<Void, Never>?
  private var timerDeadline: Timestamp?
  private var waiter: CheckedContinuation<[FeedItem], Never>?
  private var watchers: [Int: AsyncStream<SourceStatus>.Continuation] = [:]
  private var nextWatcher = 0
  var window: FeedWindow
  /// Tasks that read the tops of sources.
  var refreshes: [Int: Task<TopReader.Result, Never>] = [:]
  var refreshGeneration = 0

  init(
    sources: [FeedSource], settings: MergeSettings, clock: any EngineClock, target: ScrollTarget,
    place: ResumePoint?, paused: [Int] = [], window: Int = 0, firstPatience: Duration? = nil,
    observer: (@Sendable (FeedEvent) -> Void)?
  ) {
    self.window = FeedWindow(size: window)
    self.sources = sources
    self.clock = clock
    self.target = target
    self.observer = observer
    machine = MergeMachine(sources: Self.mergeSources(sources), settings: settings)
    if let place { machine.resume(at: place) }
    for source in paused { machine.setPaused(true, source, at: clock.now()) }
    if let firstPatience { machine.firstPatience = min(machine.firstPatience, firstPatience.inMicroseconds) }
    machine.reportsEvents = observer != nil
    machine.reportsEmissions = observer != nil
  }

  static func mergeSources(_ sources: [FeedSource]) -> [MergeMachine.Source] {
    sources.map { source in
      MergeMachine.Source(
        name: source.name, title: source.title, weight: source.weight, sorted: source.sorted,
        filter: ItemFilter(source.conditions), stop: source.stop, retry: source.retry,
        size: source.size, host: source.host)
    }
  }

  deinit {
    for task in refreshes.values { task.cancel() }
    for task in requests.values { task.cancel() }
    timer?.cancel()
    for watcher in watchers.values { watcher.finish() }
  }

  // MARK: The reader

  /// The next items, as many as are settled and may be had; waits where none is. Empty: the feed is at its end.
  func nextItems() async -> [FeedItem] {
    let now = clock.now()
    machine.scroll(to: max(target.position, machine.committed + 1), at: now)
    let items = take(at: now)
    carryOut(at: now)
    if !items.isEmpty || machine.isEnded || Task.isCancelled { return items }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // One consumer: whoever waited before is told that nothing comes.
        waiter?.resume(returning: [])
        waiter = continuation
        if Task.isCancelled { stopWaiting() }
      }
    } onCancel: {
      Task { await self.stopWaiting() }
    }
  }

  private func take(at now: Timestamp) -> [FeedItem] {
    let items = machine.take(at: now)
    if window.size > 0 { window.append(items) { machine.resumePoint(consumed: 0) } }
    return items
  }

  private func stopWaiting() {
    waiter?.resume(returning: [])
    waiter = nil
  }

  /// Somebody scrolled: the target has moved.
  func scrolled() {
    let now = clock.now()
    machine.scroll(to: target.position, at: now)
    proceed(at: now)
  }

  func place(after position: Int) -> ResumePoint? {
    let batch = machine.progress.given
    let consumed = position - (machine.committed - batch)
    return (0...batch).contains(consumed) ? machine.resumePoint(consumed: consumed) : nil
  }

  /// The items at the positions that are kept, and for what is missing before them a runner that reads it again, with
  /// the number of items before its first.
  func items(at positions: Range<Int>) -> (kept: [FeedItem], again: FeedRunner?, from: Int) {
    let positions = positions.clamped(to: 1..<machine.committed + 1)
    let kept = Array(window.items(at: positions))
    let first = kept.first?.position ?? positions.upperBound
    guard positions.lowerBound < first,
      let place = window.checkpoint(before: machine.startCount + positions.lowerBound - 1)
    else { return (kept, nil, 0) }
    let again = FeedRunner(
      sources: sources, settings: machine.settings, clock: clock, target: ScrollTarget(), place: place,
      paused: machine.tracks.indices.filter { machine.tracks[$0].isPaused }, observer: nil)
    return (kept, again, place.count - machine.startCount)
  }

  // MARK: Status

  var statuses: [SourceStatus] { machine.tracks.indices.map(machine.status) }

  func watch(_ continuation: AsyncStream<SourceStatus>.Continuation) {
    guard !machine.isCancelled else { return continuation.finish() }
    let watcher = nextWatcher
    nextWatcher += 1
    watchers[watcher] = continuation
    for status in statuses { continuation.yield(status) }
    continuation.onTermination = { [weak self] _ in
      Task { await self?.unwatch(watcher) }
    }
  }

  private func unwatch(_ watcher: Int) { watchers[watcher] = nil }

  // MARK: Orders

  func retry(_ name: String) {
    let now = clock.now()
    for (index, source) in sources.enumerated() where source.name == name { machine.retry(index, at: now) }
    proceed(at: now)
  }

  func setPaused(_ isPaused: Bool, _ name: String) {
    let now = clock.now()
    for (index, source) in sources.enumerated() where source.name == name {
      machine.setPaused(isPaused, index, at: now)
    }
    proceed(at: now)
  }

  func cancel() {
    machine.cancel()
    for task in refreshes.values { task.cancel() }
    refreshes.removeAll()
    for task in requests.values { task.cancel() }
    requests.removeAll()
    timer?.cancel()
    timer = nil
    stopWaiting()
    for watcher in watchers.values { watcher.finish() }
    watchers.removeAll()
  }

  // MARK: The engine

  private func completed(_ source: Int, _ request: PageRequest, _ result: Result<PreparedPage, SourceFailure>) {
    guard !machine.isCancelled else { return }
    requests[source] = nil
    let now = clock.now()
    switch result {
    case .success(let page): machine.received(page, from: source, for: request, at: now)
    case .failure(let failure): machine.failed(failure, from: source, for: request, at: now)
    }
    proceed(at: now)
  }

  private func timerFired(_ deadline: Timestamp) {
    guard timerDeadline == deadline else { return }
    timerDeadline = nil
    let now = clock.now()
    machine.tick(at: now)
    proceed(at: now)
  }

  /// Carries out what the machine wants, and serves the reader if one waits.
  private func proceed(at now: Timestamp) {
    if let waiter {
      let items = take(at: now)
      if !items.isEmpty || machine.isEnded {
        self.waiter = nil
        carryOut(at: now)
        waiter.resume(returning: items)
        return
      }
    }
    carryOut(at: now)
  }

  private func carryOut(at now: Timestamp) {
    for action in machine.drain() {
      switch action {
      case .fetch(let source, let request, let reason): start(source, request, reason, at: now)
      case .report(let kind): observer?(FeedEvent(at: now, kind: kind))
      case .changed(let source):
        if !watchers.isEmpty {
          let status = machine.status(of: source)
          for watcher in watchers.values { watcher.yield(status) }
        }
      }
    }
    setTimer()
  }

  private func start(_ source: Int, _ request: PageRequest, _ reason: FeedEvent.RequestReason, at now: Timestamp) {
    let pages = sources[source].pages
    if let observer {
      observer(
        FeedEvent(
          at: now,
          kind: .request(
            source: sources[source].name, address: pages.address(of: request.cursor), cursor: request.cursor,
            attempt: request.attempt, reason: reason)))
    }
    requests[source] = Self.fetch(request, from: pages, machine.deduplication) { [weak self] isHeldBack in
      await self?.heldBack(isHeldBack, source, request)
    } completion: { [weak self] result in
      await self?.completed(source, request, result)
    }
  }

  private func heldBack(_ isHeldBack: Bool, _ source: Int, _ request: PageRequest) {
    guard !machine.isCancelled else { return }
    let now = clock.now()
    machine.heldBack(isHeldBack, source: source, for: request, at: now)
    proceed(at: now)
  }

  /// A task outside the actor, so that nothing in flight keeps the actor alive.
  private nonisolated static func fetch(
    _ request: PageRequest, from pages: any PageSource, _ deduplication: MergeSettings.Deduplication?,
    heldBack: @escaping @Sendable (Bool) async -> Void,
    completion: @escaping @Sendable (Result<PreparedPage, SourceFailure>) async -> Void
  ) -> Task<Void, Never> {
    Task.detached {
      await completion(
        await RequestTurn.$current.withValue(RequestTurn(heldBack)) {
          await result(of: request, from: pages, deduplication)
        })
    }
  }

  private nonisolated static func result(
    of request: PageRequest, from pages: any PageSource, _ deduplication: MergeSettings.Deduplication?
  ) async -> Result<PreparedPage, SourceFailure> {
    do throws(SourceFailure) {
      return .success(PreparedPage(try await pages.page(at: request.cursor), deduplication: deduplication))
    } catch {
      return .failure(error)
    }
  }

  private func setTimer() {
    let deadline = machine.deadline
    guard deadline != timerDeadline else { return }
    timer?.cancel()
    timer = nil
    timerDeadline = deadline
    guard let deadline else { return }
    timer = Self.wait(until: deadline, clock) { [weak self] in await self?.timerFired(deadline) }
  }

  private nonisolated static func wait(
    until deadline: Timestamp, _ clock: any EngineClock, completion: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    Task.detached {
      do throws(CancellationError) { try await clock.sleep(until: deadline) } catch { return }
      await completion()
    }
  }
}
