import URIs
public import WeftModel
import WeftPaging
import WeftSources

/// Looks at a page and proposes a stanza of the configuration for it: the front door of `weft probe`.
///
/// It makes at most four requests, follows nothing but the page's own feed and its next page, and executes nothing. A
/// stanza is proposed only when it was loaded and has read the page's items.
public struct Probe: Sendable {
  /// Reads the text of a configuration with one source, with values for `${NAME}`.
  ///
  /// - Throws: what is wrong with it.
  public typealias Loader =
    @Sendable (_ text: String, _ environment: [String: String]) throws(SettingProblem) -> SourceSettings

  private let transport: any Transport
  private let kinds: [any DocumentKind]
  private let clock: any EngineClock
  private let load: Loader

  /// A probe.
  ///
  /// - Parameters:
  ///   - kinds: the kinds that read documents, without `auto`; `feed`, `json` and `html` are proposed.
  public init(
    transport: any Transport, kinds: [any DocumentKind], clock: any EngineClock, load: @escaping Loader
  ) {
    self.transport = transport
    self.kinds = kinds
    self.clock = clock
    self.load = load
  }

  /// A proposal for the page at an address.
  ///
  /// - Throws: why there is none: the page cannot be fetched, or holds no list that could be found.
  public func proposal(for url: String) async throws(SourceFailure) -> Proposal {
    let address = try ProbedAddress(url)
    let pages = FetchedPages(transport)
    let trial = PagingTrial(
      pages: pages, load: load, kinds: kinds, clock: clock, environment: address.environment)
    var settings = SourceSettings(name: ProbedAddress.name(for: address.url), url: address.url)
    if let login = address.login {
      settings.request.authorization = .basic(user: login.user, password: login.password)
    }
    do throws(SourceFailure) {
      let response = try await fetch(settings, trial)
      var proposal = try await proposal(for: response, settings, trial)
      proposal.secrets = address.secrets
      proposal.requests = await pages.count
      return proposal
    } catch {
      let secrets = SecretTexts(values: Set(address.secrets.map(\.value)))
      var failure = error
      failure.message = secrets.removed(from: failure.message)
      failure.url = failure.url.map(secrets.removed(fromAddress:))
      throw failure
    }
  }

  /// Fetches the page of a stanza.
  private func fetch(_ settings: SourceSettings, _ trial: PagingTrial) async throws(SourceFailure) -> Response {
    var request: Request
    do {
      let text = "sources:\n" + StanzaText(settings).lines.joined(separator: "\n") + "\n"
      request = try PagingStyle(load(text, trial.environment)).request(for: nil)
    } catch {
      throw SourceFailure(.request, error.message)
    }
    // What the page is, nobody knows yet: it may be one for people.
    request.manners.obeysRobots = true
    let response = try await trial.pages.response(to: request)
    guard (200..<300).contains(response.status), response.status != 204 else {
      throw SourceFailure(
        .status, "\(response.status) from \(Origin(of: response.url)?.hostAndPort ?? "the server")", url: response.url,
        status: response.status)
    }
    guard !response.body.allSatisfy({ $0 <= 0x20 }) else {
      throw SourceFailure(.document, "the answer is empty", url: response.url)
    }
    return response
  }

  private func proposal(
    for response: Response, _ settings: SourceSettings, _ trial: PagingTrial
  ) async throws(SourceFailure) -> Proposal {
    var settings = settings
    let moved = settings.url.contains("${") ? nil : Self.target(response, of: settings.url)
    if let moved { settings.url = ProbedAddress.escaped(moved) }
    var proposal: Proposal
    switch kind(of: response) {
    case "feed":
      proposal = try await finished(FeedProbe.draft(response, settings, kinds: kinds), response, trial)
    case "json":
      proposal = try await finished(JSONProbe.draft(response, settings), response, trial)
    case "html":
      proposal = try await listing(response, settings, trial)
    default:
      throw SourceFailure(.document, UnknownDocument.description(response), url: response.url)
    }
    if let moved {
      proposal.notes.insert(Proposal.Note(.sure, "the address leads on to \(moved), which is proposed"), at: 0)
    }
    return proposal
  }

  /// Where redirects led to; `nil` where they did not.
  private static func target(_ response: Response, of url: String) -> String? {
    guard !response.redirects.isEmpty, !response.url.isEmpty, response.url != url else { return nil }
    return String(response.url.prefix { $0 != "#" })
  }

  private func kind(of response: Response) -> String? {
    var best: (certainty: Recognition, name: String)?
    for kind in kinds {
      let certainty = kind.recognizes(response)
      if certainty > best?.certainty ?? .no { best = (certainty, kind.name) }
    }
    // Text without a tag is no page, whatever its media type leaves open.
    if best?.certainty == .possible, !response.body.prefix(4_096).contains(UInt8(ascii: "<")) { return nil }
    return best?.name
  }

