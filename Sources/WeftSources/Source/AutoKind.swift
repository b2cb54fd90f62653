public import WeftModel

/// The kind `auto`: media type, then first bytes tell which kind a response is. With `items` it is never a feed.
public struct AutoKind: DocumentKind {
  private let kinds: [any DocumentKind]

  /// A kind that chooses among others, in their order where they answer alike.
  public init(among kinds: [any DocumentKind]) { self.kinds = kinds }

  /// `auto`.
  public var name: String { "auto" }
  /// One line for `weft plugins`.
  public var summary: String { "the kind that the response itself shows: " + kinds.map(\.name).joined(separator: ", ") }

  /// The settings of all the kinds; a value is fine where one of them takes it.
  public var settings: [SettingDeclaration] {
    // What a feed may have besides its own vocabulary comes behind what the others need.
    let kinds = kinds.sorted { $0.settings.count > $1.settings.count }
    var keys: [String] = []
    for setting in kinds.flatMap(\.settings) where !keys.contains(setting.key) { keys.append(setting.key) }
    return keys.compactMap { key in
      let declared = kinds.flatMap(\.settings).filter { $0.key == key }
      guard let first = declared.first else { return nil }
      return SettingDeclaration(key: key, expects: first.expects, summary: first.summary) { text in
        var problem: SettingProblem?
        for declaration in declared {
          guard let found = declaration.check(text) else { return nil }
          problem = problem ?? found
        }
        return problem
      }
    }
  }

  /// As sure as the surest of the kinds.
  public func recognizes(_ response: Response) -> Recognition { kinds.map { $0.recognizes(response) }.max() ?? .no }

  /// A decoder that looks at each response.
  public func makeDecoder(_ settings: SourceSettings) throws(SettingProblem) -> any Decoder {
    let needsItems = settings.items != nil
    var candidates: [(any DocumentKind, any Decoder)] = []
    var problem: SettingProblem?
    for kind in kinds {
      let readsItems = kind.settings.contains { $0.key == "items" }
      guard readsItems == needsItems else { continue }
      do {
        candidates.append((kind, try kind.makeDecoder(settings)))
      } catch {
        // A CSS selector is no JSONPath: the kinds whose language it is not cannot be meant.
        problem = problem ?? error
      }
    }
    if candidates.isEmpty, let problem { throw problem }
    return AutoDecoder(candidates: candidates)
  }

  /// A source of documents whose kind shows with the first response.
  public func makeSource(
    _ settings: SourceSettings, context: SourceContext
  ) throws(SettingProblem) -> any PageSource {
    try DocumentSource(settings, decoder: makeDecoder(settings), context: context)
  }
}

struct AutoDecoder: Decoder {
  let candidates: [(kind: any DocumentKind, decoder: any Decoder)]

  func decode(_ response: Response) throws(SourceFailure) -> DecodedPage {
    var best: (certainty: Recognition, kind: String, decoder: any Decoder)?
    for candidate in candidates {
      let certainty = candidate.kind.recognizes(response)
      if certainty > best?.certainty ?? .no { best = (certainty, candidate.kind.name, candidate.decoder) }
    }
    // Where no kind knows the body, the first one says best what it looks like instead.
    guard let decoder = best?.decoder ?? candidates.first?.decoder else {
      throw SourceFailure(.document, "no kind reads this body", url: response.url)
    }
    var page = try decoder.decode(response)
    page.kind = best?.kind
    return page
  }
}
