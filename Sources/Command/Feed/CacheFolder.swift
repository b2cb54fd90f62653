/// Where this user's cache of responses is.
enum CacheFolder {
  /// `$XDG_CACHE_HOME/weft`, by default `~/.cache/weft`; `nil` where neither variable is set. A relative folder does not
  /// count (XDG Base Directory Specification).
  static func path(variable: (String) -> String?) -> String? {
    if let folder = variable("XDG_CACHE_HOME"), folder.hasPrefix("/") { return folder + "/weft" }
    guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
    return home + "/.cache/weft"
  }
}
