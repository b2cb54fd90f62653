import Curses
import Synchronization

/// Events for the reader's thread, from any task.
final class Inbox: Sendable {
  private struct Post: Sendable {
    var session: Int
    var event: ReaderEvent
  }

  private let posts = Mutex<[Post]>([])

  /// Posts an event of a session and wakes the reader.
  func post(_ event: ReaderEvent, session: Int) {
    let isFirst = posts.withLock { posts in
      posts.append(Post(session: session, event: event))
      return posts.count == 1
    }
    if isFirst { CursesTerminal.wake() }
  }

  /// Takes the events of a session; those of older ones are dropped.
  func take(session: Int) -> [ReaderEvent] {
    let taken = posts.withLock { posts in
      let taken = posts
      posts.removeAll(keepingCapacity: true)
      return taken
    }
    return taken.filter { $0.session == session }.map(\.event)
  }
}
