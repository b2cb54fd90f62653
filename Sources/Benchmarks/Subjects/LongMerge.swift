import WeftMerge
import WeftModel

/// Ten sources without an end, whose pages are made when they are asked for and kept by nobody.
struct LongMerge {
  private static let pageSize = 20

  /// What is held after so many items, in bytes, the hashes of their ids apart.
  struct Held {
    let items: Int
    let bytes: Double
    let hashBytes: Double
  }

  /// Reads on to each of the counts in turn.
  static func held(after counts: [Int]) -> [Held] {
    let before = Measurement.residentBytes()
    let settings = MergeWork.settings(.eco)
    var merge = StraightMerge(sourceCount: 10, settings: settings) { source, cursor in
      PreparedPage(page(source, cursor), deduplication: settings.deduplication)
    }
    var read = 0
    return counts.map { count in
      read += merge.read(limit: count - read) { _ in }
      precondition(read == count)
      let hashBytes = Double(merge.hashBytes)
      return Held(items: read, bytes: Measurement.residentBytes() - before - hashBytes, hashBytes: hashBytes)
    }
  }

  private static func page(_ source: Int, _ cursor: PageCursor?) -> Page {
    var number = 1
    if case .page(let next) = cursor { number = next }
    let items = (0..<pageSize).map { index in
      let place = (number - 1) * pageSize + index
      var item = Item(id: "tag:source\(source).example.org,2025:\(place)")
      item.url = "https://source\(source).example.org/2025/06/a-story-of-the-day-\(place)"
      item.title = "A story of the day, number \(place)"
      item.datePublished = Timestamp(seconds: 1_750_000_000 - Int64(place) * Int64(60 + source * 37))
      return item
    }
    return Page(items: items, following: .next(.page(number + 1), isAdvertised: false))
  }
}
