import MarkupDocument
import Testing

/// Controls are looked for in words of many bytes: none may be missed, wherever it stands.
@Suite struct ControlCharacterTests {
  @Test(arguments: [0x00, 0x01, 0x08, 0x0B, 0x0C, 0x0E, 0x1F] as [UInt8])
  func aControlIsDroppedAtAnyPlace(control: UInt8) throws {
    for place in 0..<80 {
      let (told, repairs) = try Self.read(control, at: place)
      #expect(told.last == "t>" + String(repeating: "x", count: 80), "at \(place)")
      #expect(repairs == .controlCharacters)
    }
  }

  @Test(arguments: [0x09, 0x0A, 0x20, 0x7F] as [UInt8])
  func whatIsAllowedStays(byte: UInt8) throws {
    for place in 1..<80 {
      let (told, repairs) = try Self.read(byte, at: place)
      let (before, after) = (String(repeating: "x", count: place), String(repeating: "x", count: 80 - place))
      #expect(told.last == "t>" + before + String(Character(Unicode.Scalar(byte))) + after, "at \(place)")
      #expect(repairs == [])
    }
  }

  @Test func aReturnIsALineEnd() throws {
    for place in 1..<80 {
      let told = try Self.read(0x0D, at: place).events
      #expect(told.last?.contains("\n") == true && told.last?.contains("\r") == false, "at \(place)")
    }
  }

  private static func read(_ byte: UInt8, at place: Int) throws -> (events: [String], repairs: SAXRepairs) {
    var text = String(repeating: "x", count: 80)
    text.insert(Character(Unicode.Scalar(byte)), at: text.index(text.startIndex, offsetBy: place))
    return try events("<t>\(text)</t>", ["t": .text])
  }
}
