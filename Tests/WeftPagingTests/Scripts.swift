import WeftModel

@testable import WeftPaging

/// Short ways to write pages and machines in tests.
func item(_ id: String, at seconds: Int64? = nil) -> Item {
  var item = Item(id: id)
  item.title = id
  item.datePublished = seconds.map { Timestamp(seconds: $0) }
  return item
}

/// A page with these ids, followed by page `next` of a numbered source, or by nothing.
func numbered(_ ids: [String], next: Int?) -> Page {
  Page(items: ids.map { item($0) }, following: next.map { .next(.page($0), isAdvertised: false) } ?? .end(.noNext))
}

/// A page with these ids, followed by a token of the server, or by nothing.
func linked(_ ids: [String], next: String?) -> Page {
  Page(
    items: ids.map { item($0) },
    following: next.map { .next(.token(SelectedValue($0)), isAdvertised: true) } ?? .end(.noNext))
}

let start = Timestamp(seconds: 1_000)

extension PaginationStateMachine {
  /// Asks for the next page and hands it over; the delivery, or `nil` where nothing was asked.
  mutating func feed(_ page: Page, at now: Timestamp = start) -> PageDelivery? {
    guard case .fetch(let request) = demand(at: now),
      case .deliver(let delivery) = received(page, for: request, at: now)
    else { return nil }
    return delivery
  }

  /// The reason of the end, where the machine is full.
  var end: EndReason? {
    if case .full(let reason) = state { return reason }
    return nil
  }
}

/// Feeds pages until the machine asks no more; how many it took, and why it stopped.
func walk(
  _ pages: [Page], stop: StopSettings = StopSettings(), size: Int? = nil
) -> (requests: Int, end: EndReason?, new: [String], warnings: [String]) {
  var machine = PaginationStateMachine(stop: stop, size: size)
  var requests = 0
  var new: [String] = []
  var warnings: [String] = []
  for page in pages {
    guard let delivery = machine.feed(page) else { break }
    requests += 1
    warnings += delivery.warnings.map(\.code)
    for (item, isNew) in zip(delivery.page.items, delivery.isNew) where isNew { new.append(item.id) }
  }
  return (requests, machine.end, new, warnings)
}
