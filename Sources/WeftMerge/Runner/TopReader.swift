import WeftModel
import WeftPaging

/// Reads a source from its top, or from a gap, down to what is known already.
struct TopReader: Sendable {
  let pages: any PageSource
  let stop: StopSettings
  let size: Int?
  /// At most so many pages.
  let budget: Int

  /// What was found.
  struct Result: Sendable {
    var pages: [Page] = []
    /// For each page, for each of its items: it is known.
    var isKnown: [[Bool]] = []
    /// Where to read on if nothing known was met.
    var gap: WalkStart?
    var failure: SourceFailure?
  }

  /// Reads pages until one ends with an item that is known, the source ends, a request fails or the budget is used up.
  ///
  /// A known item among new ones is no end: it may have been moved up, or be pinned. Failed requests are not tried
  /// again: the next refresh is soon.
  func read(from start: WalkStart?, isKnown: @Sendable (Page) async -> [Bool]) async -> Result {
    var result = Result()
    var machine = PaginationStateMachine(stop: stop, size: size)
    if let start { machine.resume(at: [start]) }
    while case .fetch(let request) = machine.demand(at: .distantPast) {
      if result.pages.count >= max(1, budget) {
        result.gap = WalkStart(
          cursor: request.cursor, ordinal: request.ordinal, itemsBefore: machine.walk.itemCount)
        return result
      }
      let page: Page
      do throws(SourceFailure) {
        page = try await pages.page(at: request.cursor)
      } catch {
        result.failure = error
        if !result.pages.isEmpty {
          result.gap = WalkStart(
            cursor: request.cursor, ordinal: request.ordinal, itemsBefore: machine.walk.itemCount)
        }
        return result
      }
      guard case .deliver(let delivery) = machine.received(page, for: request, at: .distantPast) else { return result }
      guard page.role == .regular else { continue }
      var known = await isKnown(delivery.page)
      for index in known.indices where index < delivery.isNew.count && !delivery.isNew[index] { known[index] = true }
      result.pages.append(delivery.page)
      result.isKnown.append(known)
      let last = delivery.page.items.lastIndex { !$0.isPinned }
      if let last, known.indices.contains(last), known[last] { return result }
    }
    return result
  }
}
