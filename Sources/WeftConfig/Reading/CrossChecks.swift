import WeftModel

/// Checks settings of a source against each other.
struct CrossChecks {
  let context: ReadingContext
  let values: SectionValues
  let paging: SectionValues?
  let request: SectionValues?
  /// The address, or what the command has in its place; `nil` where it could not be read, and then little can be said.
  let address: AddressText?
  /// The key that holds the template: `url`, or `command`.
  var templateKey = "url"

  func check(_ settings: SourceSettings) {
    checkRequest(settings)
    guard let address, !values.node.isPartial else { return }
    let inBody = BodyTemplates.variables(of: settings.request.body)
    let variables = Set(address.variables).union(inBody)
    checkVariables(variables, settings)
    checkStyle(variables, address, settings)
    checkPlacement(variables, address, settings)
    checkNumbers(variables, settings)
    if templateKey == "url", let first = values.pair("first_url"), variables.isDisjoint(with: AddressText.pageVariables)
    {
      context.error(
        first.keySpan, "first_url is page one of a template; url has no {page}, {offset} or {cursor}")
    }
  }

  private func checkRequest(_ settings: SourceSettings) {
    guard let request, settings.request.body != nil, let method = settings.request.method,
      method == "GET" || method == "HEAD", let node = request.node("method")
    else { return }
    context.error(node.span, "request.method: a \(method) request has no body", hint: "write POST")
  }

  private func checkVariables(_ variables: Set<String>, _ settings: SourceSettings) {
    let written = AddressText.pageVariables.filter(variables.contains)
    if written.count > 1 {
      let names = written.map { "{\($0)}" }.joined(separator: " and ")
      context.error(place(of: templateKey), "\(names) cannot stand together; a template has one of them")
    }
    if variables.contains("limit"), settings.paging.size == nil, paging?.has("size") != true {
      context.error(place(of: templateKey), "{limit} needs paging.size")
    }
  }

  /// `by` and what it needs.
  private func checkStyle(_ variables: Set<String>, _ address: AddressText, _ settings: SourceSettings) {
    let by = settings.paging.by
    let styleSpan = paging?.node("by")?.span ?? place(of: "paging")
    let template = AddressText.pageVariables.first(where: variables.contains)
    if let template, variables.intersection(AddressText.pageVariables).count == 1 {
      let fits: [PagingSettings.Style] =
        template == "page" ? [.auto, .page] : template == "offset" ? [.auto, .offset] : [.auto, .cursor, .keyset]
      if !fits.contains(by) {
        context.error(styleSpan, "paging.by: \(by.rawValue) does not go with {\(template)} in the template")
        return
      }
    }
    let hasPlace = template != nil || paging?.has("into") == true
    switch by {
    case .page, .offset:
      if !hasPlace {
        context.error(
          styleSpan, "paging.by: \(by.rawValue) has no place in the request",
          hint: templateKey == "url"
            ? "put {\(by.rawValue)} into the url, or add into: query:\(by.rawValue)"
            : "put {\(by.rawValue)} into the command")
      }
    case .cursor, .keyset, .auto: checkToken(by, styleSpan, hasPlace, template, settings)
    case .link where self.templateKey == "command":
      context.error(
        styleSpan, "paging.by: link is for addresses; a command is given {page}, {offset} or {cursor}")
    case .link, .none: break
    }
    if self.templateKey == "command", let pair = paging?.pair("next") {
      context.error(
        pair.keySpan, "paging.next is an address; what a command is given next is paging.cursor, for {cursor}")
    }
  }

  /// A cursor needs a selector that finds it, and a place where it goes.
  private func checkToken(
    _ by: PagingSettings.Style, _ span: Span, _ hasPlace: Bool, _ template: String?, _ settings: SourceSettings
  ) {
    let hasCursor = paging?.has("cursor") == true
    let hasLast = paging?.has("last") == true
    if by == .cursor, !hasCursor {
      context.error(span, "paging.by: cursor needs paging.cursor, a selector of the next page's token")
    } else if by == .keyset, !hasLast {
      context.error(span, "paging.by: keyset needs paging.last, a selector of the last item's key")
    } else if by == .auto, template == "cursor", !hasCursor, !hasLast {
      context.error(
        place(of: templateKey), "{cursor} needs paging.cursor, a selector of the next page's token, or paging.last")
    } else if by == .auto, template == "cursor", hasCursor, hasLast, let pair = paging?.pair("last") {
      context.error(pair.keySpan, "paging: cursor and last cannot stand together without by")
    }
    if !hasPlace, by != .auto || hasCursor || hasLast {
      let (what, place) =
        by != .auto
        ? ("by: \(by.rawValue)", span) : hasCursor ? ("cursor", keyPlace("cursor")) : ("last", keyPlace("last"))
      context.error(
        place, "paging.\(what) has no place in the request",
        hint: templateKey == "url"
          ? "put {cursor} into the url, or add into: query:NAME" : "put {cursor} into the command")
    }
  }

