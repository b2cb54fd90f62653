import WeftModel
import WeftPaging

/// What the merge knows of one source.
struct Track: Sendable {
  let name: String
  let weight: Double
  let host: String
  let filter: ItemFilter
  var pagination: PaginationStateMachine

  /// Where the merge stands with the source's next request.
  enum Readiness: Equatable, Sendable {
    /// It may be asked when it is needed.
    case idle
    /// It waits for a request of its host to end.
    case queued
    /// A request is in flight since this instant.
    case inFlight(since: Timestamp)
    /// Its page failed; it may be asked again at this instant.
    case failed(retryAt: Timestamp)
    /// Nothing will come: it is full, or it failed and no retry is due.
    case finished
  }
  var readiness = Readiness.idle

  /// It has no place on the time line and takes turns.
  var isLane: Bool
  /// Others do not wait for it until its next page is there.
  var isExcluded = false
  /// A person turned it off.
  var isPaused = false
  /// It never gives anything again, and nobody may go on without it (`isStrict`).
  var isStuck = false
  /// Its request waits for its turn at the host and has not been sent.
  var isHeldBack = false
  /// When it began to keep a waiting reader waiting.
  var blockingSince: Timestamp?

  /// By time: the oldest time that its items have come down to, as a key's `major`; `nil`: nothing is known.
  var tail: Int64?
  /// How many items it has in a microsecond, by its last pages.
  var density: Double = 0
  /// How much newer an unseen item may be than the tail, in microseconds, because that has happened before.
  var disorder: Int64 = 0
  /// How many pages showed more disorder than they span.
  var disorderedPages = 0
  /// The place that the next received item gets.
  var sequence: UInt32 = 0
  /// The time of the last item in the list, for undated ones that follow it.
  var neighbour: Timestamp?
  /// By turns: the turn that the next kept item gets, from 1.
  var turn: UInt64 = 1

  /// How many of the items received do not tell whether the next page is needed: those that stood beyond the watermark
  /// when they came (pinned ones, and others out of order), and a lane's that stand on the time line.
  var beyond = 0
  /// How many items the last page with any had.
  var pageSize = 0
  /// The time that a page takes, in seconds, smoothed.
  var latency: Double = 0
  /// The address of its home page, as an identity.
  var homePage: UInt64?
  var status: SourceStatus
  /// All pages behind the first are archives of the feed.
  var isArchived = true
  /// The first page says that it is the whole feed.
  var isWhole = false

  @inline(__always)
  var isFinished: Bool { readiness == .finished }
  /// A lane that had items on the time line before it became one, and has not read them again.
  @inline(__always)
  var hasTimelineMarks: Bool { isLane && unreadMarks.first.map { !$0.isLane } ?? false }
  /// It has given all it has.
  var isEnded: Bool { isFinished && status.endReason != nil }
  /// Others wait for it: unseen items of it may come before theirs.
  @inline(__always)
  var isLive: Bool { (!isFinished || isStuck) && !isExcluded && !isPaused }

  /// Where the source stood when the feed was resumed.
  var resumed: ResumePoint.Source?
  /// Pages that were begun before the feed was resumed and are still to be read again.
  var unreadMarks: [ResumePoint.Mark] = []
  /// The list has moved since then, and the place is looked for.
  var search: MergeMachine.Search?

  /// No unseen item of the source has a key below this one.
  @inline(__always)
  func watermark(of source: Int) -> MergeKey {
    guard let tail, unreadMarks.isEmpty else {
      return resumed?.bound ?? MergeKey(major: .min, minor: UInt64(source) << 32)
    }
    let (relaxed, overflow) = tail.subtractingReportingOverflow(disorder)
    return MergeKey(
      major: overflow ? .min + 1 : max(relaxed, .min + 1),
      minor: UInt64(source) << 32 | UInt64(sequence &- 1))
  }
}
