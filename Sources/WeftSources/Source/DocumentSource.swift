import URIs
public import WeftModel
public import WeftPaging

/// The source that all kinds share whose pages are documents: *request by the paging style → transport → decoder →
/// paging style decides what follows*. It keeps no state between pages.
public struct DocumentSource: PageSource {
  /// How the source is paged.
  public let style: PagingStyle
  private let settings: SourceSettings
  private let decoder: any Decoder
  private let context: SourceContext
  private let secrets: SecretTexts
  /// A page has shown that a source of kind auto is no listing for people.
  private let isForPrograms = OnceFlag()

  /// A source of documents.
  ///
  /// - Parameter decoder: reads a response of the source.
  /// - Throws: `SettingProblem` where the settings of its paging contradict each other.
  public init(
    _ settings: SourceSettings, decoder: any Decoder, context: SourceContext
  ) throws(SettingProblem) {
    self.settings = settings
    self.decoder = decoder
    self.context = context
    style = try PagingStyle(settings)
    secrets = SecretTexts(
      parameters: style.credentials.secretParameterNames, values: style.credentials.secretTexts)
  }

  /// Asks the transport for the page, and reads it.
  public func page(at cursor: PageCursor?) async throws(SourceFailure) -> Page {
    do throws(SourceFailure) {
      return try await read(cursor)
    } catch {
      // An address or an answer may repeat what the server was sent.
      var failure = error
      // What a program printed has no address; the program has a line.
      if failure.url == "" { failure.url = style.request(for: cursor).url }
      failure.url = failure.url.map(secrets.removed(fromAddress:))
      failure.message = secrets.removed(from: failure.message)
      throw failure
    }
  }

  private func read(_ cursor: PageCursor?) async throws(SourceFailure) -> Page {
    var asked = style.request(for: cursor)
    // Feeds and APIs are made for programs; what the source is, its first page has said.
    if settings.request.robots == nil, isForPrograms.isSet { asked.manners.obeysRobots = false }
    var response = try await context.transport.response(to: asked)
    var decoded: DecodedPage?
    for _ in 0..<DocumentSource.maximalRefreshes {
      switch style.meaning(of: response, at: cursor, retryAt: RetryAfter.instant(in: response, settings.request.retry))
      {
      case .known(let page): return page
      case .failure(let failure): throw failure
      case .page: break
      }
      response = try await filtered(response)
      let page = try decode(response)
      guard page.receivedCount == 0, let target = page.refresh else {
        decoded = page
        break
      }
      // A page without items that sends the browser on at once is a redirect (`paging.md`).
      var request = style.request(for: cursor)
      request.url = target
      request.method = "GET"
      request.body = nil
      response = try await context.transport.response(to: request)
    }
    guard var decoded else {
      throw SourceFailure(.redirect, "the page sends the reader on again and again", url: response.url)
    }
    try check(decoded, of: response)
    // A later page without items is how most lists end, and no fault of the selector.
    if cursor != nil { decoded.warnings.removeAll { $0.code == "no_items" } }
    if decoded.receivedCount == 0, cursor == nil, !decoded.warnings.contains(where: { $0.code == "no_items" }) {
      decoded.warnings.append(SourceWarning(code: "no_items", text: "the first page holds no items"))
    }
    return style.page(decoded, of: response, at: cursor)
  }

  /// The response with its body as the source's filter makes it.
  ///
  /// The filter is a request of its own, so that a recording holds it. What the server said of the media type no longer
  /// holds; its charset counts as far as the rules of charsets let it.
  private func filtered(_ response: Response) async throws(SourceFailure) -> Response {
    let programs = settings.programs
    guard !programs.filter.isEmpty else { return response }
    let call = ProgramCall(
      arguments: programs.filter, environment: programs.environment, directory: programs.directory,
      input: response.body, base: response.url)
    let answer = try await context.transport.response(
      to: Request(program: call, credentials: style.credentials, limits: settings.request.limits))
    var filtered = response
    filtered.body = answer.body
    filtered.warnings += answer.warnings
    let charset = response.charset
    filtered.headers["Content-Type"] = charset.map { "application/octet-stream; charset=" + $0 }
    return filtered
  }

  /// The address that a request for the cursor goes to, without secrets.
  public func address(of cursor: PageCursor?) -> String {
    secrets.removed(fromAddress: style.request(for: cursor).url)
  }

  private static let maximalRefreshes = 4

  private func decode(_ response: Response) throws(SourceFailure) -> DecodedPage {
    var response = response
    if let charset = settings.request.charset {
      response.headers["Content-Type"] = (response.mediaType ?? "application/octet-stream") + "; charset=" + charset
    }
    do {
      let page = try decoder.decode(response)
      if let kind = page.kind, kind != "html" { isForPrograms.set() }
      return page
    } catch {
      var failure = error
      failure.url = failure.url ?? response.url
      failure.status = failure.status ?? response.status
      // What cannot be read now may have been cut short on its way: once more, then never.
      if failure.kind == .document { failure.retry = .once }
      throw failure
    }
  }

  /// A 200 that is an error: `fail_when` holds, or no items stand beside a list of errors.
  private func check(_ decoded: DecodedPage, of response: Response) throws(SourceFailure) {
    var report: String?
    if settings.request.failWhen != nil, let found = decoded.selected[.failWhen], !found.isNothing {
      report = found.text
    } else if decoded.receivedCount == 0 {
      report = ReportedError.text(in: response.body)
    }
    guard let report else { return }
    throw SourceFailure(
      .reported, "the answer reports an error: \(report.prefix(200))", url: response.url, retry: .scheduled,
      status: response.status)
  }
}
