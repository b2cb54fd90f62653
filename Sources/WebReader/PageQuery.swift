import HTTPServer
import WeftKit

/// What a request asks of the feed: `?cursor=&limit=&source=`.
struct PageQuery: Equatable {
  /// Where the page begins; `nil`: at the top.
  var cursor: String?
  /// How many items it has at most.
  var limit = PageQuery.usual
  /// Only these sources; `nil`: all.
  var sources: Set<String>?

  static let longest = 200
  static let usual = 30

  /// Why a request asks nothing that there is.
  struct Problem: Error, Equatable {
    var message: String
  }

  init(_ request: ServerRequest, names: [String]) throws(Problem) {
    for parameter in (request.query ?? "").split(separator: "&") {
      let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count == 2 ? percentDecoded(String(parts[1].map { $0 == "+" ? " " : $0 })) : ""
      switch parts[0] {
      case "cursor": cursor = value.isEmpty ? nil : value
      case "limit":
        guard let number = Int(value), (1...PageQuery.longest).contains(number) else {
          throw Problem(message: "limit: a number from 1 to \(PageQuery.longest) was expected.")
        }
        limit = number
      case "source":
        guard names.contains(value) else {
          throw Problem(message: "There is no source of that name; there are: " + names.joined(separator: ", "))
        }
        sources = (sources ?? []).union([value])
      default: break
      }
    }
  }

  /// The query of another page of the same.
  func query(cursor: String?) -> String {
    var parts: [String] = []
    if let cursor { parts.append("cursor=" + percentEncoded(cursor)) }
    if limit != PageQuery.usual { parts.append("limit=\(limit)") }
    parts += (sources ?? []).sorted().map { "source=" + percentEncoded($0) }
    return parts.joined(separator: "&")
  }
}
