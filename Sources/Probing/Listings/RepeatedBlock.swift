import MarkupDocument

/// Elements of a page that repeat: perhaps the items of a list.
struct RepeatedBlock {
  /// How a selector may name them.
  enum Signature: Hashable {
    /// All elements of that name and class.
    case classed(name: String, className: String)
    /// All elements of that name.
    case named(String)
    /// The children of that name of one element.
    case children(parent: Int, name: String)
  }

  let signature: Signature
  /// Their indices in the outline; none stands in another.
  let members: [Int]
  private(set) var score: Double
  /// The share of the page's text that stands in them.
  let share: Double

  /// What a block must reach to be proposed.
  private static let leastScore = 3.5
  /// Fewer are no list.
  private static let fewest = 3

  /// The repeated blocks of a page that could be lists of items, the best first.
  static func all(in outline: PageOutline) -> [RepeatedBlock] {
    var groups: [Signature: [Int]] = [:]
    for index in outline.nodes.indices {
      let name = outline.names[index]
      guard !ignored.contains(name) else { continue }
      for className in outline.classes[index].prefix(6) {
        groups[.classed(name: name, className: className), default: []].append(index)
      }
      if name == "article" { groups[.named(name), default: []].append(index) }
      let parent = outline.parents[index]
      if parent >= 0 { groups[.children(parent: parent, name: name), default: []].append(index) }
    }
    var blocks: [RepeatedBlock] = []
    for (signature, indices) in groups where indices.count >= fewest {
      if let block = RepeatedBlock(signature, outermost(indices, outline), outline) { blocks.append(block) }
    }
    blocks.sort { one, two in
      if one.score != two.score { return one.score > two.score }
      return one.order(outline) < two.order(outline)
    }
    var likely = Array(blocks.prefix(60))
    for index in likely.indices {
      // Columns of a layout have links and headings too; items are made alike.
      let likeness = outline.likeness(likely[index].members)
      likely[index].score += 4 * min(likeness, 0.75) - 2 - (likeness < 0.3 ? 2 : 0)
    }
    likely = likely.filter { $0.score > leastScore }.sorted { one, two in
      one.score != two.score ? one.score > two.score : one.order(outline) < two.order(outline)
    }
    return refined(likely, outline)
  }

  /// Where scores are equal, as for two classes of the same elements: what stands first in the page, a class before a
  /// name, of classes the one that says most.
  private func order(_ outline: PageOutline) -> (Int, Int, Int) {
    switch signature {
    case .classed(_, let className):
      (members[0], 0, outline.classes[members[0]].firstIndex(of: className) ?? 0)
    case .named: (members[0], 1, 0)
    case .children(let parent, _): (members[0], 2, parent)
    }
  }

  private static let ignored: Set<String> = [
    "html", "head", "body", "script", "style", "link", "meta", "br", "option", "img", "input", "td", "th", "span", "b",
    "i",
    "p", "em", "strong", "path", "svg", "source", "time", "small", "font", "hr", "noscript", "form", "label", "button",
    "h1", "h2", "h3", "h4", "h5", "h6",
  ]

  private static func outermost(_ indices: [Int], _ outline: PageOutline) -> [Int] {
    var result: [Int] = []
    var end = 0
    for index in indices where index >= end {
      result.append(index)
      end = outline.ends[index]
    }
    return result
  }

  init?(_ signature: Signature, _ members: [Int], _ outline: PageOutline) {
    guard members.count >= Self.fewest else { return nil }
    let count = Double(members.count)
    var linked = 0.0
    var text = 0
    var linkText = 0
    var (headed, headings, dated, pictured, aside, multiple) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    var targets = Set<String>()
    for member in members {
      if let target = outline.firstTarget(member) {
        linked += 1
        targets.insert(target)
      }
      text += outline.textLength(member)
      linkText += outline.linkTextLength(member)
      let own = outline.headingCount(member)
      headings += Double(own)
      if own == 1 || own == 2 { headed += 1 }
      if outline.dateCount(member) > 0 { dated += 1 }
      if outline.imageCount(member) > 0 { pictured += 1 }
      if outline.imageCount(member) > 4, own > 2 { multiple += 1 }
      if outline.isAside[member] { aside += 1 }
    }
    guard linked >= 0.5 * count else { return nil }
    let average = text / members.count
    let distinct = Double(targets.count) / count
    share = outline.wholeText == 0 ? 0 : Double(text) / Double(outline.wholeText)
    var score = 3 * linked / count * min(1, distinct)
    score += 2 * headed / count + 1.5 * dated / count + 0.75 * pictured / count
    score += 5 * share.squareRoot() + 0.4 * logarithm(members.count)
    score -= 3.5 * aside / count + 2 * multiple / count
    if average < 15, pictured < count / 2 { score -= 2.5 }
    if text > 0, Double(linkText) / Double(text) > 0.9, average < 60, pictured < count / 2 { score -= 1.5 }
    if headings / count > 2.5 { score -= 1.5 }
    if distinct < 0.5 { score -= 2 }
    switch signature {
    case .classed(let name, let className): score += Self.meaning(className) + (name == "article" ? 0.5 : 0)
    case .named: score += 0.5
    case .children(_, let name): score += ["li", "tr", "article"].contains(name) ? 0.25 : -0.5
    }
    guard score > Self.leastScore else { return nil }
    self.signature = signature
    self.members = members
    self.score = score
  }

  /// What the words of a class say for or against its being an item.
  private static func meaning(_ className: String) -> Double {
    let words = className.split { !$0.isLetter }.map { $0.lowercased() }
    if words.contains(where: { against.contains($0) }) { return -2 }
    return words.contains(where: { meant.contains($0) }) ? 1 : 0
  }

  private static let meant: Set<String> = [
    "item", "post", "hentry", "article", "entry", "teaser", "card", "product", "thread", "story", "news", "result",
    "topic", "message", "blogpost", "listing", "threadbit", "discussionlistitem",
  ]
  private static let against: Set<String> = [
    "nav", "menu", "widget", "sidebar", "footer", "tag", "tags", "share", "social", "comment", "comments", "related",
    "breadcrumb", "page", "pagination", "lang", "button", "option", "tab", "header", "meta", "title", "link", "thumb",
    "image", "content", "body", "excerpt", "author", "date", "category", "btn", "icon", "avatar", "col", "cell",
  ]

  // MARK: Granularity

  /// A block whose members each hold several of a finer one, which covers as much, gives way to it: rows to their cards.
  private static func refined(_ blocks: [RepeatedBlock], _ outline: PageOutline) -> [RepeatedBlock] {
    guard let best = blocks.first else { return [] }
    let finer = blocks.dropFirst().first { other in
      other.members.count * 2 >= best.members.count * 3 && other.share >= best.share * 0.7
        && other.score >= best.score - 1.5 && other.isInside(best, outline)
    }
    guard let finer else { return blocks }
    return [finer] + blocks.filter { $0.signature != finer.signature }
  }

  private func isInside(_ outer: RepeatedBlock, _ outline: PageOutline) -> Bool {
    // Both are in document order, and none of the outer ones stands in another.
    var inside = 0
    var next = 0
    for member in members {
      while next < outer.members.count, outline.ends[outer.members[next]] <= member { next += 1 }
      guard next < outer.members.count else { break }
      if outer.members[next] < member { inside += 1 }
    }
    return inside * 10 >= members.count * 9
  }
}
