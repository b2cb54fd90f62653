public import WeftModel
import WeftSources

/// The kind `feed`: RSS, RDF, Atom and JSON Feed.
public struct FeedKind: DocumentKind {
  /// The kind.
  public init() {}

  /// `feed`.
  public let name = "feed"
  /// One line for `weft plugins`.
  public let summary = "RSS 0.90 to 2.0, RDF, Atom 0.3 and 1.0, JSON Feed 1.0 and 1.1"
  /// Fields that replace what the feed gives.
  public let settings = [
    SettingDeclaration(
      key: "fields", expects: FeedFields.expects, summary: "what replaces the feed's own field",
      check: { FeedFields.problem($0) })
  ]

  /// Certain where the media type or the root element is one of a feed.
  public func recognizes(_ response: Response) -> Recognition {
    switch response.mediaType {
    case "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json",
      "application/x-rss+xml":
      return .certain
    default: break
    }
    let start = FeedStart(Array(response.body.prefix(FeedKind.sample)))
    switch start.format {
    case .rss, .rdf, .atom: return .certain
    case .json: return FeedKind.namesJSONFeed(response.body) ? .certain : .no
    case nil: return .no
    }
  }

  private static let sample = 8 << 10

  /// A JSON object whose `version` is an address of JSON Feed.
  private static func namesJSONFeed(_ body: [UInt8]) -> Bool {
    let head = String(decoding: body.prefix(sample), as: UTF8.self)
    guard head.contains("\"version\"") else { return false }
    return head.contains("https://jsonfeed.org") || head.contains("https:\\/\\/jsonfeed.org")
  }

  /// A decoder with the source's charset and zone.
  public func makeDecoder(_ settings: SourceSettings) throws(SettingProblem) -> any Decoder {
    try FeedDecoder(settings)
  }

  /// A source of pages over the transport.
  public func makeSource(_ settings: SourceSettings, context: SourceContext) throws(SettingProblem) -> any PageSource {
    try DocumentSource(settings, decoder: makeDecoder(settings), context: context)
  }
}
