import JSONDocument
public import WeftModel
import WeftPaging
import WeftSources

/// The kind `json`: pages of a JSON API, read by selectors.
public struct JSONKind: DocumentKind {
  /// The kind.
  public init() {}

  /// `json`.
  public var name: String { "json" }
  /// One line for `weft plugins`.
  public var summary: String { "pages of a JSON API; items and fields by dotted names or JSONPath" }

  /// The list of items, the fields, and the selectors of the page.
  public var settings: [SettingDeclaration] {
    let selector = "a dotted name or a JSONPath"
    let declared: [(key: String, summary: String, isRequired: Bool)] = [
      ("items", "the list of items", true),
      ("fields", "what of an item becomes which field", true),
      ("paging.next", "the URL of the next page", false),
      ("paging.cursor", "the token of the next page", false),
      ("paging.last", "the key of the last item", false),
      ("paging.stop.has_more", "whether there is a next page", false),
      ("paging.stop.total_pages", "the number of pages", false),
      ("paging.stop.total_items", "the number of items", false),
      ("request.fail_when", "what makes an answer an error", false),
    ]
    return declared.map { setting in
      SettingDeclaration(
        key: setting.key, expects: selector, summary: setting.summary, isRequired: setting.isRequired
      ) { text in
        if setting.key.contains("."), PagingStyle.isHeader(text) { return nil }
        do throws(SettingProblem) {
          _ = try JSONSelector(checking: text)
          return nil
        } catch {
          return error
        }
      }
    }
  }

  /// A JSON body, by its media type and its first byte.
  public func recognizes(_ response: Response) -> Recognition {
    let type = response.mediaType ?? ""
    let isJSONType = type.hasSuffix("/json") || type.hasSuffix("+json")
    switch BodyForm(response.body) {
    case .json: return isJSONType ? .certain : .likely
    case .empty, .text: return isJSONType ? .possible : .no
    case .markup: return .no
    }
  }

  /// Compiles the selectors of a source.
  public func makeDecoder(_ settings: SourceSettings) throws(SettingProblem) -> any Decoder {
    try JSONPageDecoder(settings)
  }

  /// A source of JSON pages.
  public func makeSource(
    _ settings: SourceSettings, context: SourceContext
  ) throws(SettingProblem) -> any PageSource {
    try DocumentSource(settings, decoder: makeDecoder(settings), context: context)
  }
}

extension JSONSelector {
  /// A selector of the settings.
  init(checking text: String) throws(SettingProblem) {
    do {
      try self.init(text)
    } catch {
      guard case .syntax(let column, let problem) = error else { throw SettingProblem("\(error)") }
      throw SettingProblem("'\(text)' is no selector: \(problem)", offset: column - 1)
    }
  }
}
