import URIs
public import WeftModel

/// The paging style of one source: what is asked for, and what follows a response. Pure functions of settings, cursor
/// and response; a source keeps nothing between pages, so the cursor says all.
public struct PagingStyle: Sendable {
  /// How the source is paged.
  public let method: PagingMethod
  let settings: SourceSettings
  private let template: URITemplate
  /// What only the origin of the source may get.
  public let credentials: RequestCredentials

  /// The style that the settings ask for.
  ///
  /// - Throws: `SettingProblem` where the URL is no template of RFC 6570 level 1, or settings contradict each other.
  public init(_ settings: SourceSettings) throws(SettingProblem) {
    // Parameters whose values come from the environment are credentials wherever they stand: added to requests of their
    // own origin, and in no cursor and no message.
    var settings = settings
    let secrets = PagingStyle.takeSecrets(outOf: &settings)
    self.settings = settings
    do {
      // The address of a command is only what its relative links begin at.
      template = try URITemplate(settings.programs.command.isEmpty ? settings.url : "")
    } catch {
      throw SettingProblem("\(error)", path: "url", offset: error.column - 1)
    }
    method = try PagingMethod(settings)
    var credentials = PagingStyle.credentials(of: settings)
    credentials.query += secrets
    self.credentials = credentials
  }

  /// The request for a page; `nil` is the first one.
  public func request(for cursor: PageCursor?) -> Request {
    var headers = settings.request.headers
    let place = place(of: cursor)
    var values: [String: RequestBody.Value] = [:]
    if let size = settings.paging.size { values["limit"] = .init(text: String(size), json: .number(String(size))) }
    if let place, let name = method.templateName { values[name] = place }

    guard settings.programs.command.isEmpty else { return run(values.mapValues(\.text)) }
    var url: String
    if case .url(let followed) = cursor {
      url = followed
    } else if cursor == nil, let firstURL = settings.firstURL {
      url = firstURL
    } else {
      url = template.expanded(values.mapValues(\.text))
    }
    var placed: (path: String, value: RequestBody.Value?)?
    var paged: HeaderFields.Field?
    if !isURL(cursor) {
      switch settings.paging.into {
      case .query(let name): if let place { url = URIQuery.setting(name, to: place.text, in: url) }
      case .queryMembers:
        if case .token(let token) = cursor {
          for member in JSONMembers.members(of: token.text) {
            url = URIQuery.setting(member.name, to: member.value, in: url)
          }
        }
      case .header(let name): if let place { paged = .init(name: name, value: place.text) }
      case .body(let path): placed = (path, place)
      case .path, nil: break
      }
    }
    var body: [UInt8]?
    if let setting = settings.request.body {
      let encoded = RequestBody.encoded(setting, values: values, placed: placed)
      body = encoded.bytes
      if headers["Content-Type"] == nil { headers["Content-Type"] = encoded.mediaType }
    }
    if headers["Accept"] == nil { headers["Accept"] = PagingStyle.accept }
    var open = PagingStyle.open(headers)
    if let paged { open[paged.name] = paged.value }
    return Request(
      method: settings.request.method ?? (body == nil ? "GET" : "POST"), url: url, headers: open, body: body,
      credentials: credentials, limits: settings.request.limits,
      connection: ConnectionSettings(
        proxy: settings.request.proxy, certificateFile: settings.request.certificateFile,
        isInsecure: settings.request.isInsecure, contact: settings.request.contact),
      manners: RequestManners(
        spacing: settings.request.spacing, obeysRobots: obeysRobots(at: cursor), cache: settings.request.cache))
  }

  /// The request that a command is: its arguments with the page's values put in.
  private func run(_ values: [String: String]) -> Request {
    let programs = settings.programs
    let call = ProgramCall(
      arguments: programs.command.map { argument in TemplateText.filled(argument) { values[$0] } },
      environment: programs.environment, directory: programs.directory, base: settings.url)
    return Request(program: call, credentials: credentials, limits: settings.request.limits)
  }

