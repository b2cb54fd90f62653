import WeftModel

/// The yardstick of the merge: a binary heap over the same pages, which are all there. No requests, no deduplication, no
/// position of the reader, nothing kept; what comes out is where each item lies.
struct PlainMerge {
  /// An item's date, and where it lies.
  struct Head {
    var date: Int64
    var source: Int32
    var page: Int32
    var index: Int32
  }

  private let pages: [[Page]]
  private var heap: [Head] = []

  /// Millions of items per second.
  static func rate(of work: MergeWork) -> Double {
    let seconds = Measurement.processorMedian {
      var merge = PlainMerge(work.pages)
      var count = 0
      var last = Int64.max
      while let head = merge.next() {
        precondition(head.date <= last)
        last = head.date
        count += 1
      }
      precondition(count == work.itemCount)
    }
    return Double(work.itemCount) / seconds / 1e6
  }

  init(_ pages: [[Page]]) {
    self.pages = pages
    for source in pages.indices { push(Head(date: 0, source: Int32(source), page: 0, index: 0)) }
  }

  /// The newest item that is left.
  mutating func next() -> Head? {
    guard var head = heap.first else { return nil }
    let newest = head
    head.index += 1
    if Int(head.index) == pages[Int(head.source)][Int(head.page)].items.count {
      head.index = 0
      head.page += 1
    }
    if Int(head.page) < pages[Int(head.source)].count {
      heap[0] = dated(head)
      sink()
    } else {
      let last = heap.removeLast()
      if !heap.isEmpty {
        heap[0] = last
        sink()
      }
    }
    return newest
  }

  private func dated(_ head: Head) -> Head {
    var head = head
    head.date = pages[Int(head.source)][Int(head.page)].items[Int(head.index)].datePublished?.microseconds ?? 0
    return head
  }

  private func precedes(_ left: Head, _ right: Head) -> Bool {
    left.date == right.date ? left.source < right.source : left.date > right.date
  }

  private mutating func push(_ head: Head) {
    heap.append(dated(head))
    var place = heap.count - 1
    while place > 0, precedes(heap[place], heap[(place - 1) / 2]) {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func sink() {
    var place = 0
    while true {
      var child = 2 * place + 1
      guard child < heap.count else { return }
      if child + 1 < heap.count, precedes(heap[child + 1], heap[child]) { child += 1 }
      guard precedes(heap[child], heap[place]) else { return }
      heap.swapAt(child, place)
      place = child
    }
  }
}
