internal import CLibXML2
import Glibc
import URIs

/// A link of a web page that may lead to the next page, with the signs that speak for it. It is a guess: something to
/// propose to a person, never to be followed silently.
public struct NextPageGuess: Hashable, Sendable {
  /// The absolute address.
  public let url: String
  /// What the link says.
  public let text: String
  /// The sum of its signs; below `threshold` it is no guess.
  public let score: Int

  /// What a link must reach.
  static let threshold = 6

  /// The links of a page that reach the threshold, the best first; of equals the one that stands first.
  ///
  /// - Parameters:
  ///   - url: the page's address, absolute.
  ///   - base: where its relative links are resolved, absolute.
  public static func all(in tree: MarkupTree, url: String, base: String) -> [NextPageGuess] {
    var work = 0
    return all(in: tree, url: url, base: base, work: &work)
  }

  /// - Parameter work: the nodes and bytes that were looked at are added. It grows with the number of links, not with
  ///   what stands in them: links may stand in links, hundreds deep.
  static func all(in tree: MarkupTree, url: String, base: String, work: inout Int) -> [NextPageGuess] {
    guard let selector = try? CSSSelector("a[href]"), let links = try? tree.elements(selector) else { return [] }
    let base = BaseURI(base)
    let page = PageNumbers(url)
    var best: [String: (guess: NextPageGuess, order: Int)] = [:]
    for (order, link) in links.enumerated() {
      let href = (link.attribute("href") ?? "").drop { $0.isWhitespace }
      guard !href.isEmpty, !href.hasPrefix("#"), !href.lowercased().hasPrefix("javascript:") else { continue }
      let target = base.resolve(String(href))
      let targetWithoutFragment = target.prefix { $0 != "#" }
      guard targetWithoutFragment != url.prefix(while: { $0 != "#" }) else { continue }
      let signs = LinkSigns(link, work: &work)
      let score = signs.score + page.score(of: String(targetWithoutFragment))
      guard score >= threshold, score > best[target]?.guess.score ?? 0 else { continue }
      best[target] = (NextPageGuess(url: target, text: signs.text, score: score), order)
    }
    return best.values
      .sorted { ($0.guess.score, $1.order) > ($1.guess.score, $0.order) }
      .map(\.guess)
  }
}

/// What a link says and how it is dressed.
struct LinkSigns {
  let text: String
  let score: Int

  /// What a link says is told from its beginning.
  private static let mostBytes = 400
  private static let mostNodes = 64
  private static let mostLabels = 4

  init(_ link: MarkupNode, work: inout Int) {
    var budget = MarkupText.Budget(nodes: Self.mostNodes, bytes: Self.mostBytes)
    let text = MarkupText.collapsed(link.pointer, syntax: .html, budget: &budget)
    work += Self.mostNodes - budget.nodes + Self.mostBytes - budget.bytes
    self.text = text
    let says = Self.words(text)
    let labels =
      ["title", "aria-label"].compactMap { Self.attribute($0, of: link, &work) } + Self.alternativeTexts(link, &work)
    var score = Self.score(ofText: says, isShort: !budget.isSpent && text.unicodeScalars.count <= 30)
    // A label repeats what the text says, or says what a picture shows.
    for label in labels { score = max(score, Self.score(ofText: Self.words(label), isShort: label.count <= 40) - 1) }
    score += Self.score(ofClasses: link, saysNext: score >= 5, &work)
    self.score = score
  }

  /// The texts of pictures in the link.
  private static func alternativeTexts(_ link: MarkupNode, _ work: inout Int) -> [String] {
    var texts: [String] = []
    var left = mostNodes
    var next = link.pointer.nextElement(within: link.pointer)
    while let node = next, left > 0, texts.count < mostLabels {
      left -= 1
      if node.isNamed("img"), let text = attribute("alt", of: MarkupNode(tree: link.tree, pointer: node), &work) {
        texts.append(text)
      }
      next = node.nextElement(within: link.pointer)
    }
    work += mostNodes - left
    return texts
  }

