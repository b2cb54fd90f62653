import Charsets
import MarkupDocument
import WeftModel

/// A web page that was read, with what it says of itself.
struct WebPage {
  /// The page's tree.
  let tree: MarkupTree
  /// Where relative addresses are resolved, absolute.
  let base: String
  /// The page's own address.
  let url: String
  /// The address that its standard signals name as the next page.
  let next: String?
  /// The feeds that it advertises.
  let feeds: [AdvertisedFeed]

  /// Reads a page.
  ///
  /// - Throws: why it cannot be read.
  init(_ response: Response, kinds: [any DocumentKind]) throws(SourceFailure) {
    url = String(response.url.prefix { $0 != "#" })
    do {
      tree = try MarkupTree.html(decodeText(response.body, form: .html, httpCharset: response.charset).utf8)
    } catch {
      throw SourceFailure(.document, "\(error)", url: response.url)
    }
    // The kind itself says what the page's base and its rel=next are.
    var probing = SourceSettings(name: "page", url: response.url, kind: "html", items: "html")
    probing.fields.values = [.init(name: .title, value: .selector("title"))]
    let decoder = kinds.first { $0.name == "html" }.flatMap { try? $0.makeDecoder(probing) }
    let decoded = try? decoder?.decode(response)
    base = decoded.flatMap { $0.base.isEmpty ? nil : $0.base } ?? response.url
    let link = LinkTarget.next(in: response)
    next = link ?? decoded?.links.first { $0.relation == "next" }?.url
    feeds = AdvertisedFeed.all(in: tree, url: response.url, base: base)
  }

  /// Why no list was found, as far as the page shows it.
  var missingList: String {
    if has("form input[type=password]") { return "a login form (HTML): the list, if there is one, stands behind it" }
    let text = tree.root?.text.utf8.count ?? 0
    let isBuilt = text < 600 && (has("#root, #app, #__next, #__nuxt, app-root") || has("script ~ script"))
    if isBuilt {
      return "an HTML page that scripts fill in the browser: look for the address of its data (an API) in the browser's"
        + " network panel, and probe that"
    }
    return "an HTML page without a list of items that could be found, and without a feed"
  }

  private func has(_ selector: String) -> Bool {
    guard let selector = try? CSSSelector(selector), let found = try? tree.elements(selector) else { return false }
    return !found.isEmpty
  }
}
