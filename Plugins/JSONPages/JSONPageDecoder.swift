import Charsets
import JSONDocument
import WeftModel
import WeftPaging
import WeftSources

/// Reads a page of a JSON API by the selectors of a source.
struct JSONPageDecoder: Decoder {
  /// How many items a page may hold.
  static let maximalItems = 10_000

  private let items: JSONSelector
  private let mapper: ItemMapper<JSONSelector>
  /// The selectors of the mapper by their numbers.
  private let table: JSONSelectorTable
  private let pageSelectors: [(key: PageKey, path: String, selector: JSONSelector)]
  private let zone: String?
  /// A field is the item itself: items may be texts or numbers.
  private let takesScalars: Bool

  init(_ settings: SourceSettings) throws(SettingProblem) {
    guard let items = settings.items else {
      throw SettingProblem(
        "kind json needs `items`, the list of items", path: "items", hint: "items: $[*] where the whole document is it")
    }
    guard !settings.fields.isEmpty else {
      throw SettingProblem(
        "kind json needs `fields`: nothing is guessed", path: "fields",
        hint: "at least one of id, url and title; `weft probe` proposes them")
    }
    self.items = try JSONPageDecoder.compile(items, "items")
    var takesScalars = false
    var table = JSONSelectorTable()
    self.mapper = try ItemMapper(settings, titlesAreHTML: true) { (text) throws(SettingProblem) in
      let selector = try JSONSelector(checking: text)
      if selector.isRoot { takesScalars = true }
      table.add(selector)
      return selector
    }
    self.table = table
    self.takesScalars = takesScalars
    self.zone = settings.zone
    let stop = settings.paging.stop
    let written: [(PageKey, String, String?)] = [
      (.next, "paging.next", settings.paging.next), (.cursor, "paging.cursor", settings.paging.cursor),
      (.last, "paging.last", settings.paging.last), (.hasMore, "paging.stop.has_more", stop.hasMore),
      (.totalPages, "paging.stop.total_pages", stop.totalPages),
      (.totalItems, "paging.stop.total_items", stop.totalItems),
      (.failWhen, "request.fail_when", settings.request.failWhen),
    ]
    var pageSelectors: [(PageKey, String, JSONSelector)] = []
    for (key, path, text) in written {
      guard let text, !PagingStyle.isHeader(text) else { continue }
      pageSelectors.append((key, path, try JSONPageDecoder.compile(text, path)))
    }
    self.pageSelectors = pageSelectors
  }

  private static func compile(_ text: String, _ path: String) throws(SettingProblem) -> JSONSelector {
    do {
      return try JSONSelector(checking: text)
    } catch {
      var problem = error
      problem.path = path
      throw problem
    }
  }

  func decode(_ response: Response) throws(SourceFailure) -> DecodedPage {
    let root = try parse(response).root
    do {
      return try page(root, response)
    } catch {
      switch error {
      case .selector(let error, let path): throw SourceFailure(.document, "\(path): \(error)", url: response.url)
      case .literalName(let text, let path, let instead):
        throw SourceFailure(
          .document, "\(path): '\(text)' finds nothing, but there is a member of just that name; write \(instead)",
          url: response.url)
      case .failure(let failure): throw failure
      }
    }
  }

  /// Why a page cannot be made of a document.
  private enum Problem: Error {
    case selector(JSONSelectorError, path: String)
    case literalName(text: String, path: String, instead: String)
    case failure(SourceFailure)
  }

  private func parse(_ response: Response) throws(SourceFailure) -> JSONDocument {
    do {
      return try JSONDocument(JSONPageDecoder.utf8(response))
    } catch {
      let phrase = BodyDescription.phrase(for: response.body)
      if phrase == nil, case .tooLarge = error {
        throw SourceFailure(.tooLarge, "\(error)", url: response.url)
      }
      throw SourceFailure(
        .document, phrase.map { "JSON was expected, the body is \($0)" } ?? "the body is broken JSON: \(error)",
        url: response.url)
    }
  }

  /// The body in UTF-8 where the header names another charset. JSON is UTF-8 (RFC 8259 section 8.1), and servers name
  /// their default charset for it wrongly: what is UTF-8 stays.
  private static func utf8(_ response: Response) -> [UInt8] {
    guard let label = response.charset, let charset = Charset(label: label), charset != .utf8 else {
      return response.body
    }
    let isSevenBit = charset.name.hasPrefix("iso-2022")
    let isUTF8 = response.body.withUnsafeBufferPointer { isValidUTF8($0) }
    let isWide = charset.name.hasPrefix("utf-")
    return isWide || (isUTF8 && !isSevenBit) ? response.body : toUTF8(response.body, from: charset)
  }

  private func page(_ root: JSONNode, _ response: Response) throws(Problem) -> DecodedPage {
    var page = DecodedPage(items: [], base: response.url)
    let nodes = try itemNodes(root, &page)
    guard nodes.count <= JSONPageDecoder.maximalItems else {
      throw .failure(
        SourceFailure(
          .tooLarge, "the page holds \(nodes.count) items, more than \(JSONPageDecoder.maximalItems)", url: response.url
        ))
    }
    page.receivedCount = nodes.count
    try map(nodes, &page, response)
    for (key, path, selector) in pageSelectors {
      guard let start = key == .last ? nodes.last : root else { continue }
      if let value = try value(key, path, selector, in: start) { page.selected[key] = value }
      if key == .last { page.isLastKeyShared = try isLastKeyShared(nodes, path, selector) }
    }
    return page
  }

