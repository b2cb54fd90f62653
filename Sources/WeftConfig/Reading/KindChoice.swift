/// Which kinds may read a source: the one it names, or all that its selectors leave possible.
struct KindChoice {
  /// The word after `kind:`.
  var name: String
  /// Indexes into `SelectorChecks.kinds`.
  var candidates: [Int]
  /// The kind is not known; nothing can be said of selectors.
  var isUnknown = false
  /// It is a plugin's that cannot be used: which keys it would have, nobody knows.
  var isUnusable = false

  var isAutomatic: Bool { name == "auto" }
}
