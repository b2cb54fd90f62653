import Regexes
import WeftModel

/// The conditions of a source (`where:`), ready to be asked of each item.
struct ItemFilter: Sendable {
  private let holds: [@Sendable (Item) -> Bool]

  /// - Parameter compile: makes a test of a text from a regular expression.
  init(_ conditions: [ItemCondition], compile: (String) -> @Sendable (String) -> Bool = ItemFilter.search) {
    holds = conditions.map { Self.test($0, compile) }
  }

  var isEmpty: Bool { holds.isEmpty }

  func accepts(_ item: Item) -> Bool { holds.allSatisfy { $0(item) } }

  private static func test(
    _ condition: ItemCondition, _ compile: (String) -> @Sendable (String) -> Bool
  ) -> @Sendable (Item) -> Bool {
    switch condition {
    case .matches(let field, let pattern):
      let search = compile(pattern)
      return { texts(of: field, in: $0).contains(where: search) }
    case .has(let field, let value):
      return { texts(of: field, in: $0).contains(value) }
    case .not(let inner):
      let test = test(inner, compile)
      return { !test($0) }
    case .any(let inner):
      let tests = inner.map { test($0, compile) }
      return { item in tests.contains { $0(item) } }
    }
  }

  /// The texts of a field, by its name in JSON Feed 1.1; the field of an unknown name is empty.
  static func texts(of field: String, in item: Item) -> [String] {
    func one(_ text: String?) -> [String] { text.map { [$0] } ?? [] }
    switch field {
    case "id": return [item.id]
    case "url": return one(item.url)
    case "external_url": return one(item.externalURL)
    case "title": return one(item.title)
    case "content_html": return one(item.contentHTML)
    case "content_text": return one(item.contentText)
    case "summary": return one(item.summary)
    case "image": return one(item.image)
    case "date_published": return one(item.datePublished?.rfc3339)
    case "date_modified": return one(item.dateModified?.rfc3339)
    case "language": return one(item.language)
    case "tags": return item.tags
    case "authors", "authors.name": return item.authors.compactMap(\.name)
    case "authors.url": return item.authors.compactMap(\.url)
    case "attachments", "attachments.url": return item.attachments.map(\.url)
    default: return []
    }
  }

  /// A pattern that does not compile finds nothing: the configuration has refused it before.
  static func search(_ pattern: String) -> @Sendable (String) -> Bool {
    guard let expression = try? RegularExpression(pattern) else { return { _ in false } }
    return { expression.matches(in: $0) }
  }
}
