import MarkupDocument
import WeftModel

/// The compiled selectors of a source, apart from those of its fields.
struct ListingSelectors: Sendable {
  /// The list of item nodes.
  let items: MarkupSelector
  /// Page keys that are looked up in the document.
  let pageKeys: [(key: PageKey, selector: MarkupSelector)]
  /// The key of the last item, relative to its node.
  let last: MarkupSelector?

  init(_ settings: SourceSettings, form: ListingForm) throws(SettingProblem) {
    guard let items = settings.items, !items.allSatisfy(\.isWhitespace) else {
      throw SettingProblem(
        "kind \(form.rawValue) needs a selector of its items", path: "items", hint: "such as items: article.teaser")
    }
    self.items = try Self.compile(items, role: .items, path: "items")
    let stop = settings.paging.stop
    let written: [(PageKey, String?, String)] = [
      (.next, settings.paging.next, "paging.next"), (.cursor, settings.paging.cursor, "paging.cursor"),
      (.hasMore, stop.hasMore, "paging.stop.has_more"), (.totalPages, stop.totalPages, "paging.stop.total_pages"),
      (.totalItems, stop.totalItems, "paging.stop.total_items"),
      (.failWhen, settings.request.failWhen, "request.fail_when"),
    ]
    var pageKeys: [(PageKey, MarkupSelector)] = []
    for (key, text, path) in written {
      guard let text, !Self.isOutsideDocument(text) else { continue }
      pageKeys.append((key, try Self.compile(text, role: .page, path: path)))
    }
    self.pageKeys = pageKeys
    if let text = settings.paging.last, !Self.isOutsideDocument(text) {
      last = try Self.compile(text, role: .field, path: "paging.last")
    } else {
      last = nil
    }
  }

  /// `header:NAME` and `link:NAME` are found in the response's headers, not here.
  static func isOutsideDocument(_ text: String) -> Bool { text.hasPrefix("header:") || text.hasPrefix("link:") }

  /// Compiles a selector.
  static func compile(
    _ text: String, role: MarkupSelector.Role, path: String = ""
  ) throws(SettingProblem) -> MarkupSelector {
    do throws(SelectorSyntaxError) {
      return try MarkupSelector(text, role: role)
    } catch {
      throw SettingProblem(error.message, path: path, offset: error.offset, hint: error.hint)
    }
  }

  /// What is wrong with the selector; `nil` where nothing is.
  static func problem(_ text: String, role: MarkupSelector.Role) -> SettingProblem? {
    if role == .page, isOutsideDocument(text) { return nil }
    do throws(SettingProblem) {
      _ = try compile(text, role: role)
      return nil
    } catch {
      return error
    }
  }
}
