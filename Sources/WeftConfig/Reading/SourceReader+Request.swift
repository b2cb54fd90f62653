import WeftModel

extension SourceReader {
  /// `request:`.
  func readRequest(_ settings: inout SourceSettings) -> SectionValues? {
    guard let section = values.child("request") else { return nil }
    var request = RequestSettings()
    context.environmentValues = settings.request.secretValues
    defer { settings.request.secretValues = context.environmentValues }
    request.method = method(section)
    request.headers = HeaderFields(headerFields(section, "headers"))
    request.authorization = section.child("auth").flatMap { authorization($0, section) }
    request.body = section.child("body").flatMap { body($0, section) }
    request.cookies = cookies(section)
    request.trust = trust(section)
    if let timeout = section.duration("timeout") {
      if timeout <= .zero, let node = section.node("timeout") {
        context.error(node.span, "request.timeout: expected a duration above 0")
      }
      request.limits.whole = timeout
      request.limits.connect = min(request.limits.connect, timeout)
    }
    request.limits.redirects = section.integer("redirects") ?? request.limits.redirects
    request.limits.bodyBytes = section.size("max_bytes") ?? request.limits.bodyBytes
    request.charset = charset(section)
    request.failWhen = pageSelector(section, "fail_when")
    request.retry = section.child("retry").map(retry) ?? RetrySettings()
    request.spacing = section.rate("rate")
    request.robots = section.word("robots", RequestSettings.RobotsRule.self)
    readConnection(section, into: &request)
    readCache(section, into: &request)
    settings.request = request
    return section
  }

  private func method(_ section: SectionValues) -> String? {
    guard let text = section.text("method") else { return nil }
    let upper = text.text.uppercased()
    guard Token.isToken(text.text), text.text == upper else {
      context.complain(
        of: text.node, section.path("method"), expected: "a method such as GET or POST",
        hint: Token.isToken(text.written) && !text.holdsSecret ? "write \(text.written.uppercased())" : nil)
      return nil
    }
    return text.text
  }

  private func charset(_ section: SectionValues) -> String? {
    guard let text = section.text("charset"), text.text != "auto" else { return nil }
    if let problem = context.checks.charset(text.text) { context.report(problem, in: text, section.path("charset")) }
    return text.text
  }

  /// Names and values that become header fields.
  private func headerFields(_ section: SectionValues, _ key: String) -> [HeaderFields.Field] {
    (section.textPairs(key) ?? []).compactMap { pair, text in
      guard Token.isToken(pair.key) else {
        context.error(pair.keySpan, "\(section.path(key)): \(Quoting.message(pair.key)) is no name of a header field")
        return nil
      }
      guard Token.isFieldValue(text.text) else {
        context.error(text.span, "\(section.path(key).appending(pair.key)): a header field is one line of text")
        return nil
      }
      return .init(name: pair.key, value: text.text)
    }
  }

  private func cookies(_ section: SectionValues) -> [HeaderFields.Field] {
    (section.textPairs("cookies") ?? []).compactMap { pair, text in
      guard Token.isToken(pair.key), Token.isFieldValue(text.text), !text.text.contains(";") else {
        context.error(
          pair.keySpan, "request.cookies: a cookie has a name without blanks and a value without \";\" and line ends")
        return nil
      }
      return .init(name: pair.key, value: text.text)
    }
  }

  private func trust(_ section: SectionValues) -> [String] {
    (section.texts("trust") ?? []).compactMap { text in
      guard Token.isHost(text.text) else {
        context.error(
          text.span, "request.trust: expected host or host:port, found \(Quoting.message(text.written))",
          hint: text.text.contains("://") ? "write the host alone" : nil)
        return nil
      }
      return text.text
    }
  }

