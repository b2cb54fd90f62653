import Dates
import MarkupDocument
import URIs
import WeftModel

/// The fields of a block's members: selectors relative to them, chosen by what they find in all of them.
struct BlockFields {
  private(set) var settings = FieldSettings()
  /// The share of items for each field, and how sure it is.
  private(set) var remarks: [String: String] = [:]
  private(set) var notes: [Proposal.Note] = []
  private let members: [MarkupNode]
  private let base: BaseURI
  private let page: String
  /// Elements of the first members, from which selectors are made.
  private let elements: [MarkupNode]

  private static let mostElements = 300

  /// The fields; `nil` where the members have no address of their own.
  init?(_ members: [MarkupNode], base: String, page: String) {
    self.members = Array(members.prefix(BlockField.mostMembers))
    self.base = BaseURI(base)
    self.page = page
    elements = self.members.prefix(4).flatMap { Self.descendants(of: $0) }
    guard let link = bestLink() else { return nil }
    set(.url, link.selector, link)
    chooseTitle(besides: link)
    chooseDate()
    chooseImage()
    chooseSummary()
    chooseAuthor()
  }

  private static func descendants(of node: MarkupNode) -> [MarkupNode] {
    var result: [MarkupNode] = []
    var stack = Array(node.children.reversed())
    while let next = stack.popLast(), result.count < mostElements {
      result.append(next)
      stack += next.children.reversed()
    }
    return result
  }

  private mutating func set(
    _ name: FieldName, _ selector: String, _ field: BlockField, _ certainty: Proposal.Certainty = .sure
  ) {
    settings.values.append(.init(name: name, value: .selector(selector)))
    var words: [String] = []
    if certainty != .sure { words.append(certainty.rawValue) }
    if field.presence < 0.995 { words.append("in \(field.present.count) of \(field.values.count) items") }
    remarks["fields." + name.rawValue] = words.joined(separator: ", ")
  }

  // MARK: Selectors

  /// Short selectors for an element below a member, those that say most first.
  private func selectors(for node: MarkupNode) -> [String] {
    let name = node.name
    let classes = ClassName.stable(of: node)
    var selectors = classes.prefix(3).map { "\(name).\($0)" }
    if let property = node.attribute("itemprop"), ClassName.isStable(property) {
      selectors.append("[itemprop=\(property)]")
    }
    if let relation = node.attribute("rel"), ["bookmark", "author"].contains(relation) {
      selectors.append("\(name)[rel=\(relation)]")
    }
    if let parent = node.parent, !members.contains(parent) {
      let isHeading = parent.name.utf8.count == 2 && parent.name.hasPrefix("h")
      if isHeading { selectors.insert("\(parent.name) \(name)", at: 0) }
      selectors += ClassName.stable(of: parent).prefix(2).map { "\(parent.name).\($0) \(name)" }
      if ["td", "dt", "li", "p", "strong", "figure"].contains(parent.name) {
        selectors.append("\(parent.name) \(name)")
      }
    }
    return selectors + [name]
  }

  private func fields(
    of nodes: [MarkupNode], suffix: String = "", where holds: (MarkupNode) -> Bool
  ) -> [BlockField] {
    var texts: [String] = []
    for node in nodes where holds(node) {
      for selector in selectors(for: node) where !texts.contains(selector) && texts.count < 60 {
        texts.append(selector)
      }
    }
    return texts.compactMap { BlockField($0 + suffix, in: members) }
  }

  // MARK: The address

  private func bestLink() -> BlockField? {
    var candidates: [BlockField] = []
    if members.contains(where: { $0.name == "a" }), let own = BlockField("@href", in: members) {
      candidates.append(own)
    }
    candidates += fields(of: elements, suffix: "@href") { $0.name == "a" && $0.attribute("href") != nil }
    // The whole item may stand in a link.
    if members.allSatisfy({ $0.parent?.name == "a" }), let around = BlockField("..//@href", in: members) {
      candidates.append(around)
    }
    var best: (field: BlockField, score: Double)?
    for field in candidates {
      guard let score = score(ofLink: field), score > best?.score ?? 0 else { continue }
      best = (field, score)
    }
    return best?.field
  }

