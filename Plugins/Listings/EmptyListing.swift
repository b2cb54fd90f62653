import MarkupDocument
import WeftModel

/// Why a page shows no items: the selector, or a page that scripts fill.
enum EmptyListing {
  /// What should be said of a page without items.
  static func warnings(_ tree: MarkupTree, form: ListingForm, selector: MarkupSelector) -> [SourceWarning] {
    var warnings = [
      SourceWarning(
        code: "no_items",
        text: "the selector of `items`, \(selector.text), matches none of the page's \(tree.elementCount) elements")
    ]
    if form == .html, isBuiltByScripts(tree) {
      warnings.append(
        SourceWarning(
          code: "built_by_script",
          text: "the page holds hardly any text: scripts seem to build it in the browser; look for the address of its"
            + " data (an API) in the browser's network panel"))
    }
    return warnings
  }

  /// The page asks for a password: it stands in the place of the listing, which nobody may read without signing in.
  static func isLoginForm(_ tree: MarkupTree) -> Bool {
    !elements("form input[type=password]", tree).isEmpty
  }

  /// Hardly any text, and either the empty root of a known framework or several scripts.
  private static func isBuiltByScripts(_ tree: MarkupTree) -> Bool {
    guard let body = elements("body", tree).first else { return false }
    let text = body.text
    // What `noscript` says is not the page's own text: "You need to enable JavaScript".
    let apology = elements("body noscript", tree).reduce(0) { $0 + $1.text.utf8.count }
    guard text.utf8.count - apology < 400 else { return false }
    let roots = "#root:empty, #app:empty, #__next, #__nuxt, [data-reactroot], [ng-app], app-root, [id=svelte]"
    return !elements(roots, tree).isEmpty || elements("script", tree).count >= 3
  }

  private static func elements(_ selector: String, _ tree: MarkupTree) -> [MarkupNode] {
    guard let selector = try? CSSSelector(selector), let found = try? tree.elements(selector) else { return [] }
    return found
  }
}
