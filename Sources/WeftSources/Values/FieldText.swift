/// Small rules for the texts of fields.
enum FieldText {
  /// The text without white space at its ends.
  static func trimmed(_ text: String) -> String {
    let bytes = text.utf8
    guard let first = bytes.first, let last = bytes.last, first <= 0x20 || last <= 0x20 else { return text }
    let start = bytes.firstIndex { $0 > 0x20 } ?? bytes.endIndex
    var end = bytes.endIndex
    while end > start, bytes[bytes.index(before: end)] <= 0x20 { end = bytes.index(before: end) }
    return String(Substring(bytes[start..<end]))
  }

  /// The texts that are not empty, each once, in their order.
  static func distinct(_ texts: [String]) -> [String] {
    // Few texts are compared faster than they are hashed.
    guard texts.count > 8 else {
      var distinct: [String] = []
      for text in texts where !text.isEmpty && !distinct.contains(text) { distinct.append(text) }
      return distinct
    }
    var seen = Set<String>()
    return texts.filter { !$0.isEmpty && seen.insert($0).inserted }
  }

  static func element(_ index: Int, of texts: [String]) -> String? {
    texts.indices.contains(index) && !texts[index].isEmpty ? texts[index] : nil
  }
}
