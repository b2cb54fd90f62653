import URIs
import WeftModel

/// A template in which `{…}` is a selector in the item.
struct ItemTemplate: Sendable {
  private enum Part: Sendable {
    case literal(String)
    case selector(Int)
  }

  private let parts: [Part]
  private let isURL: Bool

  init(_ text: String, isURL: Bool, compile: (String) throws(SettingProblem) -> Int) throws(SettingProblem) {
    self.isURL = isURL
    var parts: [Part] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      if open > rest.startIndex { parts.append(.literal(String(rest[..<open]))) }
      guard let close = rest[open...].firstIndex(of: "}") else {
        throw SettingProblem("'{' without a closing '}' in the template")
      }
      parts.append(.selector(try compile(String(rest[rest.index(after: open)..<close]))))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.literal(String(rest))) }
    self.parts = parts
  }

  /// The text, or nothing where one of its selectors finds nothing: half an address is none.
  func expanded(_ select: (Int, _ asHTML: Bool) -> [SelectedValue]) -> String? {
    var text = ""
    for part in parts {
      switch part {
      case .literal(let literal): text += literal
      case .selector(let selector):
        guard let value = select(selector, false).first(where: { $0.kind != .null && !$0.text.isEmpty }) else {
          return nil
        }
        text += isURL ? percentEncoded(HTMLText.collapsed(value.text)) : value.text
      }
    }
    return text
  }
}
