import HTTPServer
import Locks
import WeftKit

/// What each client may have made for it: a bucket of tokens that fills as time passes.
///
/// Answers that are at hand cost nothing, so that many readers behind one address are no burden as long as they read the
/// same pages.
public final class ClientBudgets: Sendable {
  /// A budget.
  public struct Budget: Sendable {
    /// So many answers may be made at once.
    public var burst: Double
    /// So many more with each second.
    public var perSecond: Double

    /// A budget: 400 answers at once, and 100 with each second.
    public init(burst: Double = 400, perSecond: Double = 100) {
      self.burst = burst
      self.perSecond = perSecond
    }
  }

  private struct Bucket {
    var tokens: Double
    var filledAt: Timestamp
  }

  private let budget: Budget
  private let buckets = Lock<[String: Bucket]>([:])
  /// Clients that are remembered; more forget all.
  private static let clients = 10_000

  init(_ budget: Budget) { self.budget = budget }

  /// The clients that are remembered.
  var count: Int { buckets.with { $0.count } }

  /// Takes tokens from a client's bucket.
  ///
  /// - Returns: what the client is told where it has none left.
  func charge(_ client: String, _ tokens: Double, at now: Timestamp) -> ServerResponse? {
    let missing = buckets.with { buckets -> Double in
      if buckets[client] == nil, buckets.count >= ClientBudgets.clients { buckets = [:] }
      var bucket = buckets[client] ?? Bucket(tokens: budget.burst, filledAt: now)
      let (seconds, attoseconds) = max(now.since(bucket.filledAt), .zero).components
      let passed = Double(seconds) + Double(attoseconds) / 1e18
      bucket.tokens = min(budget.burst, bucket.tokens + passed * budget.perSecond)
      bucket.filledAt = now
      let missing = tokens - bucket.tokens
      if missing <= 1e-9 { bucket.tokens -= tokens }
      buckets[client] = bucket
      return missing
    }
    guard missing > 1e-9 else { return nil }
    let seconds = max(1, Int((missing / budget.perSecond).rounded(.up)))
    return .plain(
      "Too much was asked for; ask again in \(seconds) s.", status: 429,
      headers: [.init("Retry-After", String(seconds))])
  }
}
