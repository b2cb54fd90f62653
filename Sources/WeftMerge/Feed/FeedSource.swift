public import WeftModel

/// One source of a feed: where its pages come from, and how the merge has to take them.
public struct FeedSource: Sendable {
  /// The source's name in the configuration.
  public var name: String
  /// The title shown with each item; `nil`: the feed's own title, else the host.
  public var title: String?
  /// The weight for orders `weighted` and `rank`, and of a source that has no place on the time line; above 0.
  public var weight: Double
  /// How the source itself is ordered.
  public var sorted: SourceSettings.SourceOrder
  /// Conditions that an item must hold, all of them.
  public var conditions: [ItemCondition]
  /// When the walk ends.
  public var stop: StopSettings
  /// When a failed request is tried again.
  public var retry: RetrySettings
  /// The page size that is asked for, where one is: a page below it is a short one.
  public var size: Int?
  /// The host of its requests (scheme, name and port), for the limit of requests in flight; empty: no limit.
  public var host: String
  /// Makes the pages.
  public var pages: any PageSource

  /// A source of a feed.
  public init(
    name: String, title: String? = nil, weight: Double = 1, sorted: SourceSettings.SourceOrder = .newest,
    conditions: [ItemCondition] = [], stop: StopSettings = StopSettings(), retry: RetrySettings = RetrySettings(),
    size: Int? = nil, host: String = "", pages: any PageSource
  ) {
    self.name = name
    self.title = title
    self.weight = weight
    self.sorted = sorted
    self.conditions = conditions
    self.stop = stop
    self.retry = retry
    self.size = size
    self.host = host
    self.pages = pages
  }
}
