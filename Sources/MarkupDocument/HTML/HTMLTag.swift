/// The element names that the rules of the HTML standard know (13.2.6); all others behave alike.
enum HTMLTag: UInt8, CaseIterable {
  /// Any other element of HTML.
  case other
  /// An element of a drawing or a formula.
  case foreign
  case html, head, body, title, base, basefont, bgsound, link, meta, style, script, noscript, noframes, template
  case frameset, frame, address, article, aside, blockquote, center, details, dialog, dir, div, dl, fieldset
  case figcaption, figure, footer, header, hgroup, main, menu, nav, ol, p, search, section, summary, ul, h1, h2, h3
  case h4, h5, h6, pre, listing, form, li, dd, dt, plaintext, button, a, b, big, code, em, font, i, s, small, strike
  case strong, tt, u, nobr, applet, marquee, object, table, br, hr, img, image, input, area, embed, keygen, wbr
  case param, source, track, textarea, xmp, iframe, noembed, select, optgroup, option, rb, rt, rp, rtc, ruby
  case caption, col, colgroup, tbody, tfoot, thead, td, th, tr, math, svg, span, sub, sup, `var`

  /// A name of at most ten bytes as two integers: a look-up compares no strings.
  private struct Key: Equatable {
    var head: UInt64 = 0
    var tail: UInt64 = 0

    init(_ name: some Sequence<UInt8>) {
      var index = 0
      for byte in name {
        if index < 8 { head = head << 8 | UInt64(byte) } else { tail = tail << 8 | UInt64(byte) }
        index &+= 1
      }
    }

    var slot: Int { Int(truncatingIfNeeded: ((head ^ (tail << 7)) &* 0x9E37_79B9_7F4A_7C15) >> 55) }
  }

  /// Names to tags, by open addressing; an empty slot has the key of no name.
  private static let slots: ContiguousArray<(key: Key, tag: HTMLTag)> = {
    var slots = ContiguousArray<(key: Key, tag: HTMLTag)>(repeating: (Key([]), .other), count: 512)
    for tag in allCases where tag != .other && tag != .foreign {
      let key = Key(String(describing: tag).utf8)
      var slot = key.slot
      while slots[slot].tag != .other { slot = (slot + 1) & 511 }
      slots[slot] = (key, tag)
    }
    return slots
  }()

  /// The tag of a name in lower case.
  static func named(_ name: UnsafeBufferPointer<UInt8>) -> HTMLTag {
    guard name.count <= 10 else { return .other }
    let key = Key(name)
    var slot = key.slot
    while slots[slot].tag != .other {
      if slots[slot].key == key { return slots[slot].tag }
      slot = (slot &+ 1) & 511
    }
    return .other
  }
}

/// A set of tags, as 128 bits.
struct HTMLTagSet: ExpressibleByArrayLiteral, Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init(arrayLiteral elements: HTMLTag...) { for tag in elements { insert(tag) } }

  private mutating func insert(_ tag: HTMLTag) {
    if tag.rawValue < 64 { low |= 1 << UInt64(tag.rawValue) } else { high |= 1 << UInt64(tag.rawValue &- 64) }
  }

  func contains(_ tag: HTMLTag) -> Bool {
    let bit = tag.rawValue & 63
    return (tag.rawValue < 64 ? low >> UInt64(bit) : high >> UInt64(bit)) & 1 == 1
  }

  static func | (left: HTMLTagSet, right: HTMLTagSet) -> HTMLTagSet {
    var union = left
    union.low |= right.low
    union.high |= right.high
    return union
  }
}

extension HTMLTagSet {
  /// "Special" elements (13.2.4.2).
  static let special: HTMLTagSet = [
    .address, .applet, .area, .article, .aside, .base, .basefont, .bgsound, .blockquote, .body, .br, .button, .caption,
    .center, .col, .colgroup, .dd, .details, .dir, .div, .dl, .dt, .embed, .fieldset, .figcaption, .figure, .footer,
    .form, .frame, .frameset, .h1, .h2, .h3, .h4, .h5, .h6, .head, .header, .hgroup, .hr, .html, .iframe, .img, .input,
    .keygen, .li, .link, .listing, .main, .marquee, .menu, .meta, .nav, .noembed, .noframes, .noscript, .object, .ol,
    .p,
    .param, .plaintext, .pre, .script, .search, .section, .select, .source, .style, .summary, .table, .tbody, .td,
    .template, .textarea, .tfoot, .th, .thead, .title, .tr, .track, .ul, .wbr, .xmp,
  ]
  static let formatting: HTMLTagSet = [
    .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u,
  ]
  static let headings: HTMLTagSet = [.h1, .h2, .h3, .h4, .h5, .h6]
  static let scope: HTMLTagSet = [.applet, .caption, .html, .table, .td, .th, .marquee, .object, .template]
  static let buttonScope: HTMLTagSet = scope | [.button]
  static let listItemScope: HTMLTagSet = scope | [.ol, .ul]
  static let tableScope: HTMLTagSet = [.html, .table, .template]
  static let impliedEnd: HTMLTagSet = [.dd, .dt, .li, .optgroup, .option, .p, .rb, .rp, .rt, .rtc]
  static let thoroughlyImpliedEnd: HTMLTagSet =
    impliedEnd | [.caption, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr]
  static let tableText: HTMLTagSet = [.table, .tbody, .template, .tfoot, .thead, .tr]
  /// Blocks whose start tag closes an open paragraph (13.2.6.4.7).
  static let blocks: HTMLTagSet = [
    .address, .article, .aside, .blockquote, .center, .details, .dialog, .dir, .div, .dl, .fieldset, .figcaption,
    .figure, .footer, .header, .hgroup, .main, .menu, .nav, .ol, .p, .search, .section, .summary, .ul,
  ]
  /// Elements at whose edges a reader sees the end of a word.
  static let wordBreaking: HTMLTagSet =
    blocks | headings | [
      .br, .caption, .dd, .dt, .form, .hr, .li, .listing, .option, .pre, .table, .tbody, .td, .tfoot, .th, .thead, .tr,
    ]
  static let inHead: HTMLTagSet = [
    .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title,
  ]
  /// HTML tags that end a drawing or a formula that was never closed (13.2.6.5).
  static let breakout: HTMLTagSet = [
    .b, .big, .blockquote, .body, .br, .center, .code, .dd, .div, .dl, .dt, .em, .embed, .h1, .h2, .h3, .h4, .h5, .h6,
    .head, .hr, .i, .img, .li, .listing, .menu, .meta, .nobr, .ol, .p, .pre, .ruby, .s, .small, .span, .strong, .strike,
    .sub, .sup, .table, .tt, .u, .ul, .var,
  ]
}
