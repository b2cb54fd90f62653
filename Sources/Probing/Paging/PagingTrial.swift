import URIs
import WeftModel
import WeftPaging
import WeftSources

/// Reads pages with a stanza, as a feed would: what is proposed was loaded and read.
struct PagingTrial {
  let pages: FetchedPages
  let load: Probe.Loader
  let kinds: [any DocumentKind]
  let clock: any EngineClock
  let environment: [String: String]

  /// What came of a candidate.
  enum Outcome {
    /// So many items of the second page are new.
    case confirmed(new: Int, of: Int)
    /// The page itself names no next one.
    case ended(EndReason)
    /// The second page could not be asked for: no request is left.
    case untried
    /// It does not work, and why.
    case refuted(String)
  }

  /// The source of a stanza, as the configuration reads it.
  ///
  /// - Throws: a failure that says what is wrong with the stanza.
  func source(_ settings: SourceSettings) throws(SourceFailure) -> DocumentSource {
    let text = "sources:\n" + StanzaText(settings).lines.joined(separator: "\n") + "\n"
    do throws(SettingProblem) {
      let settings = try load(text, environment)
      let kind: (any DocumentKind)? =
        settings.kind == "auto" ? AutoKind(among: kinds) : kinds.first { $0.name == settings.kind }
      guard let kind else { throw SettingProblem("no such kind: \(settings.kind)") }
      let context = SourceContext(transport: pages, documentKinds: kinds, clock: clock)
      return try DocumentSource(settings, decoder: kind.makeDecoder(settings), context: context)
    } catch {
      throw SourceFailure(.program, "the stanza does not load: \(error.message)")
    }
  }

  /// Tries the second page.
  func outcome(of candidate: PagingCandidate, page response: Response) async -> Outcome {
    do throws(SourceFailure) {
      let source = try source(candidate.settings)
      await pages.remember(response, as: source.style.request(for: candidate.current).url)
      let first = try await source.page(at: candidate.current)
      guard case .next(let cursor, _) = first.following else {
        guard case .end(let reason) = first.following else { return .untried }
        return .ended(reason)
      }
      if let total = first.totals.items, total <= first.receivedCount { return .ended(.total) }
      if first.totals.pages == 1 { return .ended(.total) }
      let before = await pages.count
      guard await pages.hasRequestsLeft else { return .untried }
      let second = try await source.page(at: cursor)
      let asked = await pages.count
      let known = Set(first.items.map(\.id))
      let new = second.items.count { !known.contains($0.id) }
      if !(200..<300).contains(second.origin.status) {
        return .refuted("the second page is answered with \(second.origin.status)")
      }
      if second.receivedCount == 0 { return .refuted("the second page holds no items") }
      if new == 0 {
        return .refuted(
          asked == before ? "the next page is the page itself" : "the second page holds the items of the first one")
      }
      if case .next(let back, _) = second.following, first.locations.contains(back) {
        return .refuted("on the second page it leads back to the first one")
      }
      return .confirmed(new: new, of: second.receivedCount)
    } catch {
      return .refuted("the second page cannot be read: \(error.message)")
    }
  }
}