  /// Pages for people are asked for as a robot; feeds and APIs are made for programs. What a source of kind auto is,
  /// its first page says.
  private func obeysRobots(at cursor: PageCursor?) -> Bool {
    switch settings.request.robots {
    case .obey: true
    case .ignore: false
    case nil: settings.kind == "html" || settings.kind == "auto" && cursor != nil
    }
  }

  private func isURL(_ cursor: PageCursor?) -> Bool {
    if case .url = cursor { return true }
    return false
  }

  /// The value that goes into the request: the page number, the offset, the token; nothing on a first request without it.
  private func place(of cursor: PageCursor?) -> RequestBody.Value? {
    switch (cursor, method) {
    case (nil, .page(let start, _)): return settings.paging.sendsFirst ? PagingStyle.number(start) : nil
    case (nil, .offset(let start, _, _)): return settings.paging.sendsFirst ? PagingStyle.number(start) : nil
    case (.page(let number), _): return PagingStyle.number(number)
    case (.offset(let offset, let anchor), _): return PagingStyle.number(askedOffset(offset, anchor: anchor))
    case (.token(let token), _): return RequestBody.Value(text: token.text, json: .raw(token.json))
    case (.url, _), (nil, _): return nil
    }
  }

  /// The offset that is asked for: with an anchor so many items back, so that the last one seen shows again.
  func askedOffset(_ offset: Int, anchor: UInt64?) -> Int {
    guard anchor != nil, case .offset(let start, _, let overlap) = method else { return offset }
    return max(start, offset - overlap)
  }

  private static func number(_ number: Int) -> RequestBody.Value {
    RequestBody.Value(text: String(number), json: .number(String(number)))
  }

  private static let accept =
    "application/feed+json, application/atom+xml, application/rss+xml, application/json, application/xml;q=0.9, "
    + "text/html;q=0.9, text/xml;q=0.9, */*;q=0.8"
}

// Secrets: what only the origin of the source may get.
extension PagingStyle {
  /// Fields that tell nobody anything: they may go to any host that a link or a redirect names.
  private static let openFields: Set<String> = [
    "accept", "accept-language", "accept-encoding", "user-agent", "content-type", "cache-control", "pragma", "dnt",
  ]

  /// Takes the parameters whose values come from the environment out of the addresses; those with a variable of the
  /// template in the value stay.
  private static func takeSecrets(outOf settings: inout SourceSettings) -> [HeaderFields.Field] {
    let names = Set(settings.request.secretParameters)
    guard !names.isEmpty else { return [] }
    var taken: [HeaderFields.Field] = []
    func isTaken(_ parameter: URIQuery.Parameter) -> Bool {
      names.contains(parameter.name) && parameter.rawValue?.contains("{") != true
    }
    settings.url = URIQuery.removing(from: settings.url) { parameter in
      guard isTaken(parameter) else { return false }
      taken.append(.init(name: parameter.name, value: parameter.value))
      return true
    }
    settings.firstURL = settings.firstURL.map { URIQuery.removing(from: $0, where: isTaken) }
    return taken
  }

  private static func open(_ headers: HeaderFields) -> HeaderFields {
    HeaderFields(headers.fields.filter { openFields.contains($0.name.lowercased()) })
  }

  private static func credentials(of settings: SourceSettings) -> RequestCredentials {
    var result = RequestCredentials(
      cookies: settings.request.cookies, origin: settings.firstURL ?? settings.url, trust: settings.request.trust,
      jar: settings.name)
    result.secretParameters = settings.request.secretParameters
    result.secretValues = settings.request.secretValues
    // A field that is not known to be harmless may hold a key, whatever its name.
    result.headers = HeaderFields(
      settings.request.headers.fields.filter { !openFields.contains($0.name.lowercased()) })
    switch settings.request.authorization {
    case .bearer(let token): result.headers["Authorization"] = "Bearer " + token
    case .basic(let user, let password):
      result.secretValues.insert(password)
      result.headers["Authorization"] = "Basic " + Base64.encoded(Array((user + ":" + password).utf8))
    case .headers(let fields): for field in fields { result.headers[field.name] = field.value }
    case .query(let fields): result.query = fields
    // Whoever can read the file puts its credentials in the place of the word.
    case .netrc, nil: break
    }
    return result
  }
}
