import URIs
import WeftModel

/// A source whose pages a plugin program answers.
struct PluginSource: PageSource {
  private let settings: SourceSettings
  private let kind: String
  private let values: JSONTree
  private let reader: PluginPageReader
  private let host: PluginHost
  private let secrets: SecretTexts
  private let clock: any EngineClock

  init(
    _ settings: SourceSettings, kind: String, reader: PluginPageReader, host: PluginHost, secrets: SecretTexts,
    clock: any EngineClock
  ) {
    self.settings = settings
    self.kind = kind
    self.reader = reader
    self.host = host
    self.secrets = secrets
    self.clock = clock
    var members = settings.extra.map { JSONTree.Member(name: $0.name, value: $0.value) }
    if !settings.url.isEmpty { members.insert(.init(name: "url", value: .string(settings.url)), at: 0) }
    values = .object(members)
  }

  func page(at cursor: PageCursor?) async throws(SourceFailure) -> Page {
    do throws(SourceFailure) {
      return try await read(cursor)
    } catch {
      // A program may repeat what it was given.
      var failure = error
      failure.url = failure.url.map(secrets.removed(fromAddress:))
      failure.message = secrets.removed(from: failure.message)
      throw failure
    }
  }

  private func read(_ cursor: PageCursor?) async throws(SourceFailure) -> Page {
    var token: SelectedValue?
    if case .token(let value) = cursor { token = value }
    let asked = clock.now()
    let params = PluginCall.pageParams(cursor: token, kind: kind, source: settings.name, settings: values)
    let answer = await host.runner.page(params, timeout: settings.request.limits.whole)
    let now = clock.now()
    let origin = PageOrigin(
      receivedAt: Timestamp(milliseconds: now.microseconds / 1_000), duration: now.since(asked))
    var page: Page
    switch answer.outcome {
    case .page(let json): page = try reader.page(json, origin: origin)
    case .refusal(let error) where error.code == PluginProtocol.Code.cursorUnknown && cursor != nil:
      // The walk begins again at page one and skips what was seen.
      page = Page(items: [], following: .end(.pastEnd), origin: origin, role: .restart)
    case .refusal(let error): throw error.failure(at: now)
    case .failure(let failure): throw failure
    }
    page.warnings += answer.notes.enumerated().map { number, text in
      SourceWarning(code: number == 0 ? "plugin_log" : "plugin_log_\(number + 1)", text: text)
    }
    for index in page.warnings.indices { page.warnings[index].text = secrets.removed(from: page.warnings[index].text) }
    page.pagedBy = "the plugin's own cursor"
    return page
  }

  func address(of cursor: PageCursor?) -> String {
    secrets.removed(from: cursor?.description ?? "first page")
  }
}
