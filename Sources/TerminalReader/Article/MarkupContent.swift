import WeftKit

/// A child of an element, as far as an article shows it.
enum MarkupContent {
  case element(MarkupNode)
  case text(String)
}

extension MarkupNode {
  /// The elements and texts in this element, in order.
  var contents: [MarkupContent] {
    var result: [MarkupContent] = []
    walk { step in
      switch step {
      case .start(let node): result.append(.element(node))
      case .text(let text): result.append(.text(text))
      case .end: break
      }
      // Only its own children.
      return false
    }
    return result
  }
}