  private func authorization(_ auth: SectionValues, _ section: SectionValues) -> RequestSettings.Authorization? {
    guard exactlyOne(auth, section.pair("auth"), of: "bearer, basic, header, query or netrc") else { return nil }
    if let token = auth.text("bearer") {
      warnOfSecret(token, auth.path("bearer"))
      guard Token.isFieldValue(token.text) else {
        context.error(token.span, "request.auth.bearer: a token is one line of text")
        return nil
      }
      return .bearer(token.text)
    }
    if auth.has("basic") {
      guard let elements = auth.list("basic"), let node = auth.node("basic") else { return nil }
      guard elements.count == 2 else {
        context.error(node.span, "request.auth.basic: expected a user and a password: [user, \"${PASSWORD}\"]")
        return nil
      }
      guard let user = context.text(elements[0], auth.path("basic"), expected: "text"),
        let password = context.text(elements[1], auth.path("basic"), expected: "text", mayBeEmpty: true)
      else { return nil }
      warnOfSecret(password, auth.path("basic"))
      guard !user.text.contains(":") else {
        context.error(user.span, "request.auth.basic: a user's name cannot hold a colon (RFC 7617)")
        return nil
      }
      return .basic(user: user.text, password: password.text)
    }
    if auth.has("netrc") { return auth.boolean("netrc") == true ? .netrc : nil }
    if auth.has("header") {
      for (_, text) in auth.textPairs("header") ?? [] { warnOfSecret(text, auth.path("header")) }
      return .headers(headerFields(auth, "header"))
    }
    guard let pairs = auth.textPairs("query") else { return nil }
    for (_, text) in pairs { warnOfSecret(text, auth.path("query")) }
    return .query(pairs.map { .init(name: $0.pair.key, value: $0.text.text) })
  }

  /// Secrets stand in variables: a configuration is shown, sent and committed.
  private func warnOfSecret(_ text: ScalarText, _ path: SettingPath) {
    guard !text.holdsSecret, !text.text.isEmpty else { return }
    context.warning(text.span, "\(path): a secret is written in the file", hint: "put it into a variable: \"${NAME}\"")
  }

  /// Whether just one of a map's alternatives is there.
  private func exactlyOne(_ section: SectionValues, _ pair: YAMLPair?, of words: String) -> Bool {
    guard section.pairs.count != 1, let pair else { return true }
    if let second = section.pairs.dropFirst().first {
      context.error(second.keySpan, "\(section.path) takes one of \(words), not several")
    } else if case .map(let pairs) = section.node.content, !pairs.isEmpty {
      // Its keys have been complained of.
    } else if !section.node.isPartial {
      context.error(pair.keySpan, "\(section.path) is empty; it takes one of \(words)")
    }
    return false
  }

  private func body(_ body: SectionValues, _ section: SectionValues) -> RequestSettings.Body? {
    guard exactlyOne(body, section.pair("body"), of: "json, form, text or graphql") else { return nil }
    if let node = body.node("json") { return .json(context.json(node, body.path("json"))) }
    if let text = body.text("text") { return .text(text.text) }
    if body.has("form") {
      return .form((body.textPairs("form") ?? []).map { .init(name: $0.pair.key, value: $0.text.text) })
    }
    guard let graphql = body.child("graphql"), let pair = body.pair("graphql") else { return nil }
    guard graphql.has("query") else {
      if !graphql.node.isPartial { context.error(pair.keySpan, "request.body.graphql has no query") }
      return nil
    }
    guard let query = graphql.text("query") else { return nil }
    let variables = graphql.node("variables").map { context.json($0, graphql.path("variables")) } ?? .object([])
    guard case .object = variables else {
      if let node = graphql.node("variables") {
        context.complain(of: node, graphql.path("variables"), expected: "a map")
      }
      return nil
    }
    return .graphQL(query: query.text, variables: variables)
  }

  private func retry(_ section: SectionValues) -> RetrySettings {
    var retry = RetrySettings()
    retry.times = section.integer("times") ?? retry.times
    if let nodes = section.list("status") {
      retry.statuses = nodes.compactMap { node in
        let path = section.path("status")
        guard let text = context.text(node, path, expected: "a status") else { return nil }
        if let status = SectionValues.integer(text.text, in: 100...599) { return status }
        context.complain(of: node, path, expected: "a status from 100 to 599")
        return nil
      }
    }
    retry.base = section.duration("base") ?? retry.base
    retry.cap = section.duration("cap") ?? retry.cap
    if let headers = section.texts("headers") {
      retry.headers = headers.compactMap { text in
        if Token.isToken(text.text) { return text.text }
        context.complain(of: text.node, section.path("headers"), expected: "the name of a header field")
        return nil
      }
    }
    if retry.cap < retry.base, let pair = section.pair("cap") ?? section.pair("base") {
      context.error(pair.value.span, "request.retry: cap is shorter than base")
    }
    return retry
  }
}
