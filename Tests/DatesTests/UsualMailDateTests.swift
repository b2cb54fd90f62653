import TestSupport
import Testing

@testable import Dates

/// The short way for the usual mail date must say what the long way says, or nothing.
@Suite struct UsualMailDateTests {
  @Test(arguments: [
    "Mon, 02 Jun 2025 08:00:00 +0000", "mon, 02 JUN 2025 08:00:00 GMT", "Fri, 31 Feb 2025 23:59:59 -2359",
    "Sun, 29 Feb 2024 24:00:00 +0530",
  ])
  func isReadTheShortWay(text: String) { #expect(Self.usual(text) != nil, "\(text)") }

  @Test(arguments: [
    "Xyz, 02 Jun 2025 08:00:00 +0000", "Mon, 02 Jux 2025 08:00:00 +0000", "Mon, 02 Jun 2025 08:00:00 +2400",
    "Mon, 32 Jun 2025 08:00:00 +0000", "Mon, 02 Jun 0017 08:00:00 +0000", "Mon, 02 Jun 2025 08:00:00 *0000",
    "Mon, 02 Jun 2025 08:00:00 EST", "Mon,  2 Jun 2025 08:00:00 GMT", "Mon, 02 Jun 2025 08.00:00 GMT", "",
  ])
  func isLeftToTheLongWay(text: String) { #expect(Self.usual(text) == nil, "\(text)") }

  @Test func bothWaysAgree() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    let template = Array("Mon, 02 Jun 2025 08:00:00 +0130".utf8)
    let signs = Array("0123456789 :,+-JanFebMarAprMayJulAugSepOctNovDecTuWdhFriSatGMTZ\t.".utf8)
    var read = 0
    for round in 0..<20_000 {
      var bytes = round % 4 == 0 ? Array("Tue, 10 Nov 2009 23:00:00 GMT".utf8) : template
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = signs.randomElement(using: &random) ?? 0x20
      }
      let text = String(decoding: bytes, as: UTF8.self)
      guard let usual = Self.usual(text) else { continue }
      read += 1
      #expect(usual == Self.any(text), "seed \(seed): \(text)")
    }
    #expect(read > 5_000)
  }

  private static func usual(_ text: String) -> [Int?]? { parts(text, RFC822Date.readUsual) }
  private static func any(_ text: String) -> [Int?]? { parts(text, RFC822Date.readAny) }

  private static func parts(_ text: String, _ read: (ByteScanner) -> CivilTime?) -> [Int?]? {
    Array(text.utf8).withUnsafeBufferPointer { read(ByteScanner($0)) }
      .map { [$0.year, $0.month, $0.day, $0.hour, $0.minute, $0.second, $0.microsecond, $0.offset] }
  }
}
