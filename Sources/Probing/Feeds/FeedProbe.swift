import URIs
import WeftModel
import WeftPaging

/// A proposal for a feed: it needs no selectors, only a way to its older entries.
enum FeedProbe {
  /// What the feed says of itself.
  ///
  /// - Throws: why it cannot be read.
  static func draft(
    _ response: Response, _ settings: SourceSettings, kinds: [any DocumentKind]
  ) throws(SourceFailure) -> Draft {
    guard let kind = kinds.first(where: { $0.name == "feed" }) else {
      throw SourceFailure(.document, "nothing here reads feeds", url: response.url)
    }
    let decoder: any Decoder
    do {
      decoder = try kind.makeDecoder(SourceSettings(name: settings.name, url: settings.url))
    } catch {
      throw SourceFailure(.document, error.message, url: response.url)
    }
    let page = try decoder.decode(response)
    let signs = FeedSigns(response)
    var draft = Draft(settings: settings)
    let generator = FeedGenerator.of(signs)
    let title = page.feed.title.map { ", \"\($0)\"" } ?? ""
    draft.note(.sure, "\(signs.format)\(title), \(page.items.count) \(page.items.count == 1 ? "item" : "items")")
    if let generator {
      draft.note(.sure, "written by \(generator.name)\(signs.generator.isEmpty ? "" : " (\(signs.generator))")")
    }
    addCandidates(page, response, generator, &draft)
    if let generator, !generator.note.isEmpty { draft.note(.guessed, generator.note) }
    if let target = generator?.elsewhere?(URIReference(settings.url)), !settings.url.contains("${") {
      draft.alternatives.append(Proposal.Alternative("weft probe '\(target)'"))
    }
    switch page.feed.history {
    case .complete: draft.note(.sure, "the feed says that it is complete (RFC 5005)")
    case .archive:
      draft.note(.unsure, "this is an archived page of a feed (RFC 5005); the feed itself has newer entries")
    case .unstated: break
    }
    return draft
  }

  private static func addCandidates(
    _ page: DecodedPage, _ response: Response, _ generator: FeedGenerator?, _ draft: inout Draft
  ) {
    let settings = draft.settings
    if LinkHeader.target(of: "next", in: response.headers.values(of: "Link")) != nil {
      add(settings, .sure, "the next page is named by the Link header, so no key is needed", &draft)
    } else if let link = page.links.first(where: { $0.relation == "next" || $0.relation == "prev-archive" }) {
      add(settings, .sure, "the feed itself names its next page (rel=\(link.relation)), so no key is needed", &draft)
    }
    if let address = NumberedAddress(settings.url) {
      var own = settings
      own.url = address.template
      if address.number != (address.unit == .page ? 1 : 0) { own.paging.start = address.number }
      add(own, .sure, "the address counts \(address.unit == .page ? "pages" : "items") in \(address.place)", &draft)
    }
    guard let generator, draft.candidates.isEmpty || draft.candidates.allSatisfy({ $0.settings == settings }) else {
      return
    }
    var own = settings
    switch generator.paging {
    case .none: return
    case .page(let parameter, let start):
      own.url = adding(parameter, "{page}", to: settings.url)
      if start != 1 { own.paging.start = start }
    case .offset(let parameter, let start):
      own.url = adding(parameter, "{offset}", to: settings.url)
      if start != 0 { own.paging.start = start }
    case .path:
      var reference = URIReference(settings.url)
      guard reference.path.contains("/rss") || reference.path.contains("/feed") else { return }
      reference.path += (reference.path.hasSuffix("/") ? "" : "/") + "{page}/"
      own.url = reference.description
      own.firstURL = settings.url
    }
    add(own, .guessed, "\(generator.name) pages its feeds so", &draft)
  }

  private static func add(
    _ settings: SourceSettings, _ certainty: Proposal.Certainty, _ text: String, _ draft: inout Draft
  ) {
    draft.candidates.append(PagingCandidate(settings: settings, certainty: certainty, text: text))
  }

  /// The address with a further parameter, its value as written.
  static func adding(_ parameter: String, _ value: String, to url: String) -> String {
    var reference = URIReference(url)
    let query = reference.query ?? ""
    let name = parameter.utf8.allSatisfy { $0 != 0x5B && $0 != 0x5D } ? parameter : percentEncoded(parameter)
    reference.query = query.isEmpty || query.hasSuffix("&") ? query + "\(name)=\(value)" : query + "&\(name)=\(value)"
    return reference.description
  }
}
