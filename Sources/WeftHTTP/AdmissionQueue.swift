/// Who may start: at most so many at one host, so many in all; the others wait in order.
///
/// Requests of one host start in the order they came. Hosts that may start one take turns, in the order in which they
/// became ready, so that a long queue of one host holds no other up.
struct AdmissionQueue<Element> {
  private let limitPerHost: Int
  private let limit: Int
  private var hosts: [String: Host] = [:]
  private var ready = Deque<String>()
  /// How many are running.
  private(set) var running = 0
  /// How many wait.
  private(set) var waiting = 0

  /// `next` would yield one.
  var canStart: Bool { running < limit && !ready.isEmpty }

  private struct Host {
    var running = 0
    var waiting = Deque<Element>()
    var isReady = false

    /// Its turn has come. A host is only ready while it runs fewer than it may.
    mutating func startNext() -> Element? {
      isReady = false
      guard let element = waiting.popFirst() else { return nil }
      running += 1
      return element
    }
  }

  init(perHost: Int, inAll: Int) {
    limitPerHost = max(1, perHost)
    limit = max(1, inAll)
  }

  /// Adds one that wants to start.
  mutating func append(_ element: Element, host: String) {
    hosts[host, default: Host()].waiting.append(element)
    waiting += 1
    markReady(host)
  }

  /// The next one that may start now; it counts as running until `ended` is called for its host.
  mutating func next() -> Element? {
    guard running < limit else { return nil }
    while let name = ready.popFirst() {
      // In place: a copy of the host would copy all that wait.
      guard let element = hosts[name]?.startNext() else { continue }
      running += 1
      waiting -= 1
      markReady(name)
      return element
    }
    return nil
  }

  /// One that ran at the host has ended.
  mutating func ended(host name: String) {
    running -= 1
    hosts[name]?.running -= 1
    if let host = hosts[name], host.running == 0, host.waiting.isEmpty {
      // A run may see any number of hosts.
      hosts[name] = nil
    } else {
      markReady(name)
    }
  }

  private mutating func markReady(_ name: String) {
    guard let host = hosts[name], !host.isReady, host.running < limitPerHost, !host.waiting.isEmpty else { return }
    hosts[name]?.isReady = true
    ready.append(name)
  }
}

/// A queue over an array; the front is dropped in amortized constant time.
struct Deque<Element> {
  private var elements: [Element?] = []
  private var head = 0

  var isEmpty: Bool { head == elements.count }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let first = elements[head]
    elements[head] = nil
    head += 1
    if head > 32, head * 2 > elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return first
  }
}
