import WeftKit

/// Reads HTML as text: what a page would show, in blocks, with its links numbered.
struct ArticleReader {
  private var result = ArticleText()
  /// The paragraph that is open.
  private var inline = ""
  private var prefix = Prefix()
  private var kind = ArticleBlock.Kind.paragraph
  private var isTight = false
  /// In a row of a table, where blocks are only words.
  private var isInRow = false
  private var budget = ArticleReader.limit
  private let base: String?

  /// What stands before lines: marks of quotes, the indents of lists.
  private struct Prefix {
    var first = ""
    var rest = ""
  }

  /// Longer HTML is cut, and no more text than that is shown.
  static let limit = 400_000
  /// Deeper elements are shown as plain text.
  static let depthLimit = 60
  static let blockLimit = 5_000

  private init(base: String?) { self.base = base }

  /// The text of HTML. `base`: the address that its links go out from.
  static func read(html: String, base: String?) -> ArticleText {
    var reader = ArticleReader(base: base)
    let bytes = Array(html.utf8.prefix(limit))
    guard let tree = try? MarkupTree.html(bytes), let root = tree.root else { return ArticleText() }
    reader.walk(root, depth: 0)
    reader.flush()
    return reader.result
  }

  /// Text without markup: an empty line ends a paragraph.
  static func read(text: String) -> ArticleText {
    var article = ArticleText()
    var isTight = false
    for line in text.prefix(limit).split(separator: "\n", omittingEmptySubsequences: false).prefix(blockLimit) {
      let clean = CellText.line(String(line), limit: limit)
      if clean.isEmpty {
        isTight = false
        continue
      }
      article.blocks.append(ArticleBlock(text: clean, isTight: isTight))
      isTight = true
    }
    return article
  }

  private mutating func walk(_ node: MarkupNode, depth: Int) {
    guard depth < Self.depthLimit else { return append(node.text) }
    for content in node.contents {
      guard budget > 0, result.blocks.count < Self.blockLimit else { return }
      switch content {
      case .text(let text): append(text)
      case .element(let element): show(element, depth: depth + 1)
      }
    }
  }

  private mutating func show(_ node: MarkupNode, depth: Int) {
    if node.attribute("hidden") != nil { return }
    switch node.name {
    case "script", "style", "head", "template", "svg", "math", "select", "textarea", "datalist", "object", "noframes":
      return
    case "br":
      if isInRow { return append(" ") }
      flush()
      isTight = true
    case "hr":
      flush()
      result.blocks.append(ArticleBlock(kind: .rule, text: "", first: prefix.rest, rest: prefix.rest))
    case "img": image(node)
    case "iframe", "audio", "video", "embed": medium(node, depth)
    case "a": link(node, depth)
    case "pre", "listing", "xmp", "plaintext": code(node)
    case "h1", "h2", "h3", "h4", "h5", "h6": block(node, depth, kind: .heading)
    case "ul", "ol", "menu", "dir": items(node, depth)
    case "li": block(node, depth, mark: "• ")
    case "dd": block(node, depth, mark: "  ")
    case "blockquote": block(node, depth, mark: "│ ", repeats: true)
    case "table":
      block(node, depth)
      isTight = false
    case "tr": row(node, depth)
    case "td", "th":
      // A cell without a row.
      append(" ")
      walk(node, depth: depth)
    case let name where Self.blocks.contains(name): block(node, depth)
    default: walk(node, depth: depth)
    }
  }

  private static let blocks: Set<String> = [
    "p", "div", "section", "article", "aside", "header", "footer", "main", "nav", "figure", "figcaption", "address",
    "table", "thead", "tbody", "tfoot", "caption", "dl", "dt", "form", "fieldset", "details", "summary", "center",
    "body", "html", "hgroup",
  ]

