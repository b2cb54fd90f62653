import MarkupDocument
import WeftSources

/// A text with the type its element states (RFC 4287 section 3.1; Atom 0.3 `mode`; RSS has HTML everywhere).
struct TextConstruct {
  /// What the text is once XML is decoded.
  enum Form { case plain, html }

  var text: String
  var form: Form

  /// How an element's inside is to be collected.
  enum Reading {
    /// Text as it is: plain, or HTML as text.
    case text(Form)
    /// Elements inside are the markup, and text is text (`type="xhtml"`, Atom 0.3 `mode="xml"`).
    case markup
    /// Base64 of a text.
    case base64(Form)

    /// What the parser is asked for.
    var content: SAXContent {
      switch self {
      case .text: .html
      case .markup: .markup
      case .base64: .text
      }
    }
  }

  /// How Atom's text constructs and content are read.
  static func reading(type: String?, mode: String?) -> Reading {
    let type = type?.lowercased() ?? "text"
    let isMarkup = type == "xhtml" || type.hasSuffix("+xml") || type.hasSuffix("/xml")
    let form: Form = isMarkup || type == "html" || type == "text/html" ? .html : .plain
    switch mode?.lowercased() {
    case "base64": return .base64(type == "text" || type == "text/plain" ? .plain : .html)
    case "escaped": return .text(isMarkup ? .html : form)
    case "xml" where form == .html: return .markup
    default: break
    }
    if isMarkup { return .markup }
    // What is of another media type is Base64 (RFC 4287 section 4.1.3.3).
    let isText = !type.contains("/") || type.hasPrefix("text/")
    return isText ? .text(form) : .base64(.html)
  }

  /// The finished text of an element.
  init?(_ text: borrowing SAXText, reading: Reading) {
    guard let string = text.string else { return nil }
    switch reading {
    case .text(let form):
      self.text = string
      self.form = text.holdsElements ? .html : form
    case .markup:
      self.text = TextConstruct.withoutDivision(string)
      form = .html
    case .base64(let form):
      self.text = Base64.text(string) ?? string
      self.form = form
    }
  }

  /// The finished text of an element as one line without markup; `nil` where nothing is left.
  static func line(_ text: borrowing SAXText, reading: Reading) -> String? {
    if case .text(let form) = reading, form == .html || text.holdsElements {
      return text.withSpan { HTMLText.plain($0) }
    }
    guard let line = TextConstruct(text, reading: reading)?.plain, !line.isEmpty else { return nil }
    return line
  }

  init(text: String, form: Form) {
    self.text = text
    self.form = form
  }

  /// The `div` that XHTML content must stand in is no part of it (RFC 4287 section 3.1.1.3).
  private static func withoutDivision(_ markup: String) -> String {
    let bytes = markup.utf8
    guard markup.hasPrefix("<div"), markup.hasSuffix("</div>"),
      let start = bytes.firstIndex(of: UInt8(ascii: ">")),
      start == bytes.index(bytes.startIndex, offsetBy: 4)
        || bytes[bytes.index(bytes.startIndex, offsetBy: 4)] == 0x20
    else { return markup }
    let inner = markup[bytes.index(after: start)...].dropLast(6)
    // Two divisions side by side: neither is the wrapper.
    var depth = 0
    var rest = inner[...]
    while let tag = rest.utf8.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[tag...]
      if rest.hasPrefix("</div>") { depth -= 1 } else if rest.hasPrefix("<div") { depth += 1 }
      if depth < 0 { return markup }
      rest = rest[rest.utf8.index(after: rest.startIndex)...]
    }
    return String(inner)
  }

  /// The text without markup.
  var plain: String { form == .html ? HTMLText.plain(text) : HTMLText.collapsed(text) }
}
