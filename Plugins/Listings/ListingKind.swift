import MarkupDocument
public import WeftModel
import WeftSources

/// The kinds `html` and `xml`: lists of items in markup, found by CSS selectors or XPath.
public struct ListingKind: DocumentKind {
  let form: ListingForm

  /// The kind `html`.
  public static let html = ListingKind(form: .html)
  /// The kind `xml`.
  public static let xml = ListingKind(form: .xml)

  /// `html` or `xml`.
  public var name: String { form.rawValue }

  /// One line for `weft plugins`.
  public var summary: String {
    switch form {
    case .html: "items of a web page, found by CSS selectors or XPath"
    case .xml: "items of any XML document, found by CSS selectors or XPath"
    }
  }

  /// The selectors that the kind needs and understands.
  public var settings: [SettingDeclaration] {
    let expects = "a CSS selector, with @attribute at its end, or XPath"
    let pageKeys = [
      ("paging.next", "the address of the next page"), ("paging.cursor", "the token of the next page"),
      ("paging.stop.has_more", "says that there is more"), ("paging.stop.total_pages", "the number of pages"),
      ("paging.stop.total_items", "the number of items"), ("request.fail_when", "a page that is an error"),
    ]
    return [
      SettingDeclaration(
        key: "items", expects: expects, summary: "the list of item nodes", isRequired: true,
        check: { ListingSelectors.problem($0, role: .items) }),
      SettingDeclaration(
        key: "fields", expects: expects, summary: "fields of an item, relative to its node",
        check: { ListingSelectors.problem($0, role: .field) }),
      SettingDeclaration(
        key: "paging.last", expects: expects, summary: "the key of the last item, relative to its node",
        check: { ListingSelectors.problem($0, role: .field) }),
    ]
      + pageKeys.map { key, summary in
        SettingDeclaration(
          key: key, expects: expects, summary: summary, check: { ListingSelectors.problem($0, role: .page) })
      }
  }

  /// By the media type, then by the first bytes.
  public func recognizes(_ response: Response) -> Recognition { BodyAppearance(response).recognition(as: form) }

  /// A decoder with all selectors compiled.
  ///
  /// - Throws: `SettingProblem` where `items` is missing or a selector does not compile.
  public func makeDecoder(_ settings: SourceSettings) throws(SettingProblem) -> any Decoder {
    try ListingDecoder(settings, form: form)
  }

  /// A source of pages over the transport.
  public func makeSource(_ settings: SourceSettings, context: SourceContext) throws(SettingProblem) -> any PageSource {
    try DocumentSource(settings, decoder: makeDecoder(settings), context: context)
  }
}

/// The two languages of listings.
enum ListingForm: String, Sendable { case html, xml }