  private func score(ofLink field: BlockField) -> Double? {
    guard field.presence >= 0.5 else { return nil }
    let usable = field.share {
      !$0.hasPrefix("#") && !$0.lowercased().hasPrefix("javascript:") && !$0.hasPrefix("mailto:")
    }
    guard usable > 0.8 else { return nil }
    let texts = field.nodes.map { $0?.text ?? "" }
    let said = texts.filter { !$0.isEmpty }
    let length = said.isEmpty ? 0 : said.reduce(0) { $0 + $1.unicodeScalars.count } / said.count
    let distinctTexts = said.isEmpty ? 0 : Double(Set(said).count) / Double(said.count)
    var score = field.presence * 4 + field.distinctness * 3.5
    // Distinct without their fragments: permalinks of one page are no addresses of their own.
    let bare = Set(field.present.map { $0.prefix { $0 != "#" } })
    if Double(bare.count) < Double(field.present.count) * 0.5 { score -= 2 }
    let own = page.prefix { $0 != "#" }
    if field.share({ base.resolve($0).prefix { $0 != "#" } == own }) > 0.3 { score -= 3 }
    if (12...200).contains(length) { score += 2 } else if (4..<12).contains(length) { score += 1 }
    if said.count > 2, distinctTexts < 0.5 { score -= 1.5 }
    guard let node = field.nodes.compactMap({ $0 }).first else { return nil }
    score += Self.meaning(of: node)
    return score + Self.preference(field.selector)
  }

  /// Of two selectors that find the same the one that names its element, then the shorter one.
  private static func preference(_ selector: String) -> Double {
    let words = Set(selector.lowercased().split { !($0.isLetter || $0.isNumber) }.map(String.init))
    let isNaming =
      !words.isDisjoint(with: titleWords) || !words.isDisjoint(with: ["h1", "h2", "h3", "h4", "h5", "bookmark"])
    let isBare = ["div", "span", "li", "td", "a", "p"].contains(selector.prefix { $0 != "@" })
    return (isNaming ? 0.3 : 0) - (isBare ? 0.2 : 0) - Double(selector.utf8.count) * 0.01
  }

  /// What names around a link say for or against its being the item's own.
  private static func meaning(of node: MarkupNode) -> Double {
    var score = 0.0
    if (node.attribute("rel") ?? "").contains("bookmark") { score += 1.5 }
    var next: MarkupNode? = node
    for _ in 0..<3 {
      guard let current = next else { break }
      if current.name.utf8.count == 2, current.name.hasPrefix("h"), current.name != "hr" { score += 2 }
      let names =
        ((current.attribute("class") ?? "") + " " + (current.attribute("id") ?? "")
        + " " + (current.attribute("itemprop") ?? "")).lowercased()
      let words = Set(names.split { !$0.isLetter }.map(String.init))
      if !words.isDisjoint(with: titleWords) { score += 1.5 }
      if !words.isDisjoint(with: otherWords) { score -= 2 }
      next = current.parent
    }
    let target = (node.attribute("href") ?? "").lowercased()
    if [
      "/author/", "/user/", "/users/", "/tag/", "/category/", "/member", "#comment", "#respond", "/profile", "profile.",
      "profiel", "sharer", "newreply",
      "quote=", "report", "login", "register", "wishlist", "compare", "add-to-cart", "facebook.com", "twitter.com",
    ]
    .contains(where: { target.contains($0) }) {
      score -= 4
    }
    return min(3.5, score)
  }

  private static let titleWords: Set<String> = [
    "title", "headline", "heading", "subject", "titulo", "titel", "permalink", "threadtitle", "topictitle", "name",
  ]
  private static let otherWords: Set<String> = [
    "author", "user", "username", "tag", "tags", "category", "categories", "cat", "comment", "comments", "share",
    "avatar", "date", "reply", "replies", "meta", "lastpost", "like", "social", "pages", "cart", "wishlist", "compare",
  ]

