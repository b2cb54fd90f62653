/// Which elements and attributes of HTML may be shown, as data.
enum AllowList {
  /// What becomes of an element.
  enum Treatment: Equatable {
    /// It is written under this name.
    case keep(String)
    /// It is left out, what is inside stays.
    case unwrap
    /// It is left out with all that is inside.
    case drop
  }

  /// What becomes of an element of that name; unknown ones leave their inside.
  static func treatment(of name: String) -> Treatment {
    if kept.contains(name) { return .keep(name) }
    if let other = renamed[name] { return .keep(other) }
    return dropped.contains(name) ? .drop : .unwrap
  }

  /// Elements that are written as they are.
  static let kept: Set<String> = [
    "a", "abbr", "b", "bdi", "bdo", "blockquote", "br", "caption", "cite", "code", "col", "colgroup", "dd", "del",
    "dfn",
    "div", "dl", "dt", "em", "figcaption", "figure", "h3", "h4", "h5", "h6", "hr", "i", "img", "ins", "kbd", "li",
    "mark",
    "ol", "p", "pre", "q", "rp", "rt", "ruby", "s", "samp", "small", "span", "strong", "sub", "sup", "table", "tbody",
    "td", "tfoot", "th", "thead", "time", "tr", "u", "ul", "var", "wbr",
  ]

  /// Elements that a page has for itself, or that are out of use.
  static let renamed: [String: String] = [
    "h1": "h3", "h2": "h3", "article": "div", "section": "div", "main": "div", "header": "div", "footer": "div",
    "nav": "div", "aside": "div", "address": "div", "center": "div", "form": "div", "fieldset": "div", "details": "div",
    "summary": "div", "hgroup": "div", "dir": "ul", "menu": "ul", "strike": "s", "tt": "code", "big": "span",
    "acronym": "abbr", "listing": "pre",
  ]

  /// Elements whose inside is no text for a reader, or text to which other rules apply.
  static let dropped: Set<String> = [
    "script", "style", "template", "iframe", "object", "embed", "applet", "param", "svg", "math", "noframes", "noembed",
    "frame", "frameset", "head", "title", "base", "link", "meta", "textarea", "select", "option", "optgroup",
    "datalist",
    "button", "input", "isindex", "keygen", "xmp", "plaintext", "audio", "video", "source", "track", "canvas", "map",
    "area", "dialog", "slot", "portal", "marquee", "bgsound", "image",
  ]

  /// Elements without an end tag.
  static let void: Set<String> = ["br", "col", "hr", "img", "wbr"]

  /// What an attribute's value must be.
  enum Value: Equatable {
    /// Any text.
    case text
    /// A whole number, at most this.
    case number(Int)
    /// One of these words.
    case word(Set<String>)
    /// A language tag (BCP 47).
    case language
    /// A date, a time or a duration.
    case dateTime
    /// An address of a page or a mailbox.
    case link
    /// An address of a picture.
    case picture
  }

  /// Attributes that every element may have.
  static let everywhere: [(name: String, value: Value)] = [
    ("dir", .word(["ltr", "rtl", "auto"])), ("lang", .language), ("title", .text),
  ]

  /// Attributes of single elements, by the name under which they are written.
  static let attributes: [String: [(name: String, value: Value)]] = [
    "a": [("href", .link)],
    "img": [("src", .picture), ("alt", .text), ("width", .number(10_000)), ("height", .number(10_000))],
    "ol": [("start", .number(1_000_000)), ("reversed", .word([""])), ("type", .word(["1", "a", "A", "i", "I"]))],
    "li": [("value", .number(1_000_000))],
    "td": [("colspan", .number(1_000)), ("rowspan", .number(1_000))],
    "th": [
      ("colspan", .number(1_000)), ("rowspan", .number(1_000)),
      ("scope", .word(["row", "col", "rowgroup", "colgroup"])),
    ],
    "col": [("span", .number(1_000))],
    "colgroup": [("span", .number(1_000))],
    "time": [("datetime", .dateTime)],
  ]

  /// The attribute without which an element is of no use.
  static let needed: [String: String] = ["a": "href", "img": "src"]

  /// Attributes that we write ourselves: nothing is told to other sites, and pictures wait until they are seen.
  static let added: [String: String] = [
    "a": #" rel="noopener noreferrer nofollow" referrerpolicy="no-referrer""#,
    "img": #" loading="lazy" referrerpolicy="no-referrer""#,
  ]
}
