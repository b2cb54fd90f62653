/// How sources become one feed (`merge:`).
public struct MergeSettings: Hashable, Sendable {
  /// The order.
  public var order: Order
  /// How order `rank` joins scores.
  public var fuse: Fuse
  /// Items beyond the scroll position that should be settled.
  public var prefetch: Int
  /// Which sources are fetched.
  public var mode: Mode
  /// In mode `eco`: pages that are very likely needed for the items asked for are fetched side by side, which takes a
  /// part of the time and hardly ever a request more. Not a key of the configuration: the command decides.
  public var readsAhead = false
  /// How long a reader waits for one source before it is left out for the time being.
  public var patience: Duration
  /// A source is never left out: the feed waits, or fails.
  public var isStrict: Bool
  /// At most so many items in a row from one source; 0: no cap.
  public var maxRun: Int
  /// Where items without a date stand.
  public var undated: Undated
  /// What happens to dates after the fetch time.
  public var future: Future
  /// What counts as the same item.
  public var deduplication: Deduplication
  /// Only items from this instant on, and sources are asked no further.
  public var since: Timestamp?
  /// Only items before this instant.
  public var until: Timestamp?

  /// The orders.
  public enum Order: String, Hashable, Sendable, CaseIterable { case newest, interleave, weighted, rank }
  /// How order `rank` joins the scores of one item in several sources.
  public enum Fuse: String, Hashable, Sendable, CaseIterable { case max, sum }
  /// Which sources are fetched: only those that the position needs, or each that runs short.
  public enum Mode: String, Hashable, Sendable, CaseIterable { case smooth, eco }
  /// Where items without a date stand: after their neighbour, or last.
  public enum Undated: String, Hashable, Sendable, CaseIterable { case inherit, last }
  /// What happens to dates after the fetch time.
  public enum Future: String, Hashable, Sendable, CaseIterable { case clamp, keep, drop }

  /// What counts as the same item.
  public struct Deduplication: Hashable, Sendable {
    /// Ids count.
    public var byID: Bool
    /// Canonical URLs count.
    public var byURL: Bool
    /// Across all sources, or within each.
    public var scope: Scope
    /// Query parameters that do not count; `*` stands for any letters.
    public var stripQuery: [String]
    /// Equal titles on the same day count.
    public var byTitle: Bool

    /// Within a source, or across all.
    public enum Scope: String, Hashable, Sendable, CaseIterable { case source, all }

    /// The defaults.
    public init(
      byID: Bool = true, byURL: Bool = true, scope: Scope = .all,
      stripQuery: [String] = ["utm_*", "fbclid", "gclid"], byTitle: Bool = false
    ) {
      self.byID = byID
      self.byURL = byURL
      self.scope = scope
      self.stripQuery = stripQuery
      self.byTitle = byTitle
    }
  }

  /// The defaults of readers: newest first, smooth, 20 items ahead, 3 s of patience.
  public init(
    order: Order = .newest, fuse: Fuse = .max, prefetch: Int = 20, mode: Mode = .smooth,
    patience: Duration = .seconds(3), isStrict: Bool = false, maxRun: Int = 0, undated: Undated = .inherit,
    future: Future = .clamp, deduplication: Deduplication = Deduplication(), since: Timestamp? = nil,
    until: Timestamp? = nil
  ) {
    self.order = order
    self.fuse = fuse
    self.prefetch = prefetch
    self.mode = mode
    self.patience = patience
    self.isStrict = isStrict
    self.maxRun = maxRun
    self.undated = undated
    self.future = future
    self.deduplication = deduplication
    self.since = since
    self.until = until
  }
}

/// A whole configuration, checked.
public struct Configuration: Hashable, Sendable {
  /// The sources, in the order written, also those that are not enabled.
  public var sources: [SourceSettings]
  /// How they become one feed.
  public var merge: MergeSettings

  /// A configuration.
  public init(sources: [SourceSettings], merge: MergeSettings = MergeSettings()) {
    self.sources = sources
    self.merge = merge
  }
}
