public import Curses
import Glibc
import SQLite
import Synchronization
import WeftKit

/// The reader in a terminal: its thread, between the terminal, the machine and the feed.
public final class TerminalReader: Sendable {
  private let settings: ReaderSettings
  private let inbox = Inbox()
  private let kept = Mutex(Kept())

  /// What is to be written when the reader ends, in whatever way.
  private struct Kept: Sendable {
    var place: ReaderStore.Place?
    /// Where the cursor of the place is to stand.
    var point: ResumePoint?
    var read: [UInt64] = []
    var isSaved = false
  }

  /// A reader of these sources.
  public init(_ settings: ReaderSettings) { self.settings = settings }

  /// Reads until the person ends it. What could not be kept is the answer, as a sentence; `nil`: nothing was lost.
  ///
  /// - Throws: why the terminal cannot be used.
  public func run() async throws(CursesTerminal.Problem) -> String? {
    let result: Result<String?, CursesTerminal.Problem> = await withCheckedContinuation { continuation in
      // A thread of its own: curses blocks while nothing happens, and wants to be called from one thread.
      startThread { [self] in continuation.resume(returning: Result { () throws(CursesTerminal.Problem) in try read() })
      }
    }
    return try result.get()
  }

  /// Gives the terminal back and keeps the place: for the end of the process by a signal. What could not be kept.
  @discardableResult
  public func finish() -> String? {
    CursesTerminal.end()
    // Whoever comes second, a signal beside the terminal that went away, waits until the first has written: the process
    // ends when it returns.
    return kept.withLock { kept in
      guard !kept.isSaved else { return nil }
      kept.isSaved = true
      return save(&kept)
    }
  }

  private func save(_ kept: inout Kept) -> String? {
    guard let path = settings.storePath else { return nil }
    let now = settings.clock.now()
    if let point = kept.point, let key = settings.key {
      kept.place?.cursor = ResumeCursor(point, configuration: settings.configuration, issued: now).text(key: key)
    }
    do {
      try ReaderStore(path: path).save(
        configuration: settings.configuration, place: kept.place, read: kept.read,
        seconds: now.microseconds / 1_000_000)
      return nil
    } catch {
      return "the place was not kept: \(error), \(path)"
    }
  }

  // MARK: The thread

  private func read() throws(CursesTerminal.Problem) -> String? {
    let terminal = try CursesTerminal(name: settings.terminal, colours: settings.colours)
    var session = begin(isFresh: false, number: 1, size: terminal.size)
    defer { session.feed.end() }
    var painter = Painter(terminal)
    painter.show(session.machine.screen, on: terminal)
    while true {
      let wake = terminal.wait(milliseconds: nil)
      if wake.isClosed { return finish() }
      if wake.isSuspended { terminal.suspend() }
      if wake.isResized || wake.isSuspended || wake.isContinued {
        terminal.resize()
        // Also after a change of size: it may have become smaller and larger again before anybody looked, and what was
        // cut off is lost then although nothing seems to have changed.
        terminal.distrust()
        painter.forget()
      }
      var actions: [ReaderAction] = []
      let size = terminal.size
      if size.rows != session.machine.rows || size.columns != session.machine.columns {
        actions += session.machine.handle(.resized(rows: size.rows, columns: size.columns))
      }
      while let input = terminal.read() { actions += session.machine.handle(.input(input)) }
      for event in inbox.take(session: session.number) { actions += session.machine.handle(event) }
      while !actions.isEmpty {
        for action in actions { perform(action, &session, terminal, &painter) }
        if actions.contains(.quit) {
          note(session)
          return finish()
        }
        // What was said while they were carried out.
        actions = inbox.take(session: session.number).flatMap { session.machine.handle($0) }
      }
      note(session)
      painter.show(session.machine.screen, on: terminal)
    }
  }

  private struct Session {
    var number: Int
    var machine: ReaderMachine
    var feed: FeedSession
  }

  private func begin(
    isFresh: Bool, number: Int, size: (rows: Int, columns: Int), hidden: Set<Int> = []
  ) -> Session {
    var notices = settings.notice.map { [$0] } ?? []
    var (place, read): (ReaderStore.Place?, Set<UInt64>) = (nil, [])
    if let path = settings.storePath {
      do { (place, read) = try ReaderStore(path: path).load(configuration: settings.configuration) } catch {
        notices.append("the place cannot be read: \(error), \(path)")
      }
    }
    read.formUnion(kept.withLock { $0.read })
    if isFresh { place = nil }
    var point: ResumePoint?
    if let text = place?.cursor {
      // A cursor that is not good any more: from the top, where the item may still be.
      point = settings.key.flatMap { key in
        try? ResumeCursor(
          text: text, key: key, configuration: settings.configuration, now: settings.clock.now()
        ).point
      }
      if point == nil { notices.append("the place is too old to go on there: from the top") }
    }
    let restoring = place.map { place in
      ReaderMachine.Restoring(
        top: place.top, selected: place.selected, limit: place.limit, isResumed: point != nil)
    }
    let off = hidden.sorted().map { settings.sources[$0].name }
    let feed = FeedSession(settings, resumingAt: point, off: off, number: number, inbox: inbox)
    var machine = ReaderMachine(
      sources: settings.sources.map { ReaderMachine.Source(name: $0.name, title: $0.title) }, rows: size.rows,
      columns: size.columns, offset: settings.timeOffset, read: read, hidden: hidden, restoring: restoring)
    let first = machine.handle(.resized(rows: size.rows, columns: size.columns))
    for case .scroll(let position) in first { feed.scroll(to: position) }
    if !notices.isEmpty { _ = machine.handle(.said(notices.joined(separator: "; "))) }
    return Session(number: number, machine: machine, feed: feed)
  }

  private func perform(
    _ action: ReaderAction, _ session: inout Session, _ terminal: borrowing CursesTerminal, _ painter: inout Painter
  ) {
    switch action {
    case .scroll(let position): session.feed.scroll(to: position)
    case .load(let positions): session.feed.load(positions)
    case .retry(let names): session.feed.retry(names)
    case .turn(let name, let isOn): session.feed.turn(name, isOn: isOn)
    case .refresh: session.feed.refresh()
    case .fill(let gap): session.feed.fill(gap: gap)
    case .open(let address): say(Browser.open(address, browser: settings.browser), session)
    case .copy(let address):
      if let sequence = Clipboard.sequence(copying: address, isInTmux: settings.isInTmux) {
        terminal.send(sequence)
        say("copied, where the terminal allows it", session)
      } else {
        say("the address is too long to be copied", session)
      }
    case .read(let identity): kept.withLock { if $0.read.count < ReaderStore.readLimit { $0.read.append(identity) } }
    case .restart:
      session.feed.end()
      session = begin(
        isFresh: true, number: session.number + 1, size: terminal.size, hidden: session.machine.hidden)
      painter.forget()
    case .redraw:
      terminal.distrust()
      painter.forget()
    case .quit: break
    }
  }

  private func say(_ text: String, _ session: borrowing Session) { inbox.post(.said(text), session: session.number) }

  /// Keeps in mind where the reader is, for whoever ends the process.
  private func note(_ session: borrowing Session) {
    // A place that is still looked for stays as it was.
    guard session.machine.restoring == nil, let place = session.machine.place else { return }
    var stored = ReaderStore.Place(cursor: nil, top: place.top, selected: place.selected, limit: 500)
    let before = place.position.flatMap { session.feed.place(before: $0) }
    stored.limit += before?.distance ?? place.position ?? 0
    kept.withLock { kept in
      kept.place = stored
      kept.point = before?.point
    }
  }
}
