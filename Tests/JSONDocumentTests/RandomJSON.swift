import TestSupport

/// Documents without blanks and with one way to write each string, so that their parts give the text again.
enum RandomJSON {
  static func document(_ random: inout SplitMix64) -> String { value(&random, depth: 0) }

  private static func value(_ random: inout SplitMix64, depth: Int) -> String {
    switch Int.random(in: depth == 0 ? 0...3 : (depth > 5 ? 4...9 : 0...9), using: &random) {
    case 0, 1:
      let members = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        quoted(name(&random)) + ":" + value(&random, depth: depth + 1)
      }
      return "{" + members.joined(separator: ",") + "}"
    case 2, 3:
      let elements = (0..<Int.random(in: 0...6, using: &random)).map { _ in value(&random, depth: depth + 1) }
      return "[" + elements.joined(separator: ",") + "]"
    case 4, 5: return quoted(text(&random))
    case 6, 7: return number(&random)
    case 8: return "null"
    default: return Bool.random(using: &random) ? "true" : "false"
    }
  }

  private static func name(_ random: inout SplitMix64) -> String {
    ["a", "bb", "ccccccccc", "ccccccccd", "é", ""][Int.random(in: 0..<6, using: &random)]
  }

  private static func text(_ random: inout SplitMix64) -> String {
    let pieces = ["a", "\"", "\\", "\u{1F600}", "é", "\n", "/", " ", "{", "]", ",", ":", "\u{0}", "\u{7F}"]
    return (0..<Int.random(in: 0...20, using: &random)).map { _ in
      pieces[Int.random(in: 0..<pieces.count, using: &random)]
    }.joined()
  }

  private static func number(_ random: inout SplitMix64) -> String {
    let digits = { (count: ClosedRange<Int>, random: inout SplitMix64) in
      (0..<Int.random(in: count, using: &random)).map { _ in "\(Int.random(in: 0...9, using: &random))" }.joined()
    }
    var number = Bool.random(using: &random) ? "-" : ""
    number +=
      Int.random(in: 0...4, using: &random) == 0
      ? "0" : "\(Int.random(in: 1...9, using: &random))" + digits(0...30, &random)
    if Bool.random(using: &random) { number += "." + digits(1...25, &random) }
    if Int.random(in: 0...3, using: &random) == 0 { number += "e+" + digits(1...4, &random) }
    return number
  }

  /// Changes, adds, removes or repeats some bytes.
  static func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    let alphabet = Array("[]{}\",:\\ue0123456789-+.tfn $@?!&|=<>()'*\n".utf8) + [0x00, 0x80, 0xC3, 0xED, 0xFF]
    let place = Int.random(in: 0...bytes.count, using: &random)
    let byte = alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
    switch Int.random(in: 0...4, using: &random) {
    case 0: bytes.insert(byte, at: place)
    case 1 where place < bytes.count: bytes[place] = byte
    case 2 where place < bytes.count: bytes.remove(at: place)
    case 3: bytes.removeSubrange(place...)
    default:
      let end = Int.random(in: place...bytes.count, using: &random)
      bytes.insert(contentsOf: bytes[place..<end], at: place)
    }
  }
}
