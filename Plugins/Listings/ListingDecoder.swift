import Charsets
import MarkupDocument
import URIs
import WeftModel
import WeftSources

/// Reads a web page or an XML document as a list of items.
struct ListingDecoder: Decoder {
  private let form: ListingForm
  private let selectors: ListingSelectors
  private let mapper: ItemMapper<MarkupSelector>
  private let relation: String
  private let zone: String?

  /// More item nodes than this are refused.
  static let maximumItems = 10_000

  /// A decoder with all selectors compiled.
  init(_ settings: SourceSettings, form: ListingForm) throws(SettingProblem) {
    self.form = form
    selectors = try ListingSelectors(settings, form: form)
    mapper = try ItemMapper(settings, titlesAreHTML: false) { (text) throws(SettingProblem) in
      try ListingSelectors.compile(text, role: .field)
    }
    relation = settings.paging.relation
    zone = settings.zone
  }

  func decode(_ response: Response) throws(SourceFailure) -> DecodedPage {
    if let objection = BodyAppearance(response).objection(to: form) {
      let hint = objection.hint.map { "; \($0)" } ?? ""
      throw SourceFailure(
        .document, "the body is \(objection.what), not \(form.rawValue.uppercased())\(hint)", url: response.url)
    }
    let text = decodeText(response.body, form: form == .html ? .html : .xml, httpCharset: response.charset)
    let page: DecodedPage
    let isLoginForm: Bool
    do throws(MarkupError) {
      let tree = form == .html ? try MarkupTree.html(text.utf8) : try MarkupTree.xml(text.utf8)
      page = try self.page(of: tree, charset: text.detected.charset, response)
      isLoginForm = form == .html && page.receivedCount == 0 && EmptyListing.isLoginForm(tree)
    } catch {
      let kind: SourceFailure.Kind =
        switch error {
        case .tooLarge, .tooManyItems, .tooMuchText: .tooLarge
        default: .document
        }
      throw SourceFailure(kind, error.description, url: response.url)
    }
    if isLoginForm { throw SourceFailure(.document, "a login form (HTML), not the listing", url: response.url) }
    return page
  }

  private func page(
    of tree: MarkupTree, charset: Charset, _ response: Response
  ) throws(MarkupError) -> DecodedPage {
    let information = form == .html ? PageInformation(tree, url: response.url, relation: relation) : nil
    let addresses = PageAddresses(base: information?.base ?? response.url, charset: charset)
    let values = NodeValues(addresses: form == .html ? addresses : nil)
    let nodes = try tree.matches(selectors.items, limit: Self.maximumItems + 1)
    if nodes.count > Self.maximumItems { throw .tooManyItems(limit: Self.maximumItems) }

    let surroundings = ItemMapper<MarkupSelector>.Surroundings(base: addresses.base, receivedAt: response.receivedAt)
    var notes = MappingNotes()
    var items: [Item] = []
    items.reserveCapacity(nodes.count)
    var lastNodes: [MarkupNode] = []
    for match in nodes {
      // XPath may yield numbers or texts: they are no nodes that an item could be.
      guard case .node(let node) = match else { continue }
      lastNodes = lastNodes.suffix(1) + [node]
      let item = mapper.item(
        in: surroundings, notes: &notes,
        first: { values.first(of: $0, in: node, asHTML: $1) },
        select: { values.values(of: $0, in: node, asHTML: $1) })
      if let failure = values.failure { throw failure }
      if let item { items.append(item) }
    }

    var page = DecodedPage(items: items, receivedCount: nodes.count, base: addresses.base)
    for (key, selector) in selectors.pageKeys {
      page.selected[key] = try pageValue(key, selector, tree, values)
    }
    if let last = selectors.last, !lastNodes.isEmpty {
      let keys = lastNodes.map { values.values(of: last, in: $0, asHTML: false).first }
      if let failure = values.failure { throw failure }
      page.selected[.last] = keys.last ?? nil
      if keys.count == 2, let key = keys[1], !key.isNothing { page.isLastKeyShared = keys[0] == key }
    }
    if let information {
      page.feed = information.feed
      page.links = information.links.map { RelatedLink(relation: $0.relation, url: addresses.encoded($0.url)) }
      page.refresh = information.refresh
    }
    page.warnings = notes.warnings(zone: zone) + values.warnings
    if nodes.isEmpty { page.warnings += EmptyListing.warnings(tree, form: form, selector: selectors.items) }
    return page
  }

  /// What a page key finds. `next: a.older` means the address of that link, whatever its text.
  private func pageValue(
    _ key: PageKey, _ selector: MarkupSelector, _ tree: MarkupTree, _ values: NodeValues
  ) throws(MarkupError) -> SelectedValue? {
    for match in try tree.matches(selector, limit: key == .next ? 50 : 1) {
      switch match {
      case .text(let text): return text.isEmpty ? nil : SelectedValue(text)
      case .node(let node):
        if key == .next, selector.yieldsText, node.isElement {
          if let href = values.attribute("href", of: node) { return SelectedValue(href) }
          continue
        }
        if let value = values.value(of: selector, at: node, asHTML: false) { return value }
      }
    }
    return nil
  }
}
