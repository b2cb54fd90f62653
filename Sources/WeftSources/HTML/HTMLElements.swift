/// The elements that HTML knows (WHATWG HTML section 4, and those that it made obsolete).
enum HTMLElements {
  /// Whether the element starts a new line on the screen; `nil` where HTML knows no element of that name.
  static func isBlock(_ name: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard name.count <= 10 else { return nil }
    if name.count <= 8 { return shortNames.isBlock(name) }
    let lowered = String(decoding: name, as: UTF8.self).lowercased()
    if blocks.contains(lowered) { return true }
    return inlines.contains(lowered) ? false : nil
  }

  /// The names of up to eight letters as numbers: a set of strings would take half of the time that a tag takes.
  private static let shortNames = ShortNames(blocks: blocks, inlines: inlines)

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

/// Element names of up to eight bytes of ASCII, in a table of open addressing.
struct ShortNames {
  private static let capacity = 512
  /// The names, small letters from the lowest byte on; 0 where the place is free.
  private var names = [UInt64](repeating: 0, count: capacity)
  private var areBlocks = [Bool](repeating: false, count: capacity)

  init(blocks: Set<String>, inlines: Set<String>) {
    for (set, isBlock) in [(blocks, true), (inlines, false)] {
      for name in set where name.utf8.count <= 8 {
        let packed = Array(name.utf8).withUnsafeBufferPointer(ShortNames.packed)
        var place = ShortNames.place(of: packed)
        while names[place] != 0 { place = (place + 1) % ShortNames.capacity }
        names[place] = packed
        areBlocks[place] = isBlock
      }
    }
  }

  /// Whether the element of a name is a block; `nil` where the name is not in the table.
  func isBlock(_ name: UnsafeBufferPointer<UInt8>) -> Bool? {
    // A zero byte at the end would not show in the number.
    guard let last = name.last, last != 0 else { return nil }
    let packed = ShortNames.packed(name)
    // A quarter of the places is taken, so that a free one ends each search.
    var place = ShortNames.place(of: packed)
    while names[place] != packed {
      if names[place] == 0 { return nil }
      place = (place &+ 1) % ShortNames.capacity
    }
    return areBlocks[place]
  }

  private static func packed(_ name: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var packed: UInt64 = 0
    for byte in name.reversed() { packed = packed &<< 8 | UInt64(byte &- 0x41 < 26 ? byte | 0x20 : byte) }
    return packed
  }

  private static func place(of packed: UInt64) -> Int {
    Int(truncatingIfNeeded: (packed &* 0x9E37_79B9_7F4A_7C15) >> 55)
  }
}
