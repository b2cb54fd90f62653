import URIs
import WeftModel

/// A request and what came of it, without secrets.
struct Exchange: Equatable, Sendable {
  var method: String
  var url: String
  /// The source that asked: two may ask the same with credentials of their own.
  var source = ""
  /// Fields that hold no secret; of credentials the names are there, with `***` for the value.
  var requestHeaders = HeaderFields()
  var requestBody: [UInt8]?
  var outcome: Outcome

  enum Outcome: Equatable, Sendable {
    case response(Response)
    case failure(SourceFailure)
  }

  init(method: String, url: String, outcome: Outcome) {
    self.method = method
    self.url = url
    self.outcome = outcome
  }

  /// The exchange as it may be shown to others: in texts that the settings keep secret stands `***`.
  init(_ request: Request, _ result: Result<Response, SourceFailure>) {
    let secrets = SecretTexts(request.credentials)
    method = request.method
    source = request.credentials.jar
    url = secrets.removed(fromAddress: request.url)
    requestHeaders = secrets.removed(from: request.headers)
    for field in request.credentials.headers.fields { requestHeaders.append(field.name, "***") }
    if !request.credentials.cookies.isEmpty { requestHeaders.append("Cookie", "***") }
    requestBody = request.body.map { secrets.removed(from: $0) }
    switch result {
    case .success(var response):
      response.url = secrets.removed(fromAddress: response.url)
      response.redirects = response.redirects.map(secrets.removed(fromAddress:))
      response.headers = secrets.removed(from: response.headers)
      response.body = secrets.removed(from: response.body)
      response.cacheUse = .none
      outcome = .response(response)
    case .failure(var failure):
      failure.message = secrets.removed(from: failure.message)
      failure.url = failure.url.map(secrets.removed(fromAddress:))
      outcome = .failure(failure)
    }
  }

  /// What a request must have in common with a recorded one to get its answer. The `User-Agent` does not count: it names
  /// the version, and perhaps its user.
  var key: Key {
    let fields = requestHeaders.fields.filter { field in
      field.value != "***" && !HeaderFields.same(field.name, "User-Agent")
    }
    return Key(
      method: method, url: url, source: source, fields: fields.map { "\($0.name.lowercased()): \($0.value)" }.sorted(),
      body: requestBody)
  }

  struct Key: Hashable, Sendable {
    var method: String
    var url: String
    var source: String
    var fields: [String]
    var body: [UInt8]?
  }
}

extension SecretTexts {
  fileprivate init(_ credentials: RequestCredentials) {
    self.init(parameters: credentials.secretParameterNames, values: credentials.secretTexts)
  }

  fileprivate func removed(from headers: HeaderFields) -> HeaderFields {
    HeaderFields(
      headers.fields.map { field in
        let isSecret = ["set-cookie", "set-cookie2", "authorization", "cookie", "proxy-authorization"]
          .contains(field.name.lowercased())
        return .init(name: field.name, value: isSecret ? "***" : removed(from: field.value))
      })
  }
}