  // MARK: The texts

  private mutating func chooseTitle(besides link: BlockField) {
    let selector = link.selector.hasSuffix("@href") ? String(link.selector.dropLast(5)) : ""
    var candidates: [(field: BlockField, bonus: Double)] = []
    if !selector.isEmpty, let field = BlockField(selector, in: members) { candidates.append((field, 1.5)) }
    for name in ["h1", "h2", "h3", "h4", "h5"] {
      if let field = BlockField(name, in: members) { candidates.append((field, 1.5)) }
    }
    let titled = fields(of: elements) { node in
      let words = Set(
        ((node.attribute("class") ?? "") + " " + (node.attribute("itemprop") ?? "")).lowercased()
          .split { !$0.isLetter }.map(String.init))
      return !words.isDisjoint(with: Self.titleWords)
    }
    candidates += titled.map { ($0, 1) }
    if !selector.isEmpty {
      if let field = BlockField(selector + "@title", in: members) { candidates.append((field, 0)) }
      if let field = BlockField(selector + " img@alt", in: members) { candidates.append((field, -0.5)) }
    } else {
      // The item is the link: a part of it, else the whole.
      if let field = BlockField("strong", in: members) { candidates.append((field, 0.5)) }
      if let field = BlockField(":scope", in: members) { candidates.append((field, 0)) }
    }
    var best: (field: BlockField, score: Double)?
    for (field, bonus) in candidates where field.presence >= 0.5 {
      var score = bonus + field.presence * 3 + field.distinctness * 2.5
      switch field.averageLength {
      case 8...140: score += 2
      case 3..<8: score += 0.5
      case 141...250: score += 0
      default: score -= 2
      }
      if field.share({ $0.utf8.allSatisfy { $0 < 0x41 } }) > 0.5 { score -= 3 }
      if field.share(ValueShape.isDate) > 0.5 { score -= 3 }
      score += Self.preference(field.selector)
      if score > best?.score ?? 3.5 { best = (field, score) }
    }
    if let best { return set(.title, best.field.selector, best.field) }
    // A table's row may be all that there is.
    if let own = BlockField(members.first?.name == "a" ? ":scope" : "a", in: members), own.presence > 0.5 {
      set(.title, own.selector, own, .unsure)
    } else {
      notes.append(.init(.unsure, "no title was found in the items"))
    }
  }

  private mutating func chooseSummary() {
    let title = settings.values.first { $0.name == .title }
    let texts = fields(of: elements) { node in
      ["p", "div", "span", "td", "section", "blockquote"].contains(node.name) && node.ownTextLength >= 30
    }
    var best: (field: BlockField, score: Double)?
    for field in texts where field.presence >= 0.4 && (40...3_000).contains(field.averageLength) {
      guard title?.value != .selector(field.selector), field.distinctness > 0.5 else { continue }
      let words = Set(field.selector.lowercased().split { !$0.isLetter }.map(String.init))
      var score = field.presence * 3 + (words.isDisjoint(with: Self.summaryWords) ? 0 : 1.5)
      score += Self.preference(field.selector) * 2
      if score > best?.score ?? 0 { best = (field, score) }
    }
    if let best { set(.summary, best.field.selector, best.field, .guessed) }
  }

  private static let summaryWords: Set<String> = [
    "excerpt", "summary", "lead", "desc", "description", "content", "text", "body", "teaser", "intro", "p", "message",
  ]

