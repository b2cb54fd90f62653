import WeftModel

/// Complains of keys that mean nothing to a source whose program answers whole pages.
struct WholePageChecks {
  let context: ReadingContext
  let values: SectionValues
  let kind: SelectorChecks.Kind

  /// What says how documents are asked for and read. Others are complained of where they are read.
  private static let documentKeys = ["first_url", "filter"]
  private static let pagingKeys: Set<String> = ["by", "size", "stop"]
  private static let stopKeys: Set<String> = ["empty_pages", "older_than", "max_pages", "max_items"]
  private static let requestKeys: Set<String> = ["timeout", "max_bytes", "retry"]

  /// Selectors of documents, which are complained of where they are read.
  private static let selectorKeys: Set<String> = [
    "next", "cursor", "last", "has_more", "total_pages", "total_items", "fail_when",
  ]

  func check() {
    for key in Self.documentKeys { complain(values.pair(key), "") }
    if !kind.declares("url") { complain(values.pair("url"), "") }
    if let short = values.pair("paging"), let word = short.value.scalar?.text, word != "auto", !word.isEmpty {
      complain(short, "")
    }
    let paging = pairs(of: values.node("paging"))
    for pair in paging where !Self.pagingKeys.contains(pair.key) && !Self.selectorKeys.contains(pair.key) {
      complain(pair, "paging.")
    }
    if let by = paging.first(where: { $0.key == "by" }), by.value.scalar?.text != "auto" { complain(by, "paging.") }
    for pair in pairs(of: paging.first { $0.key == "stop" }?.value)
    where !Self.stopKeys.contains(pair.key) && !Self.selectorKeys.contains(pair.key) {
      complain(pair, "paging.stop.")
    }
    for pair in pairs(of: values.node("request"))
    where !Self.requestKeys.contains(pair.key) && !Self.selectorKeys.contains(pair.key) {
      complain(pair, "request.")
    }
  }

  private func pairs(of node: YAMLNode?) -> [YAMLPair] {
    if case .map(let pairs) = node?.content { return pairs }
    return []
  }

  /// `defaults` are for sources of all kinds.
  private func complain(_ pair: YAMLPair?, _ prefix: String) {
    guard let pair, !context.isInDefaults(pair.keySpan) else { return }
    context.error(
      pair.keySpan, "\(prefix)\(pair.key) means nothing to kind \(kind.name): its plugin answers whole pages",
      hint: pair.key == "url" ? nil : "settings of the kind are " + kind.ownKeys.joined(separator: ", "))
  }
}
