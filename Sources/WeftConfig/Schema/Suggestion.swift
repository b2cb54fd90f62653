/// What to say of a key that a section does not have.
enum Suggestion: Equatable {
  /// Nothing is near.
  case none
  /// A key of the same section.
  case key(String)
  /// The key exists, but in another place.
  case belongs(String)
  /// A key of another place.
  case elsewhere(String, String)

  /// Finds what the writer of an unknown key may have meant: the same key in another section, a synonym, a typing
  /// error, in this order.
  ///
  /// - Parameter more: further keys of the section, such as those of a plugin.
  static func forKey(_ key: String, in section: Section, more: [String] = []) -> Suggestion {
    guard key.utf8.count <= 40 else { return .none }
    let plain = normalized(key)
    if plain != key, section[plain] != nil { return .key(plain) }
    if let home = home(of: key, from: section) { return .belongs(home) }
    if let target = Synonyms.table[section.name]?[plain] {
      guard let dot = target.lastIndex(of: ".") else { return .key(target) }
      return .elsewhere(String(target[target.index(after: dot)...]), place(String(target[..<dot])))
    }
    if let near = nearest(to: plain, among: section.keys.map(\.name) + more) { return .key(near) }
    if plain != key, let home = home(of: plain, from: section) { return .elsewhere(plain, home) }
    return .none
  }

  /// The word nearest to what was written, where it is near enough to be a typing error.
  static func nearest(to text: String, among words: [String]) -> String? {
    let written = Array(normalized(text).utf8.prefix(60))
    guard !written.isEmpty else { return nil }
    var best: (word: String, distance: Int)?
    for word in words {
      let letters = Array(word.utf8)
      guard abs(letters.count - written.count) <= 4 else { continue }
      let distance = EditDistance.between(written, letters)
      if distance < best?.distance ?? .max { best = (word, distance) }
    }
    guard let best, best.distance <= max(1, min(written.count, best.word.utf8.count) / 3) else { return nil }
    return best.word
  }

  /// Where the key stands in the language, seen from a section that does not have it: below it first, then around it.
  private static func home(of key: String, from section: Section) -> String? {
    guard !section.name.isOfPlugins else { return nil }
    let order: [SectionName] = [
      .source, .fields, .paging, .stop, .request, .retry, .auth, .body, .cache, .file, .merge, .dedupe,
    ]
    let homes = order.filter { $0 != section.name && KeyTable.section($0)[key] != nil }.map(KeyTable.section)
    let inside = section.path.isEmpty ? nil : homes.first { $0.path.hasPrefix(section.path + ".") }
    guard let home = inside ?? homes.first else { return nil }
    if home.path.isEmpty, home.name == .source, section.name == .file { return "under a source" }
    return home.name == .file ? "at the top level of the file" : place(home.path)
  }

  private static func place(_ path: String) -> String {
    path.isEmpty ? "directly under the source" : "under \"\(path)\""
  }

  /// `maxPages`, `max-pages` and `MAX_PAGES` as `max_pages`.
  private static func normalized(_ key: String) -> String {
    var result: [UInt8] = []
    var previousIsLower = false
    for byte in key.utf8 {
      let isUpper = (0x41...0x5A).contains(byte)
      if isUpper, previousIsLower { result.append(0x5F) }
      result.append(isUpper ? byte | 0x20 : byte == 0x2D || byte == 0x20 ? 0x5F : byte)
      previousIsLower = (0x61...0x7A).contains(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }
}