  private mutating func chooseAuthor() {
    let people = fields(of: elements) { node in
      let words = Set(
        ((node.attribute("class") ?? "") + " " + (node.attribute("rel") ?? "") + " "
          + (node.attribute("itemprop") ?? ""))
          .lowercased().split { !$0.isLetter }.map(String.init))
      return !words.isDisjoint(with: ["author", "byline", "username", "by", "writer", "autor"])
    }
    func isNaming(_ field: BlockField) -> Int {
      field.selector.contains("author") || field.selector.contains("user") || field.selector.contains("by") ? 1 : 0
    }
    let bare: Set<String> = ["span", "a", "div", "p", "td", "li", "strong", "b"]
    let best = people.filter {
      $0.presence >= 0.5 && (2...40).contains($0.averageLength) && !bare.contains($0.selector)
    }
    .max { one, two in
      (one.presence, isNaming(one), -one.selector.utf8.count) < (two.presence, isNaming(two), -two.selector.utf8.count)
    }
    guard let best else { return }
    settings.authorNames = .selector(best.selector)
    remarks["fields.authors"] = "guessed"
  }

  // MARK: Date and picture

  private mutating func chooseDate() {
    var best: (field: BlockField, score: Double, unit: DateParser.UnixUnit?)?
    func look(_ field: BlockField, bonus: Double) {
      guard field.presence >= 0.3, field.present.count >= 2 || field.values.count < 3 else { return }
      let units = field.present.compactMap(ValueShape.unixUnit)
      let isUnix = Double(units.count) > 0.9 * Double(max(1, field.present.count))
      let dates = field.share { ValueShape.isDate($0) || RelativeDate.parse($0, now: 1_700_000_000_000_000) != nil }
      guard isUnix || dates > 0.8 else { return }
      let score = field.presence * 3 + bonus + Self.preference(field.selector)
      if score > best?.score ?? 0 { best = (field, score, isUnix ? units.first : nil) }
    }
    for name in Self.dateAttributes {
      for field in fields(of: elements, suffix: "@" + name, where: { $0.attribute(name)?.isEmpty == false }) {
        look(field, bonus: name == "title" ? 0.3 : 1)
      }
      if members.first?.attribute(name)?.isEmpty == false, let own = BlockField("@" + name, in: members) {
        look(own, bonus: name == "title" ? 0 : 0.8)
      }
    }
    for field in fields(of: elements, where: { (4...60).contains($0.ownTextLength) }) { look(field, bonus: 0) }
    guard let best else {
      notes.append(
        .init(
          .unsure,
          "no date was found in the items: they keep the order of the page; a date in words of another"
            + " language needs date_published with format and locale"))
      return
    }
    if let unit = best.unit {
      var steps = ValueSteps()
      steps.select = best.field.selector
      steps.unix = unit == .seconds ? .seconds : .milliseconds
      settings.values.append(.init(name: .datePublished, value: .steps(steps)))
      notes.append(
        .init(.sure, "\(best.field.selector) holds \(unit == .seconds ? "seconds" : "milliseconds") since 1970"))
    } else {
      set(.datePublished, best.field.selector, best.field)
    }
  }

  private static let dateAttributes = [
    "datetime", "data-timestamp", "data-time", "data-utime", "data-date", "data-datetime", "data-unixtime", "data-ts",
    "data-created", "data-published", "data-epoch", "title", "content",
  ]

  private mutating func chooseImage() {
    var best: (field: BlockField, score: Double)?
    for (attribute, bonus) in [("data-src", 0.3), ("data-original", 0.3), ("data-lazy-src", 0.3), ("src", 0)] {
      let pictures = fields(of: elements, suffix: "@" + attribute) {
        $0.name == "img" && $0.attribute(attribute)?.isEmpty == false
      }
      for field in pictures where field.presence >= 0.3 && field.distinctness > 0.5 {
        guard field.share({ $0.hasPrefix("data:") }) < 0.2 else { continue }
        let isFace = field.selector.contains("avatar") || field.selector.contains("icon")
        let score =
          field.presence * 2 + field.distinctness + bonus - (isFace ? 2 : 0)
          - Double(field.selector.utf8.count) * 0.01
        if score > best?.score ?? 1.2 { best = (field, score) }
      }
    }
    if let best { set(.image, best.field.selector, best.field) }
  }
}
