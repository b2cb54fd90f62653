import URIs
import WeftModel
import WeftPaging

/// The Link header of a response (RFC 8288).
enum LinkTarget {
  /// The address of the next page, absolute; `nil` where the header names none.
  static func next(in response: Response) -> String? {
    LinkHeader.target(of: "next", in: response.headers.values(of: "Link")).map { resolve($0, against: response.url) }
  }
}