  /// A web page: the feed that it advertises comes first, what stands on it is the other way.
  private func listing(
    _ response: Response, _ settings: SourceSettings, _ trial: PagingTrial
  ) async throws(SourceFailure) -> Proposal {
    let page = try WebPage(response, kinds: kinds)
    let drafts = ListingProbe.drafts(page, response, settings)
    var faults: [Proposal.Note] = []
    for feed in page.feeds.prefix(2) where drafts.isEmpty || faults.isEmpty {
      var own = settings
      own.url = ProbedAddress.escaped(feed.url)
      // Another host gets no credentials, and the address no secrets.
      if Origin(of: feed.url) != Origin(of: response.url) { own.request.authorization = nil }
      do throws(SourceFailure) {
        let answer = try await fetch(own, trial)
        guard kind(of: answer) == "feed" else {
          throw SourceFailure(.document, UnknownDocument.description(answer), url: answer.url)
        }
        var draft = try FeedProbe.draft(answer, own, kinds: kinds)
        draft.notes.insert(
          Proposal.Note(
            .sure, "the page advertises a feed: \(feed.title.isEmpty ? "" : "\"\(feed.title)\", ")\(feed.url)"), at: 0)
        if let listing = drafts.first {
          var settings = listing.candidates.first?.settings ?? listing.settings
          settings.name += "-page"
          draft.alternatives.append(
            Proposal.Alternative(
              "the list on the page itself (guessed, and not tried; weft check reads it)", settings: settings))
        }
        for other in page.feeds where other.url != feed.url {
          draft.alternatives.append(
            Proposal.Alternative("a further feed: \(other.title.isEmpty ? "" : "\"\(other.title)\", ")\(other.url)"))
        }
        return try await finished(draft, answer, trial)
      } catch {
        faults.append(
          Proposal.Note(.sure, "the page advertises a feed, \(feed.url), which cannot be used: \(error.message)"))
      }
    }
    let missing = SourceFailure(.document, page.missingList, url: response.url)
    var failure = missing
    for draft in drafts {
      do throws(SourceFailure) {
        var draft = draft
        draft.notes.insert(contentsOf: faults, at: 0)
        return try await finished(draft, response, trial)
      } catch {
        failure = error.kind == .document ? missing : error
      }
    }
    if let fault = faults.first { failure.message += "; " + fault.text }
    throw failure
  }

  /// Loads the stanza, reads the page with it, and tries the ways to the next page.
  private func finished(
    _ draft: Draft, _ response: Response, _ trial: PagingTrial
  ) async throws(SourceFailure) -> Proposal {
    let source = try trial.source(draft.settings)
    await trial.pages.remember(response, as: source.style.request(for: nil).url)
    let first = try await source.page(at: nil)
    // A list of one or two is no list that a selector can be chosen by.
    let isListing = draft.settings.items != nil && kind(of: response) == "html"
    guard first.items.count >= (isListing ? 3 : 1) else {
      let what = isListing ? "a list of items" : "items that could be read"
      throw SourceFailure(.document, "the page holds no \(what)", url: response.url)
    }
    var proposal = Proposal(
      settings: draft.settings, remarks: draft.remarks, notes: draft.notes,
      samples: first.items.prefix(3).map(Proposal.Sample.init), itemCount: first.items.count,
      alternatives: draft.alternatives, secrets: [], requests: 0, paging: .none)
    for warning in first.warnings { proposal.notes.append(Proposal.Note(.unsure, warning.text)) }
    for candidate in draft.candidates {
      let what = candidate.text
      switch await trial.outcome(of: candidate, page: response) {
      case .confirmed(let new, let count):
        proposal.settings = candidate.settings
        proposal.place = candidate.current
        proposal.paging = .confirmed
        proposal.notes.append(
          Proposal.Note(.sure, "\(what); the second page was read, \(new) of its \(count) items are new"))
        return proposal
      case .ended(let reason):
        guard candidate.certainty != .unsure else { continue }
        proposal.settings = candidate.settings
        proposal.place = candidate.current
        proposal.paging = .untried
        proposal.notes.append(
          Proposal.Note(.guessed, "\(what); not tried, because this page is the last one (\(reason.rawValue))"))
        return proposal
      case .untried:
        proposal.paging = .untried
        guard candidate.certainty == .sure else {
          proposal.notes.append(Proposal.Note(.unsure, "not proposed, because it could not be tried: \(what)"))
          continue
        }
        proposal.settings = candidate.settings
        proposal.place = candidate.current
        proposal.notes.append(Proposal.Note(.guessed, "\(what); not tried"))
        return proposal
      case .refuted(let reason):
        proposal.paging = .refuted
        proposal.notes.append(Proposal.Note(.unsure, "not proposed: \(what); \(reason)"))
      }
    }
    if proposal.paging == .none {
      proposal.notes.append(
        Proposal.Note(.unsure, "nothing here leads to a next page: the source is this page alone"))
    }
    return proposal
  }
}

extension Proposal.Sample {
  init(_ item: Item) {
    let text = item.title ?? item.summary ?? item.contentText ?? item.contentHTML.map { HTMLText.plain($0) } ?? item.id
    self.init(title: text, date: item.date, url: item.url)
  }
}
