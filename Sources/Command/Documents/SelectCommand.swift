import Charsets
import WeftKit

/// `weft select`: what a selector finds in a document, one JSON value a line.
enum SelectCommand {
  static func run(_ invocation: Invocation) throws -> Int32 {
    let selector = invocation.operands[0]
    let path = invocation.operands[1]
    let body: [UInt8]
    do { body = try InputFile.bytes(of: path) } catch { throw UsageError(error.message) }
    var output = FileWriter(1)
    let values: [String]
    do {
      switch DocumentLanguage(of: body) {
      case .json: values = try json(selector, body)
      case .xml: values = try markup(selector) { try .xml(decodeText(body, form: .xml).utf8) }
      case .html: values = try markup(selector) { try .html(decodeText(body, form: .html).utf8) }
      }
    } catch let error as SelectorProblem {
      throw UsageError(error.message)
    } catch {
      Console.standardError.say("\(DocumentFile.name(path)): \(error)")
      return ExitStatus.partial
    }
    for value in values { try output.write(value + "\n") }
    try output.flush()
    return ExitStatus.done
  }

  /// The selector cannot be meant for the document's language.
  private struct SelectorProblem: Error { var message: String }

  private static func json(_ text: String, _ body: [UInt8]) throws -> [String] {
    let selector: JSONSelector
    do { selector = try JSONSelector(text) } catch { throw SelectorProblem(message: "\(error)") }
    let document = try JSONDocument(decodeText(body, form: .json).utf8)
    return try selector.nodes(in: document.root).map(\.json)
  }

  private static func markup(_ text: String, _ tree: () throws -> MarkupTree) throws -> [String] {
    let selector: MarkupSelector
    do { selector = try MarkupSelector(text, role: .page) } catch { throw SelectorProblem(message: "\(error)") }
    return try tree().matches(selector).compactMap { match in
      switch match {
      case .text(let text): return JSONText.quoted(text)
      case .node(let node):
        if let name = selector.attributeName, node.isElement { return node.attribute(name).map(JSONText.quoted) }
        return JSONText.quoted(selector.yieldsInnerMarkup ? node.innerMarkup : node.text)
      }
    }
  }
}

/// What a document is written in, by its first bytes.
enum DocumentLanguage: Equatable, Sendable {
  case json, xml, html

  init(of body: [UInt8]) {
    // Enough for a byte order mark, white space and the first name.
    let head = String(decoding: decodeText(Array(body.prefix(4_096)), form: .text).utf8, as: UTF8.self)
    let text = head.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    guard text.hasPrefix("<") else {
      self = .json
      return
    }
    // A page may begin with comments; what follows them tells.
    var rest = text
    while rest.hasPrefix("<!--"), let end = rest.firstRange(of: "-->") {
      rest = rest[end.upperBound...].drop { $0.isWhitespace }
    }
    let lowered = rest.prefix(64).lowercased()
    if lowered.hasPrefix("<?xml") {
      // XHTML is read as browsers read it where it is served as HTML, which most is.
      self = head.lowercased().contains("<html") ? .html : .xml
      return
    }
    let roots = ["<rss", "<feed", "<rdf:rdf", "<opml", "<urlset", "<sitemapindex"]
    self = roots.contains { lowered.hasPrefix($0) } ? .xml : .html
  }
}
