import MarkupDocument

/// The elements of a page in document order, with running sums: what stands in a subtree is a difference of two.
struct PageOutline {
  /// The elements.
  let nodes: [MarkupNode]
  /// The index of each element's parent; -1 for the root.
  private(set) var parents: [Int]
  /// The index behind each element's last descendant.
  private(set) var ends: [Int]
  /// The name of each element, and its classes that can be relied on.
  let names: [String]
  let classes: [[String]]
  /// The index of the next link with a target at or behind each element.
  private(set) var nextLink: [Int]
  /// The targets of links, without fragments; empty for what is no link.
  private(set) var targets: [String]
  private var text: [Int] = [0]
  private var linkText: [Int] = [0]
  private var links: [Int] = [0]
  private var headings: [Int] = [0]
  private var dates: [Int] = [0]
  private var images: [Int] = [0]
  /// The element is part of what stands around the content: navigation, header, footer, sidebar.
  private(set) var isAside: [Bool]

  /// A page may hold more elements; what stands behind these is not looked at.
  private static let mostElements = 150_000

  init(_ tree: MarkupTree) {
    let all = (try? CSSSelector("*")).flatMap { try? tree.elements($0) } ?? []
    let nodes = Array(all.prefix(Self.mostElements))
    let count = nodes.count
    var places: [MarkupNode: Int] = [:]
    places.reserveCapacity(count)
    var parents = [Int](repeating: -1, count: count)
    for (index, node) in nodes.enumerated() {
      places[node] = index
      if let parent = node.parent, let place = places[parent] { parents[index] = place }
    }
    var ends = Array(1...max(1, count))
    for index in stride(from: count - 1, to: 0, by: -1) where parents[index] >= 0 {
      ends[parents[index]] = max(ends[parents[index]], ends[index])
    }
    self.nodes = nodes
    self.parents = parents
    self.ends = ends
    names = nodes.map(\.name)
    classes = nodes.map(ClassName.stable)
    isAside = [Bool](repeating: false, count: count)
    targets = [String](repeating: "", count: count)
    nextLink = [Int](repeating: count, count: count + 1)
    sum()
  }

  private mutating func sum() {
    // Text counts as a link's where an ancestor is one; of hidden elements nothing counts.
    var inLink = [Bool](repeating: false, count: nodes.count)
    var isHidden = [Bool](repeating: false, count: nodes.count)
    for index in nodes.indices {
      let node = nodes[index]
      let name = names[index]
      let parent = parents[index]
      isHidden[index] = (parent >= 0 && isHidden[parent]) || Self.hidden.contains(name)
      isAside[index] = (parent >= 0 && isAside[parent]) || Self.isAround(node, name, classes[index])
      if name == "a", let target = Self.target(of: node) { targets[index] = target }
      inLink[index] = (parent >= 0 && inLink[parent]) || name == "a"
      let length = isHidden[index] ? 0 : node.ownTextLength
      text.append(text[index] + length)
      linkText.append(linkText[index] + (inLink[index] ? length : 0))
      links.append(links[index] + (targets[index].isEmpty ? 0 : 1))
      let isHeading = name.utf8.count == 2 && name.hasPrefix("h") && name != "hr"
      headings.append(headings[index] + (isHeading ? 1 : 0))
      dates.append(dates[index] + (Self.isDated(node, name) ? 1 : 0))
      images.append(images[index] + (name == "img" ? 1 : 0))
    }
    for index in stride(from: nodes.count - 1, through: 0, by: -1) {
      nextLink[index] = targets[index].isEmpty ? nextLink[index + 1] : index
    }
  }

  private static let hidden: Set<String> = ["script", "style", "template", "noscript", "head", "select", "svg"]

  private static func target(of node: MarkupNode) -> String? {
    let href = (node.attribute("href") ?? "").drop { $0.isWhitespace }
    guard !href.isEmpty, !href.hasPrefix("#"), !href.lowercased().hasPrefix("javascript:"),
      !href.lowercased().hasPrefix("mailto:")
    else { return nil }
    return String(href.prefix { $0 != "#" })
  }

  private static func isDated(_ node: MarkupNode, _ name: String) -> Bool {
    if name == "time" || node.attribute("datetime") != nil { return true }
    guard let classes = node.attribute("class")?.lowercased() else { return false }
    return ["date", "time", "published", "posted"].contains { classes.contains($0) }
  }

  /// By the element's name, its role, or the words of its class and id.
  private static func isAround(_ node: MarkupNode, _ name: String, _ classes: [String]) -> Bool {
    if ["nav", "footer", "aside"].contains(name) { return true }
    // A header in an article or a section belongs to it.
    if name == "header", node.parent.map({ ["body", "div"].contains($0.name) }) ?? false { return true }
    if ["navigation", "banner", "contentinfo", "complementary", "menu"].contains(node.attribute("role") ?? "") {
      return true
    }
    guard name != "body", name != "html" else { return false }
    let names = (node.attribute("class") ?? "") + " " + (node.attribute("id") ?? "")
    guard names.count > 1, names.utf8.count < 400 else { return false }
    let words = names.lowercased().split { !$0.isLetter }.map(String.init)
    return words.contains { around.contains($0) || $0.hasPrefix("sidebar") || $0.hasSuffix("menu") }
      && !words.contains { $0 == "content" || $0 == "main" || $0 == "no" || $0 == "with" || $0 == "has" }
  }

  private static let around: Set<String> = [
    "nav", "navbar", "navigation", "menu", "footer", "sidebar", "widget", "breadcrumb", "breadcrumbs", "pagination",
    "pager", "pagenav", "pagenavi", "wp-pagenavi", "toolbar", "cookie", "modal", "share", "sharing", "social",
    "related", "tagcloud", "submenu", "dropdown", "megamenu", "topbar", "masthead", "colophon", "blogroll",
  ]

  // MARK: Subtrees

  func textLength(_ index: Int) -> Int { text[ends[index]] - text[index] }
  func linkTextLength(_ index: Int) -> Int { linkText[ends[index]] - linkText[index] }
  func linkCount(_ index: Int) -> Int { links[ends[index]] - links[index] }
  func headingCount(_ index: Int) -> Int { headings[ends[index]] - headings[index] }
  func dateCount(_ index: Int) -> Int { dates[ends[index]] - dates[index] }
  func imageCount(_ index: Int) -> Int { images[ends[index]] - images[index] }

  /// The first target in the subtree, or that of a link around it; `nil` where there is none.
  func firstTarget(_ index: Int) -> String? {
    let link = nextLink[index]
    if link < ends[index] { return targets[link] }
    let parent = parents[index]
    return parent >= 0 && !targets[parent].isEmpty ? targets[parent] : nil
  }

  /// How alike subtrees are: the share of their kinds of element (name and first class) that two have in common, on
  /// average of some pairs.
  func likeness(_ members: [Int]) -> Double {
    let sample = members.prefix(8)
    guard let first = sample.first.map(kinds) else { return 0 }
    let shares = sample.dropFirst().map { member -> Double in
      let own = kinds(member)
      let union = own.union(first).count
      return union == 0 ? 1 : Double(own.intersection(first).count) / Double(union)
    }
    // One that differs, such as a first one that is larger, says nothing against the others.
    let sorted = shares.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }

  private func kinds(_ index: Int) -> Set<String> {
    var kinds = Set<String>()
    for place in index..<min(ends[index], index + 250) {
      kinds.insert(classes[place].first.map { names[place] + "." + $0 } ?? names[place])
    }
    return kinds
  }

  /// The text of the whole page.
  var wholeText: Int { text.last ?? 0 }
}