  private func checkPlacement(_ variables: Set<String>, _ address: AddressText, _ settings: SourceSettings) {
    guard let into = settings.paging.into, let node = paging?.node("into") else { return }
    guard self.templateKey == "url" else {
      context.error(node.span, "paging.into is for requests; put {page}, {offset} or {cursor} into the command")
      return
    }
    let template = AddressText.pageVariables.first(where: variables.contains)
    switch into {
    case .path:
      if !address.hasPathVariable {
        context.error(node.span, "paging.into: path needs {page}, {offset} or {cursor} in the path of the url")
      }
      return
    case .body: checkBody(node, settings)
    case .queryMembers:
      if settings.paging.cursor == nil, paging?.has("cursor") != true {
        context.error(node.span, "paging.into: query without a name is for a cursor that is a JSON object")
      }
    case .query, .header: break
    }
    if let template {
      context.error(node.span, "paging.into: the template has {\(template)} already; one place is enough")
    } else if settings.paging.by == .auto, !hasToken {
      context.error(node.span, "paging.into needs by: page, offset, cursor or keyset")
    } else if settings.paging.by == .link || settings.paging.by == .none {
      context.error(node.span, "paging.into: by \(settings.paging.by.rawValue) sends no value")
    }
  }

  private var hasToken: Bool { paging?.has("cursor") == true || paging?.has("last") == true }

  private func checkBody(_ node: YAMLNode, _ settings: SourceSettings) {
    switch settings.request.body {
    case .json, .form, .graphQL: break
    case .text: context.error(node.span, "paging.into: body needs request.body with json, form or graphql, not text")
    case nil:
      if request?.has("body") != true { context.error(node.span, "paging.into: body needs request.body") }
    }
  }

  private func checkNumbers(_ variables: Set<String>, _ settings: SourceSettings) {
    guard let section = paging else { return }
    let paging = settings.paging
    let isOffset = paging.by == .offset || (paging.by == .auto && variables.contains("offset"))
    // A step of one's own asks nothing back.
    if let size = paging.size, isOffset, paging.step == nil, paging.overlap >= size {
      let pair = section.pair("overlap") ?? section.pair("size")
      context.error(
        pair?.value.span ?? place(of: "paging"),
        "paging.overlap: \(paging.overlap) of \(size) items asked back leave nothing new",
        hint: "write a smaller overlap, or 0")
    }
    if paging.stop.shortPage, paging.size == nil, let stop = section.child("stop"), !section.has("size") {
      context.error(
        stop.pair("short_page")?.keySpan ?? section.node.span, "paging.stop.short_page needs paging.size")
    }
    for key in ["start", "step", "overlap", "rel", "cursor", "last", "next"] {
      checkUse(of: key, section, variables, paging)
    }
  }

  /// Keys that the style does not look at; only where the source itself says so, not `defaults`.
  private func checkUse(of key: String, _ section: SectionValues, _ variables: Set<String>, _ paging: PagingSettings) {
    // A `by` that could not be read says nothing of what has an effect.
    guard paging.by != .auto || !section.has("by"), let pair = section.pair(key), !context.isInDefaults(pair.keySpan)
    else { return }
    let style = style(variables, paging)
    let uses: Bool =
      switch key {
      case "start", "step": style == .page || style == .offset
      case "overlap": style == .offset
      case "cursor": style == .cursor
      case "last": style == .keyset
      default: style == .link || style == .auto
      }
    if !uses { context.warning(pair.keySpan, "paging.\(key) has no effect with \(name(style))") }
  }

  private func name(_ style: PagingSettings.Style) -> String {
    guard style == .auto || style == .link else { return "by: \(style.rawValue)" }
    return templateKey == "url" ? "links" : "one page only"
  }

  /// The style that the template chooses where `by` does not.
  private func style(_ variables: Set<String>, _ paging: PagingSettings) -> PagingSettings.Style {
    guard paging.by == .auto else { return paging.by }
    if variables.contains("page") { return .page }
    if variables.contains("offset") { return .offset }
    if self.paging?.has("last") == true { return .keyset }
    return variables.contains("cursor") || self.paging?.has("cursor") == true ? .cursor : .auto
  }

  private func keyPlace(_ key: String) -> Span { paging?.pair(key)?.keySpan ?? values.node.span }

  private func place(of key: String) -> Span { values.node(key)?.span ?? values.node.span }
}
