import URIs
public import WeftModel

/// Keeps what another transport brings, in a folder of readable files without secrets: a bug report, or a fixture of a
/// test. `ReplayTransport` answers from it.
public actor RecordingTransport: Transport {
  private let inner: any Transport
  private let folder: String
  private var count = 0
  private var hasFailed = false

  /// The name of the file that says when the run began.
  static let heading = "recording.txt"

  /// Begins a recording.
  ///
  /// - Parameters:
  ///   - folder: is made; one that is there must be empty.
  ///   - startedAt: the instant that the run takes for now, so that a replay takes it too.
  /// - Throws: `RecordingProblem` where the folder cannot be used.
  public init(_ inner: any Transport, folder: String, startedAt: Timestamp) throws(RecordingProblem) {
    self.inner = inner
    self.folder = folder
    try RecordingFolder.make(folder)
    let text = """
      A recording of Weft, format 1. Each .http file is a request and what came of it; secrets are removed.
      started: \(startedAt.rfc3339)

      """
    try RecordingFolder.write(Array(text.utf8), to: "\(folder)/\(RecordingTransport.heading)")
  }

  /// Sends the request over the inner transport, and keeps what comes of it.
  public func response(to request: Request) async throws(SourceFailure) -> Response {
    let result: Result<Response, SourceFailure>
    do throws(SourceFailure) {
      result = .success(try await inner.response(to: request))
    } catch {
      // Nothing came, and nobody waited for it.
      guard error.kind != .cancelled else { throw error }
      result = .failure(error)
    }
    let warning = keep(Exchange(request, result))
    guard case .success(var response) = result else { return try result.get() }
    if let warning { response.warnings.append(warning) }
    return response
  }

  /// Writes the exchange; what cannot be written is said once, and the run goes on.
  private func keep(_ exchange: Exchange) -> SourceWarning? {
    guard !hasFailed else { return nil }
    count += 1
    do throws(RecordingProblem) {
      try write(exchange, number: count)
      return nil
    } catch {
      hasFailed = true
      return SourceWarning(code: "recording", text: "the recording ends here: \(error.message)")
    }
  }

  private func write(_ exchange: Exchange, number: Int) throws(RecordingProblem) {
    let digits = String(number)
    let host = Origin(of: exchange.url)?.hostAndPort ?? "program"
    let safe = host.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") ? $0 : "_" }
    let name = String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "-" + String(safe.prefix(80))
    var bodies = ExchangeText.BodyNames()
    if let body = exchange.requestBody {
      bodies.request = name + ".request"
      try RecordingFolder.write(body, to: "\(folder)/\(name).request")
    }
    if case .response(let response) = exchange.outcome, !response.body.isEmpty {
      let bodyName = "\(name).\(RecordingTransport.suffix(of: response))"
      bodies.response = bodyName
      try RecordingFolder.write(response.body, to: "\(folder)/\(bodyName)")
    }
    // Last, so that an exchange that is there is whole.
    try RecordingFolder.writeWhole(
      Array(ExchangeText.text(exchange, bodies: bodies).utf8), to: "\(folder)/\(name).http")
  }

  /// The suffix under which a program knows what to do with the body.
  private static func suffix(of response: Response) -> String {
    let type = response.mediaType ?? ""
    if type.hasSuffix("json") { return "json" }
    if type == "text/html" || type == "application/xhtml+xml" { return "html" }
    return type.hasSuffix("xml") ? "xml" : "body"
  }
}
