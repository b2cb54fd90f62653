import JSONDocument

/// Where a value stands below a node, and how the configuration writes it.
struct JSONMemberPath: Hashable {
  /// One step down.
  enum Step: Hashable {
    case member(String)
    /// All elements of an array.
    case all
    /// The first element of an array.
    case first
  }

  var steps: [Step] = []

  /// The path one step further.
  func appending(_ step: Step) -> JSONMemberPath { JSONMemberPath(steps: steps + [step]) }

  /// The names on the way, without arrays.
  var names: [String] {
    steps.compactMap { step in
      if case .member(let name) = step { return name }
      return nil
    }
  }

  /// The path takes several values.
  var isPlural: Bool { steps.contains(.all) }

  /// The selector: dotted names where they are simple, else a JSONPath (RFC 9535).
  var selector: String {
    guard !steps.isEmpty else { return "$" }
    let isDotted = names.allSatisfy(Self.isSimple) && !isPlural && steps.first != .first
    return isDotted ? String(text.dropFirst(text.hasPrefix(".") ? 1 : 0)) : "$" + text
  }

  /// The same, always as a JSONPath of all elements.
  var elements: String { "$" + text + "[*]" }

  private var text: String {
    var text = ""
    for step in steps {
      switch step {
      case .member(let name) where Self.isSimple(name): text += "." + name
      case .member(let name):
        let escaped = name.unicodeScalars.map { scalar -> String in
          switch scalar {
          case "'", "\\": "\\" + String(scalar)
          case "\u{0}"..<" ", "\u{7F}"..<"\u{A0}": "\\u" + Self.hexadecimal(scalar.value)
          default: String(scalar)
          }
        }
        text += "['" + escaped.joined() + "']"
      case .all: text += "[*]"
      case .first: text += "[0]"
      }
    }
    return text
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// A letter or `_`, then letters, digits and `_`, all ASCII.
  private static func isSimple(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return name.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
    }
  }
}
