import MarkupDocument

@testable import SafeHTML

/// What is not on the list in markup that should be safe, found by reading it again.
enum SafePage {
  static func faults(in markup: String) throws -> [String] {
    let tree = try MarkupTree.html(Array(markup.utf8))
    var faults: [String] = []
    tree.root?.walk { step in
      guard case .start(let node) = step, !["head", "body"].contains(node.name) else { return true }
      if AllowList.treatment(of: node.name) != .keep(node.name) { faults.append("<\(node.name)>") }
      for name in node.attributeNames {
        let known = ((AllowList.attributes[node.name] ?? []) + AllowList.everywhere).map(\.name)
        let added = ["rel", "referrerpolicy", "loading"]
        if !known.contains(name), !added.contains(name) { faults.append("\(node.name) \(name)") }
      }
      for name in ["href", "src"] {
        guard let address = node.attribute(name) else { continue }
        if !["http://", "https://", "mailto:"].contains(where: { address.lowercased().hasPrefix($0) }) {
          faults.append("\(name)=\(address)")
        }
      }
      return true
    }
    return faults
  }
}
