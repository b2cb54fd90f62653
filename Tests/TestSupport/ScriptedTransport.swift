public import WeftModel

/// A transport that a test answers for, and that remembers what it was asked.
public actor ScriptedTransport: Transport {
  private let answer: @Sendable (Request) throws(SourceFailure) -> Response
  /// The requests, in order.
  public private(set) var requests: [Request] = []

  /// A transport that answers so.
  public init(_ answer: @escaping @Sendable (Request) throws(SourceFailure) -> Response) { self.answer = answer }

  /// The addresses asked, in order.
  public var addresses: [String] { requests.map(\.url) }

  /// The scripted answer.
  public func response(to request: Request) async throws(SourceFailure) -> Response {
    requests.append(request)
    return try answer(request)
  }
}

extension Response {
  /// A response with a text.
  public init(_ text: String, status: Int = 200, headers: HeaderFields = HeaderFields(), url: String = "") {
    self.init(
      status: status, headers: headers, body: Array(text.utf8), url: url,
      receivedAt: Timestamp(seconds: 1_700_000_000))
  }
}
