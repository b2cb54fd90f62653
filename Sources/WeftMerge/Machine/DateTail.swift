import WeftModel

/// Where a page of dated items, newest first, really ends.
enum DateTail {
  /// The last time of the longest non-increasing subsequence; of several, the one that ends newest.
  ///
  /// An old item on top of a page (pinned, promoted) is not in that subsequence, so it says nothing of what follows.
  /// Costs O(p log p), and O(p) for a page that is in order.
  static func of(_ dates: [Timestamp]) -> Timestamp? {
    guard var last = dates.first else { return nil }
    var isSorted = true
    for date in dates {
      if last < date {
        isSorted = false
        break
      }
      last = date
    }
    if isSorted { return last }
    // ends[n]: the newest end of a non-increasing subsequence of n + 1 dates; itself non-increasing.
    var ends: [Timestamp] = []
    for date in dates {
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if ends[middle] >= date { low = middle + 1 } else { high = middle }
      }
      if low == ends.count { ends.append(date) } else { ends[low] = date }
    }
    return ends.last
  }
}
