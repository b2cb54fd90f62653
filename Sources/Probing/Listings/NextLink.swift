import MarkupDocument
import URIs
import WeftModel

/// Ways to write down how a page leads to the next one.
struct NextLink {
  private let tree: MarkupTree
  private let base: BaseURI
  /// Links to the next page, at its address.
  private let links: [MarkupNode]
  private let target: String

  init(_ target: String, in tree: MarkupTree, base: String) {
    self.tree = tree
    self.base = BaseURI(base)
    self.target = Self.bare(target)
    let all = (try? CSSSelector("a[href]")).flatMap { try? tree.elements($0) } ?? []
    var links: [MarkupNode] = []
    for link in all where Self.bare(self.base.resolve(Self.href(link))) == self.target {
      links.append(link)
      if links.count == 4 { break }
    }
    self.links = links
  }

  /// The links belong to items, of which several have one with these words: what says "more" there is no next page.
  func isOfItem(_ nodes: Set<MarkupNode>, saying text: String) -> Bool {
    !links.isEmpty && repetitions(of: text) >= 3
      && links.allSatisfy { link in
        var next: MarkupNode? = link
        while let node = next {
          if nodes.contains(node) { return true }
          next = node.parent
        }
        return false
      }
  }

  private func repetitions(of text: String) -> Int {
    let all = (try? CSSSelector("a[href]")).flatMap { try? tree.elements($0) } ?? []
    return all.prefix(2_000).count { $0.text == text }
  }

  /// Selectors that find this link, and on other pages likely its like; those that name it first.
  var selectors: [String] {
    var named: [String] = []
    var dressed: [String] = []
    for link in links {
      for (selector, isNamed) in Self.selectors(for: link) where leads(selector) {
        if isNamed { named.append(selector) } else { dressed.append(selector) }
      }
    }
    let spoken = links.compactMap(Self.byText).filter(leads)
    var seen = Set<String>()
    return (named + spoken + dressed).filter { seen.insert($0).inserted }
  }

  /// All that the selector finds leads to the target.
  private func leads(_ selector: String) -> Bool {
    guard let selector = try? MarkupSelector(selector, role: .page),
      let matches = try? tree.matches(selector, limit: 20), !matches.isEmpty
    else { return false }
    return matches.allSatisfy { match in
      guard case .node(let node) = match else { return false }
      let href = node.isAttribute ? node.rawText : Self.href(node)
      return Self.bare(base.resolve(href)) == target
    }
  }

  private static func selectors(for link: MarkupNode) -> [(String, isNamed: Bool)] {
    var result: [(String, Bool)] = []
    func add(_ selector: String, _ name: String) { result.append((selector + "@href", isNext(name))) }
    for name in ClassName.stable(of: link) + states(link) { add("a.\(name)", name) }
    if let id = ClassName.stableID(of: link) { add("a#\(id)", id) }
    var around = link.parent
    for _ in 0..<2 {
      guard let parent = around, parent.name != "body" else { break }
      for name in ClassName.stable(of: parent) { add("\(parent.name).\(name) a", name) }
      if let id = ClassName.stableID(of: parent) { add("#\(id) a", id) }
      around = parent.parent
    }
    for attribute in ["title", "aria-label"] {
      // A label with a number is that of this one page.
      if let text = link.attribute(attribute), isQuotable(text), isNext(text), !text.contains(where: \.isNumber) {
        add("a[\(attribute)=\"\(text)\"]", text)
      }
    }
    return result
  }

  /// Words such as `last` in the class of a link say where it stands, and `next` is one of them.
  private static func states(_ link: MarkupNode) -> [String] {
    (link.attribute("class") ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
      .filter { ["next", "older"].contains($0.lowercased()) && !ClassName.isStable($0) }
  }

  private static func isNext(_ name: String) -> Bool {
    let name = name.lowercased()
    return nextWords.contains { name.contains($0) }
  }

  private static let nextWords = [
    "next", "older", "weiter", "nächste", "naechste", "suivant", "siguiente", "proxim", "próxim", "seguinte",
    "successiv", "volgende", "następn", "další", "nästa", "neste", "sonraki", "далее", "следующ", "次", "下一", "다음",
    "previous-posts",
  ]

  /// The link by what it says, where that is no number.
  private static func byText(_ link: MarkupNode) -> String? {
    let text = link.text
    guard isQuotable(text), !text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return "//a[normalize-space(.)=\"\(text)\"]/@href"
  }

  private static func isQuotable(_ text: String) -> Bool {
    (1...40).contains(text.unicodeScalars.count)
      && text.unicodeScalars.allSatisfy {
        $0.value >= 0x20 && $0 != "\"" && $0 != "\\" && $0.value != 0x7F && $0.value != 0xA0
      }
  }

  private static func href(_ node: MarkupNode) -> String {
    let text = (node.attribute("href") ?? "").drop { $0.isWhitespace }
    return String(text.prefix { !$0.isNewline })
  }

  private static func bare(_ url: String) -> String { String(url.prefix { $0 != "#" }) }
}

/// A template from the addresses of a page and the one after it, which differ in one number.
struct NextNumber {
  /// The template.
  let template: String
  /// What it counts.
  let unit: NumberedAddress.Unit
  /// The number of the page itself, as its address has it or as the next one's implies.
  let current: Int
  /// How far the numbers go on.
  let step: Int
  /// The page's own address has the number.
  let isWritten: Bool

  /// The template; `nil` where the next address has no number that goes on from this one.
  init?(page: String, next: String) {
    let next = ProbedAddress.escaped(next)
    guard let following = NumberedAddress(next) else { return nil }
    let own = NumberedAddress(page)
    template = following.template
    unit = following.unit
    isWritten = own?.template == following.template
    switch unit {
    case .page:
      let before = isWritten ? own?.number ?? 0 : following.number - 1
      guard following.number == before + 1, before >= 0 else { return nil }
      current = before
      step = 1
    case .offset:
      let before = isWritten ? own?.number ?? 0 : 0
      guard following.number > before else { return nil }
      current = before
      step = following.number - before
    }
  }
}