  /// The last two raw items give the same key: the page may end inside a tie.
  private func isLastKeyShared(_ nodes: [JSONNode], _ path: String, _ selector: JSONSelector) throws(Problem) -> Bool {
    var keys: [SelectedValue] = []
    for node in nodes.suffix(2) {
      do {
        if let key = try selector.nodes(in: node).first?.selected, !key.isNothing { keys.append(key) }
      } catch {
        throw .selector(error, path: path)
      }
    }
    return keys.count == 2 && keys[0].text == keys[1].text
  }

  /// The nodes that are items: of one array that is selected, its elements.
  private func itemNodes(_ root: JSONNode, _ page: inout DecodedPage) throws(Problem) -> [JSONNode] {
    // A server's nil list is written `null`, also as the whole answer.
    if root.kind == .null { return [] }
    guard root.kind == .object || root.kind == .array else {
      throw .failure(
        SourceFailure(
          .document, "an object or a list was expected, the body is the JSON \(root.kind.word) \(root.shown)"))
    }
    let nodes: [JSONNode]
    do {
      nodes = try items.nodes(in: root)
    } catch {
      throw .selector(error, path: "items")
    }
    guard let first = nodes.first else {
      try checkName(items, "items", in: root)
      page.warnings.append(
        SourceWarning(code: "no_items", text: "the selector `\(items.text)` of the items matches nothing"))
      return []
    }
    guard nodes.count == 1 else { return nodes }
    switch first.kind {
    case .array: return first.elements
    case .null: return []
    case .object: return nodes
    case .string, .number, .boolean:
      // `[*]` of a list with one text is an item; a text in place of the list is none.
      if !items.isSingular { return nodes }
      throw .failure(
        SourceFailure(
          .document, "items: a list was expected at `\(items.text)`, found the \(first.kind.word) \(first.shown)"))
    }
  }

  private func map(_ nodes: [JSONNode], _ page: inout DecodedPage, _ response: Response) throws(Problem) {
    guard let first = nodes.first else { return }
    let surroundings = ItemSurroundings(base: response.url, receivedAt: response.receivedAt)
    var notes = MappingNotes()
    var scope = JSONItemScope(table, in: first)
    var skipped = 0
    page.items.reserveCapacity(nodes.count)
    for node in nodes {
      guard takesScalars || node.isContainer else {
        skipped += 1
        continue
      }
      scope.move(to: node)
      try append(node, to: &page.items, &scope, surroundings, &notes)
    }
    page.warnings += notes.warnings(zone: zone)
    if skipped > 0 {
      page.warnings.append(
        SourceWarning(
          code: "skipped_items",
          text: "\(skipped) of \(nodes.count) items are no objects; left out (a field with the selector $ takes them)"))
    }
  }

  /// Appends the item of a node, which the scope has moved to.
  private func append(
    _ node: JSONNode, to items: inout [Item], _ scope: inout JSONItemScope, _ surroundings: ItemSurroundings,
    _ notes: inout MappingNotes
  ) throws(Problem) {
    var problem: Problem?
    /// A selector found nothing: perhaps its whole text is a name.
    func note(_ number: Int) {
      let selector = table.selectors[number]
      guard selector.isDotted, problem == nil, let name = selector.literalName(in: node) else { return }
      problem = .literalName(text: selector.text, path: "fields", instead: name)
    }
    mapper.append(
      to: &items, in: surroundings, notes: &notes,
      first: { number, _ in
        do throws(JSONSelectorError) {
          let value = try scope.firstValue(number)
          if value == nil { note(number) }
          return value
        } catch {
          problem = problem ?? .selector(error, path: "fields")
          return nil
        }
      },
      select: { number, _ in
        do throws(JSONSelectorError) {
          let values = try scope.values(number)
          if values.isEmpty { note(number) }
          return values
        } catch {
          problem = problem ?? .selector(error, path: "fields")
          return []
        }
      },
      strings: { number, all, body in
        all ? scope.withStrings(number, body) : scope.withFirstString(number, body)
      })
    if let problem { throw problem }
  }

  private func value(
    _ key: PageKey, _ path: String, _ selector: JSONSelector, in node: JSONNode
  ) throws(Problem) -> SelectedValue? {
    let values: [SelectedValue]
    do {
      values = try selector.nodes(in: node).map(\.selected)
    } catch {
      throw .selector(error, path: path)
    }
    if values.isEmpty { try checkName(selector, path, in: node) }
    // An error anywhere among several is one.
    return key == .failWhen ? values.first { !$0.isNothing } ?? values.first : values.first
  }

  private func checkName(_ selector: JSONSelector, _ path: String, in node: JSONNode) throws(Problem) {
    guard let instead = selector.literalName(in: node) else { return }
    throw .literalName(text: selector.text, path: path, instead: instead)
  }
}

extension JSONNode {
  fileprivate var isContainer: Bool { kind == .object || kind == .array }

  /// The value for a message, cut short.
  fileprivate var shown: String {
    let text = json
    return text.count > 60 ? text.prefix(60) + "…" : text
  }
}

extension JSONNode.Kind {
  fileprivate var word: String {
    switch self {
    case .object: "object"
    case .array: "list"
    case .string: "string"
    case .number: "number"
    case .boolean: "boolean"
    case .null: "null"
    }
  }
}
