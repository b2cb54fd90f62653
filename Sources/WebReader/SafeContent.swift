import WeftKit

/// The content of an item as markup that does nothing.
enum SafeContent {
  static func html(of item: Item) -> String {
    if let text = item.contentText ?? item.summary, !text.isEmpty {
      return text.split(separator: "\n\n").map { "<p>" + escaped(String($0)) + "</p>" }.joined()
    }
    return ""
  }
}
