import SafeHTML
import WeftKit

/// The content of an item as markup that does nothing.
enum SafeContent {
  /// The content, else the summary, else the text; at most 256 KiB of it.
  static func html(of item: Item) -> String {
    if let markup = item.contentHTML, !markup.isEmpty {
      return HTMLSanitizer(base: item.url, limit: longest).sanitized(markup)
    }
    guard let text = item.contentText ?? item.summary, !text.isEmpty else { return "" }
    return text.prefix(longest).split(separator: "\n\n").map { "<p>" + escaped(String($0)) + "</p>" }.joined()
  }

  private static let longest = 256 << 10
}
