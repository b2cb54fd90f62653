/// Goes over a document type declaration and keeps the internal general entities it declares (XML 1.0 section 4.2).
///
/// External entities and parameter entities are never looked at.
struct DocumentTypeScan {
  let input: UnsafeBufferPointer<UInt8>
  /// Where the declaration begins; after `run`, where it ends.
  var index: Int

  /// More entities than any honest document declares.
  private static let mostEntities = 4_096

  init(input: UnsafeBufferPointer<UInt8>, index: Int) {
    self.input = input
    self.index = index
  }

  /// Goes to the end of the declaration; returns the entities, the first declaration of each name.
  mutating func run() -> [String: [UInt8]] {
    var entities: [String: [UInt8]] = [:]
    var isInside = false
    index += 9
    while index < input.count {
      switch input[index] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        index = (input.index(of: input[index], from: index + 1) ?? input.count - 1) + 1
        continue
      case UInt8(ascii: "["): isInside = true
      case UInt8(ascii: "]"): isInside = false
      case UInt8(ascii: ">") where !isInside:
        index += 1
        return entities
      case UInt8(ascii: "<") where input.matches("<!--", at: index):
        index = (input.index(of: "-->", from: index + 4) ?? input.count - 3) + 3
        continue
      case UInt8(ascii: "<") where input.matches("<!ENTITY", at: index):
        index += 8
        if let (name, value) = entity(), entities.count < Self.mostEntities, entities[name] == nil {
          entities[name] = value
        }
        continue
      case UInt8(ascii: "<") where !isInside:
        // The declaration was never closed.
        return entities
      default: break
      }
      index += 1
    }
    index = input.count
    return entities
  }

  private mutating func entity() -> (String, [UInt8])? {
    skipSpace()
    let start = index
    while index < input.count, input[index].isXMLNameByte { index += 1 }
    guard index > start else { return nil }
    let name = String(decoding: input[start..<index], as: UTF8.self)
    skipSpace()
    guard index < input.count, input[index] == UInt8(ascii: "\"") || input[index] == UInt8(ascii: "'"),
      let end = input.index(of: input[index], from: index + 1)
    else { return nil }
    let value = Array(input[(index + 1)..<end])
    index = end + 1
    return (name, value)
  }

  private mutating func skipSpace() {
    while index < input.count, input[index].isXMLSpace { index += 1 }
  }
}
