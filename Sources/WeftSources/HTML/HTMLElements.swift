/// The elements that HTML knows (WHATWG HTML section 4, and those that it made obsolete).
enum HTMLElements {
  /// Whether the element starts a new line on the screen; `nil` where HTML knows no element of that name.
  static func isBlock(_ name: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard name.count <= 10 else { return nil }
    var lowered = String(decoding: name, as: UTF8.self)
    if name.contains(where: { $0 < 0x61 }) { lowered = lowered.lowercased() }
    if blocks.contains(lowered) { return true }
    return inlines.contains(lowered) ? false : nil
  }

  /// The element's content is no text that anybody sees.
  static func isHidden(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard name.count == 6 || name.count == 5 else { return false }
    let lowered = String(decoding: name, as: UTF8.self).lowercased()
    return lowered == "script" || lowered == "style"
  }

  private static let blocks: Set<String> = [
    "address", "article", "aside", "blockquote", "body", "br", "caption", "center", "dd", "details", "dialog", "dir",
    "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "head",
    "header", "hgroup", "hr", "html", "legend", "li", "main", "menu", "nav", "ol", "optgroup", "option", "p", "pre",
    "search", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr", "ul",
  ]

  private static let inlines: Set<String> = [
    "a", "abbr", "acronym", "applet", "area", "audio", "b", "base", "basefont", "bdi", "bdo", "big", "blink", "button",
    "canvas", "cite", "code", "col", "colgroup", "data", "datalist", "del", "dfn", "em", "embed", "font", "frame",
    "frameset", "i", "iframe", "img", "input", "ins", "kbd", "label", "link", "map", "mark", "marquee", "math", "meta",
    "meter", "nobr", "noframes", "noscript", "object", "output", "param", "picture", "progress", "q", "rp", "rt",
    "ruby", "s", "samp", "script", "select", "slot", "small", "source", "span", "strike", "strong", "style", "sub",
    "sup", "svg", "template", "textarea", "time", "track", "tt", "u", "var", "video", "wbr",
  ]
}
