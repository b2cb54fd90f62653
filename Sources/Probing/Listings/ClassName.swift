import MarkupDocument

/// Class names and ids that a selector may name: those that a person chose and that mean a kind of element.
enum ClassName {
  /// The classes of an element that can be relied on, those that say most first.
  static func stable(of node: MarkupNode) -> [String] {
    let names = (node.attribute("class") ?? "").split(whereSeparator: \.isWhitespace).prefix(30).map(String.init)
    return names.filter(isStable).enumerated()
      .sorted { (weight($0.element), $0.offset) < (weight($1.element), $1.offset) }
      .map(\.element)
  }

  /// The id of an element, where it can be relied on.
  static func stableID(of node: MarkupNode) -> String? {
    guard let id = node.attribute("id"), isStable(id), !id.utf8.contains(where: isDigit) else { return nil }
    return id
  }

  /// A name that needs no escaping in a selector, without the digits of a hash, a number or a state.
  static func isStable(_ name: String) -> Bool {
    guard let first = name.utf8.first, (2...40).contains(name.utf8.count), isLetter(first) || first == 0x5F else {
      return false
    }
    var digits = 0
    var changes = 0
    var previousIsLower = false
    for byte in name.utf8 {
      guard isLetter(byte) || isDigit(byte) || byte == 0x2D || byte == 0x5F else { return false }
      if isDigit(byte) { digits += 1 }
      let isUpper = (0x41...0x5A).contains(byte)
      if isUpper, previousIsLower { changes += 1 }
      previousIsLower = (0x61...0x7A).contains(byte)
    }
    let lowered = name.lowercased()
    if states.contains(lowered) { return false }
    // sc-bdVaJa, css-1x2y3z, post-1234, jsx-42, item3; but h2title, col-2 and twoWordNames are names.
    if digits > 1 || lowered.hasPrefix("css-") || lowered.hasPrefix("sc-") || lowered.hasPrefix("jsx-") { return false }
    if lowered.hasPrefix("post-") && digits > 0 || lowered.hasPrefix("category-") || lowered.hasPrefix("tag-") {
      return false
    }
    return changes <= 3
  }

  /// What says that an element is first, seen or hidden rather than what it is.
  private static let states: Set<String> = [
    "first", "last", "odd", "even", "active", "current", "selected", "hidden", "visible", "open", "closed", "clearfix",
    "clear", "cf", "fl", "fr", "sticky", "new", "unread", "read", "locked", "hot", "alt", "alt1", "alt2", "row1",
    "row2",
    "odd-row", "even-row", "last-child", "first-child", "has-post-thumbnail", "lazy", "lazyload", "lazyloaded", "wow",
    "animated", "status-publish", "format-standard", "format-gallery", "format-image", "js", "no-js", "is-active",
    "group", "left", "right", "center", "bg1", "bg2", "standard", "no-image", "big", "small", "first-item", "last-item",
  ]

  /// Layout says less than meaning.
  private static func weight(_ name: String) -> Int {
    let name = name.lowercased()
    if ["row", "col", "container", "wrapper", "inner", "grid", "block", "box", "span", "left", "medium"].contains(name)
      || name.hasPrefix("col-") || name.hasPrefix("grid") || name.hasPrefix("span") || name.hasPrefix("large-")
      || name.hasPrefix("small-") || name.hasPrefix("medium-") || name.hasPrefix("wp-block")
      || name.hasPrefix("type-") || name.hasPrefix("status-") || name.hasPrefix("format-") || name.hasPrefix("u-")
    {
      return 2
    }
    return name == "hentry" || name == "post" || name.contains("item") || name.contains("teaser") ? 0 : 1
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }
}
