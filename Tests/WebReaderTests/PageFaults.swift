import WeftKit

@testable import SafeHTML
@testable import WebReader

/// What should not be on a page of the site, found by reading it as a browser does.
enum PageFaults {
  /// Elements of the page's own.
  private static let own: Set<String> = [
    "html", "head", "body", "meta", "title", "link", "script", "header", "main", "footer", "h1", "h2", "ul", "li", "a",
    "span", "button", "article", "div", "p", "time", "dialog", "dl", "dt", "dd", "kbd", "form",
  ]
  private static let attributes: Set<String> = [
    "lang", "charset", "name", "content", "rel", "href", "src", "defer", "type", "title", "class", "id", "role",
    "aria-label", "aria-busy", "aria-posinset", "aria-setsize", "aria-labelledby", "aria-current", "tabindex",
    "data-source", "data-state", "datetime", "target", "referrerpolicy", "method", "loading", "alt", "width", "height",
    "dir", "colspan", "rowspan", "scope", "span", "start", "value", "reversed",
  ]
  private static let identifiers: Set<String> = ["status", "help"]

  /// - Parameter items: how many items the page should have.
  static func find(in page: String, items: Int) throws -> [String] {
    let tree = try MarkupTree.html(Array(page.utf8))
    var faults: [String] = []
    var counts: [String: Int] = [:]
    var seen = Set<String>()
    tree.root?.walk { step in
      guard case .start(let node) = step else { return true }
      counts[node.name, default: 0] += 1
      if !own.contains(node.name), AllowList.treatment(of: node.name) != .keep(node.name) {
        faults.append("<\(node.name)>")
      }
      for name in node.attributeNames where !attributes.contains(name) { faults.append("\(node.name) \(name)") }
      if let id = node.attribute("id") {
        let isOfAnItem = id.hasPrefix("i") || id.hasPrefix("ti")
        if !identifiers.contains(id), !isOfAnItem { faults.append("id=\(id)") }
        if !seen.insert(id).inserted { faults.append("twice id=\(id)") }
      }
      for name in ["href", "src"] {
        guard let address = node.attribute(name) else { continue }
        let isOwn = address.hasPrefix("/") && !address.hasPrefix("//") && !address.hasPrefix("/\\")
        let isIcon = node.name == "link" && address == "data:,"
        let isOfTheWeb = ["http://", "https://", "mailto:"].contains { address.lowercased().hasPrefix($0) }
        if node.name == "a" || node.name == "img" {
          if !isOwn, !isOfTheWeb { faults.append("\(node.name) \(name)=\(address)") }
        } else if !isOwn, !isIcon {
          faults.append("\(node.name) \(name)=\(address)")
        }
      }
      return true
    }
    for (name, count) in [
      ("script", 1), ("form", 1), ("dialog", 1), ("h1", 1), ("main", 1), ("title", 1), ("article", items),
    ] where counts[name] != count {
      faults.append("\(counts[name] ?? 0) × <\(name)>")
    }
    return faults
  }
}
