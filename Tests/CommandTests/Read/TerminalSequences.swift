/// The sequences in what a program wrote to a terminal.
enum TerminalSequences {
  /// What the bytes hold that curses and an interactive shell do not send: control characters, strings, and sequences
  /// that are not for placing, clearing and colouring text.
  static func strange(in bytes: [UInt8]) -> [String] {
    var scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
    var found: [String] = []
    while let scalar = scalars.popFirst() {
      switch scalar.value {
      case 0x1B:
        guard let next = scalars.popFirst() else { continue }
        if next == "[" {
          var parameters = ""
          while let byte = scalars.first, byte.value >= 0x20, byte.value < 0x40 {
            parameters.unicodeScalars.append(byte)
            scalars.removeFirst()
          }
          let final = scalars.popFirst() ?? " "
          if !isUsual(parameters, final) { found.append("CSI \(parameters)\(final)") }
        } else if next == "(" || next == ")" {
          // Character sets: ASCII, and lines.
          guard let set = scalars.popFirst(), "B0".unicodeScalars.contains(set) else {
            found.append("ESC \(next)?")
            continue
          }
        } else if !"=>78M".unicodeScalars.contains(next) {
          found.append("ESC \(next.escaped(asASCII: true))")
        }
      case 0x08, 0x09, 0x0A, 0x0D, 0x0E, 0x0F: break
      case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2066, 0x2067, 0xFEFF,
        0xFFF9...0xFFFB,
        0xE0000...0xE0FFF, 0xE000...0xF8FF:
        found.append(scalar.escaped(asASCII: true))
      default: break
      }
    }
    return found
  }

  private static func isUsual(_ parameters: String, _ final: Unicode.Scalar) -> Bool {
    let numbers = parameters.allSatisfy { $0.isNumber || $0 == ";" }
    switch final {
    // Placing, clearing, inserting and deleting, repeating, the region that is scrolled.
    case "A", "B", "C", "D", "G", "H", "d", "J", "K", "X", "P", "@", "L", "M", "S", "T", "b", "r": return numbers
    case "m": return numbers && ["", "0", "1", "2", "4", "7", "24", "27"].contains(parameters) || isColour(parameters)
    case "h", "l":
      return ["?1049", "?25", "34", "?1", "?12", "?1000", "?1006", "?1006;1000", "?2004", "4"].contains(parameters)
    default: return false
    }
  }

  /// Those of the reader, alone or with attributes.
  private static func isColour(_ parameters: String) -> Bool {
    let rest = parameters.split(separator: ";").map(String.init)
    let reader: Set<String> = [
      "38", "5", "33", "35", "172", "133", "37", "167", "98", "136", "68", "162", "107", "130", "160", "0", "1", "2",
      "7",
      "39", "49", "10", "3",
    ]
    return !rest.isEmpty && rest.allSatisfy(reader.contains)
  }
}