  private mutating func block(
    _ node: MarkupNode, _ depth: Int, kind: ArticleBlock.Kind = .paragraph, mark: String = "", repeats: Bool = false
  ) {
    if isInRow {
      append(" ")
      walk(node, depth: depth)
      return append(" ")
    }
    flush()
    let (outer, outerKind) = (prefix, self.kind)
    // Deep nesting must leave room for words.
    if !mark.isEmpty, outer.rest.count < 24 {
      let indent = repeats ? mark : String(repeating: " ", count: mark.count)
      prefix = Prefix(first: outer.first + mark, rest: outer.rest + indent)
    }
    if kind != .paragraph { self.kind = kind }
    walk(node, depth: depth)
    flush()
    (prefix, self.kind) = (outer, outerKind)
    // The mark of an item was used by its first block.
    prefix.first = prefix.rest
  }

  private mutating func items(_ node: MarkupNode, _ depth: Int) {
    if isInRow { return walk(node, depth: depth) }
    flush()
    var isFirst = true
    var number = Int(node.attribute("start") ?? "").map { max(-99_999, min($0, 99_999)) } ?? 1
    for content in node.contents {
      guard budget > 0, result.blocks.count < Self.blockLimit else { return }
      guard case .element(let element) = content else { continue }
      guard element.name == "li" else {
        show(element, depth: depth + 1)
        continue
      }
      // The first item of a list that stands in no other has an empty line before it.
      isTight = !isFirst || !prefix.rest.isEmpty
      isFirst = false
      block(element, depth + 1, mark: node.name == "ol" ? "\(number). " : "• ")
      number += 1
    }
    isTight = false
  }

  private mutating func row(_ node: MarkupNode, _ depth: Int) {
    if isInRow { return walk(node, depth: depth) }
    flush()
    isInRow = true
    var isFirst = true
    for cell in node.children {
      if !isFirst { inline += " │ " }
      isFirst = false
      walk(cell, depth: depth + 1)
    }
    isInRow = false
    flush()
    // The next row, until the table ends.
    isTight = true
  }

  private mutating func code(_ node: MarkupNode) {
    if isInRow { return append(node.rawText) }
    flush()
    let text = String(node.rawText.unicodeScalars.prefix(max(0, budget)))
    budget -= text.utf8.count
    let lines = CellText.lines(text)
    result.blocks.append(
      ArticleBlock(kind: .code, text: lines.joined(separator: "\n"), first: prefix.first, rest: prefix.rest))
    prefix.first = prefix.rest
  }

  private mutating func link(_ node: MarkupNode, _ depth: Int) {
    walk(node, depth: depth)
    number(node.attribute("href"))
  }

  private mutating func image(_ node: MarkupNode) {
    let text = CellText.line(node.attribute("alt") ?? "", limit: 500)
    append(text.isEmpty ? "[image]" : "[image: \(text)]")
  }

  private mutating func medium(_ node: MarkupNode, _ depth: Int) {
    append(" [\(node.name == "iframe" ? "frame" : node.name)]")
    number(node.attribute("src"))
    append(" ")
  }

  /// Puts the number of an address behind the text. Only what a browser is given has one.
  private mutating func number(_ reference: String?) {
    guard let reference, reference.utf8.count < 8_000, !reference.hasPrefix("#") else { return }
    let address = base.map { resolve(reference, against: $0) } ?? reference
    guard WebLink.isOpenable(address), let number = result.number(of: address) else { return }
    inline += "[\(number)]"
  }

  private mutating func append(_ text: String) {
    guard budget > 0 else { return }
    budget -= text.utf8.count
    inline += text
  }

  /// Ends the paragraph.
  private mutating func flush() {
    let text = CellText.line(inline, limit: Self.limit)
    inline = ""
    guard !text.isEmpty else { return }
    result.blocks.append(
      ArticleBlock(kind: kind, text: text, first: prefix.first, rest: prefix.rest, isTight: isTight))
    isTight = false
    prefix.first = prefix.rest
  }
}