  /// The beginning of an attribute's value.
  private static func attribute(_ name: StaticString, of node: MarkupNode, _ work: inout Int) -> String? {
    guard let value = node.pointer.attribute(name)?.pointee.children?.pointee.content else { return nil }
    let characters = UnsafeRawPointer(value).assumingMemoryBound(to: CChar.self)
    let bytes = UnsafeBufferPointer(start: UnsafePointer(value), count: strnlen(characters, mostBytes))
    work += bytes.count
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func words(_ text: String) -> [String] {
    text.lowercased().split { $0.isWhitespace || $0.isPunctuation && $0 != "»" && $0 != "›" }.map(String.init)
  }

  private static func score(ofText words: [String], isShort: Bool) -> Int {
    guard isShort, let first = words.first else { return 0 }
    let whole = words.joined(separator: " ")
    if against.contains(first) || words.contains(where: { against.contains($0) }) { return -6 }
    if sure.contains(whole) { return 6 }
    if words.contains(where: { sure.contains($0) }) { return words.count <= 3 ? 5 : 2 }
    if arrows.contains(whole) { return 4 }
    // "More" is mostly more of one item, of a menu or of a product: it needs the help of another sign.
    if whole == "more" { return 4 }
    return words.contains("more") && words.count <= 3 ? 2 : 0
  }

  /// Classes and ids of the link and of the elements around it.
  private static func score(ofClasses link: MarkupNode, saysNext: Bool, _ work: inout Int) -> Int {
    var score = 0
    var isInMenu = false
    var next: MarkupNode? = link
    for distance in 0..<4 {
      guard let node = next, node.name != "body" else { break }
      let names = names(of: node, &work)
      if distance < 2 {
        if names.contains("next") || names.contains("older") { score += 4 - distance }
        // Blogs call what is older "previous": where the text says so, it is right.
        if !saysNext, names.contains("prev") || names.contains("previous") { score -= 5 }
        if names.contains("newer") || names.contains("last") { score -= 5 }
      }
      if names.contains(where: { $0.hasPrefix("pag") }) {
        score += distance == 0 ? 1 : 2
      } else if names.contains("nav"), !isInMenu {
        // A site's menu is "nav" as well, and often at several levels: they are one sign.
        isInMenu = true
        score += 1
      }
      if names.contains(where: { $0.hasPrefix("comment") || $0 == "calendar" || $0 == "carousel" }) { score -= 3 }
      next = node.parent
    }
    return min(score, 8)
  }

  private static func names(of node: MarkupNode, _ work: inout Int) -> Set<String> {
    let text = (attribute("class", of: node, &work) ?? "") + " " + (attribute("id", of: node, &work) ?? "")
    return Set(text.lowercased().split { !$0.isLetter }.map(String.init))
  }

  /// "Next page" in the languages of the web.
  private static let sure: Set<String> = [
    "next", "older", "next page", "older posts", "older entries", "weiter", "nächste", "nächste seite",
    "ältere",
    "vor", "suivant", "suivante", "page suivante", "siguiente", "siguientes", "próxima", "próximo", "proxima",
    "proximo",
    "seguinte", "successivo", "successiva", "avanti", "volgende", "następna", "dalej", "další", "nästa", "næste",
    "neste",
    "seuraava", "sonraki", "далее", "следующая", "следующие", "вперед", "вперёд", "след", "наступна", "επόμενη", "次へ",
    "次のページ", "次", "下一页", "下一頁", "下页", "다음", "next »", "next ›", "következő", "ďalšia", "daugiau", "tiếp",
  ]
  private static let arrows: Set<String> = ["»", "›", ">", ">>", "→", "⟩", "❯", "▶", "»»"]
  private static let against: Set<String> = [
    "prev", "previous", "newer", "back", "zurück", "précédent", "anterior", "назад", "first", "last", "letzte", "«",
    "‹", "month", "comment", "comments", "reply", "article",
  ]
}

/// The numbers in the address of a page, which those of the next page go on from.
struct PageNumbers {
  private let parts: [String]

  init(_ url: String) { parts = Self.split(url) }

  /// How much the address looks like that of the next page: all alike but a number that is one more, or a page or offset
  /// parameter that the page's own address does not have.
  func score(of target: String) -> Int {
    let other = Self.split(target)
    if other.count == parts.count {
      var changed: (from: Int, to: Int)?
      for (one, two) in zip(parts, other) where one != two {
        guard let from = Int(one), let to = Int(two) else { return 0 }
        // Some say their number twice: `offset=24&start=24`.
        if let changed, changed != (from, to) { return 0 }
        changed = (from, to)
      }
      guard let changed else { return 0 }
      if changed.to == changed.from &+ 1 { return 4 }
      return changed.to > changed.from ? 1 : -3
    }
    // The first page often has no number: `/blog/` and `/blog/page/2/`.
    let shared = parts.last.map(\.unicodeScalars.count) ?? 0
    let added = String(other.dropFirst(parts.count - 1).joined().unicodeScalars.dropFirst(shared))
    if other.count > parts.count, zip(parts, other).dropLast().allSatisfy({ $0 == $1 }) {
      let letters = added.lowercased()
      if other.contains("2"), letters.contains("p") { return 4 }
      if other.contains("2") { return 2 }
      if Self.parameters.contains(where: { letters.contains($0) }) { return 1 }
    }
    return 0
  }

  private static let parameters = ["page=", "start=", "offset=", "paged=", "p="]

  /// Runs of digits and runs of anything else, in turn.
  private static func split(_ url: String) -> [String] {
    var parts: [String] = []
    var isNumber = false
    for scalar in url.unicodeScalars {
      let digit = ("0"..."9").contains(scalar)
      if parts.isEmpty || digit != isNumber { parts.append("") }
      isNumber = digit
      parts[parts.count - 1].unicodeScalars.append(scalar)
    }
    return parts
  }
}
