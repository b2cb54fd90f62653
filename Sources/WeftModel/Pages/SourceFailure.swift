/// Why a page could not be fetched or read.
public struct SourceFailure: Error, Hashable, Sendable {
  /// What kind of thing went wrong.
  public var kind: Kind
  /// What happened, as a sentence without the source's name, without secrets: "429 from api.example.org".
  public var message: String
  /// The address that was asked, without secrets.
  public var url: String?
  /// Whether, and when, a retry makes sense.
  public var retry: Retry
  /// The HTTP status, where there was a response.
  public var status: Int?

  /// Kinds of failure, named for what was wrong.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The request itself cannot be made: a bad URL, a scheme that is not allowed.
    case request
    /// The host has no address.
    case resolve
    /// No connection, or the connection broke.
    case connect
    /// TLS could not be set up or the certificate is not trusted.
    case tls
    /// Nothing came in time.
    case timeout
    /// The body, the headers or a list is larger than the limit.
    case tooLarge
    /// A redirect was followed too often, or leads where it must not.
    case redirect
    /// The server answered with an error status.
    case status
    /// The body is not what the kind reads.
    case document
    /// The body is well formed and says that there was an error.
    case reported
    /// `robots.txt` does not allow the page.
    case robots
    /// A program (a command, a filter, a plugin) failed.
    case program
    /// The request was cancelled.
    case cancelled
  }

  /// Whether a retry makes sense.
  public enum Retry: Hashable, Sendable {
    /// No: the same request will fail again.
    case never
    /// Yes, once.
    case once
    /// Yes, by the source's schedule.
    case scheduled
    /// Yes, but not before this instant, which the server named.
    case notBefore(Timestamp)
  }

  /// A failure.
  public init(
    _ kind: Kind, _ message: String, url: String? = nil, retry: Retry = .never, status: Int? = nil
  ) {
    self.kind = kind
    self.message = message
    self.url = url
    self.retry = retry
    self.status = status
  }
}
