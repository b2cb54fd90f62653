public import WeftModel
import URIs

/// How a source is paged, once the settings are understood.
public enum PagingMethod: Hashable, Sendable {
  /// One page only.
  case none
  /// Links that standards define, with this relation: Link header, then what the document's own standard names.
  case link(relation: String)
  /// The URL of the next page, selected by the settings.
  case next
  /// A page number.
  case page(start: Int, step: Int)
  /// A number of items; `step` is `nil` where it moves by the items received.
  case offset(start: Int, step: Int?, overlap: Int)
  /// A token from the body or a header.
  case cursor
  /// The key of the last raw item.
  case keyset

  /// The name that a template must hold for the method.
  public var templateName: String? {
    switch self {
    case .none, .link, .next: nil
    case .page: "page"
    case .offset: "offset"
    case .cursor, .keyset: "cursor"
    }
  }

  /// The method numbers its pages itself: an empty page is the end.
  public var isNumbered: Bool {
    switch self {
    case .page, .offset: true
    case .none, .link, .next, .cursor, .keyset: false
    }
  }

  /// The server itself names the next page.
  public var isAdvertised: Bool {
    switch self {
    case .link, .next, .cursor: true
    case .none, .page, .offset, .keyset: false
    }
  }

  /// The method that the settings ask for; `by: auto` takes it from the template, else from the selectors, else it
  /// follows the links of the standards.
  ///
  /// - Throws: `SettingProblem` where the settings contradict each other.
  public init(_ settings: SourceSettings) throws(SettingProblem) {
    let paging = settings.paging
    let names = PagingMethod.templateNames(of: settings)
    let found = ["page", "offset", "cursor"].filter(names.contains)
    if found.count > 1 {
      throw SettingProblem(
        "{\(found[0])} and {\(found[1])} in one request: a source is paged in one way", path: "url")
    }
    let isProgram = !settings.programs.command.isEmpty
    var style = paging.by
    if style == .auto {
      switch found.first {
      case "page": style = .page
      case "offset": style = .offset
      case "cursor": style = paging.last != nil ? .keyset : .cursor
      default: style = paging.last != nil ? .keyset : paging.cursor != nil ? .cursor : .link
      }
    }
    switch style {
    case .none: self = .none
    // A program has no addresses that could be followed.
    case _ where isProgram && (style == .auto || style == .link): self = .none
    case .auto, .link: self = paging.next != nil ? .next : .link(relation: paging.relation)
    case .page: self = .page(start: paging.start ?? 1, step: paging.step ?? 1)
    case .offset:
      // A step of one's own may count something else than items, so nothing can be asked back.
      self = .offset(start: paging.start ?? 0, step: paging.step, overlap: paging.step == nil ? paging.overlap : 0)
    case .cursor: self = .cursor
    case .keyset: self = .keyset
    }
    if let name = templateName, found.first != name, paging.into == nil {
      throw SettingProblem(
        "paging by \(style.rawValue) needs a place for it: {\(name)} in the url or body, or `into`", path: "paging.by")
    }
    if let first = found.first, templateName != first {
      throw SettingProblem("{\(first)} in the url contradicts paging by \(style.rawValue)", path: "paging.by")
    }
    switch self {
    case .cursor where paging.cursor == nil:
      throw SettingProblem("paging by cursor needs `cursor`, the selector of the next page's token", path: "paging")
    case .keyset where paging.last == nil:
      throw SettingProblem("paging by keyset needs `last`, the selector of the last item's key", path: "paging")
    case .none, .link, .next, .page, .offset, .cursor, .keyset: break
    }
  }

  /// The names in braces in the URL and in the body, or in the arguments of a command.
  static func templateNames(of settings: SourceSettings) -> [String] {
    guard settings.programs.command.isEmpty else {
      return settings.programs.command.flatMap(TemplateText.variables(of:))
    }
    var names = (try? URITemplate(settings.url))?.names ?? []
    if let body = settings.request.body { names += RequestBody.templateNames(in: body) }
    return names
  }
}
