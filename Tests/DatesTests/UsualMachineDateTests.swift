import TestSupport
import Testing

@testable import Dates

/// The short way for the usual RFC 3339 date must say what the long way says, or nothing.
@Suite struct UsualMachineDateTests {
  @Test(arguments: [
    "2025-06-02T08:00:00Z", "2025-02-31T23:59:59-23:59", "2024-02-29T24:00:00+05:30", "0017-06-02T08:00:00+00:60",
  ])
  func isReadTheShortWay(text: String) { #expect(Self.usual(text) != nil, "\(text)") }

  @Test(arguments: [
    "2025-06-02T08:00:00z", "2025-06-02 08:00:00Z", "2025-06-02T08:00:00+24:00", "2025-06-02T08:00:00+0200",
    "2025-06-02T08:00:00.5Z", "2025-06-02T08:00Z", "2025-06-02", "2025-06-02T08:00:00*02:00", "2025-06-02T8:00:00 Z",
    "",
  ])
  func isLeftToTheLongWay(text: String) { #expect(Self.usual(text) == nil, "\(text)") }

  @Test func bothWaysAgree() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    let templates = ["2025-06-02T08:00:00Z", "2025-06-02T08:00:00+01:30", "2009-11-10T23:00:00-05:00"]
    let signs = Array("0123456789 :,+-TtZz.W".utf8)
    var read = 0
    for round in 0..<20_000 {
      var bytes = Array(templates[round % 3].utf8)
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

  private static func usual(_ text: String) -> [Int?]? { parts(text, RFC3339Date.readUsual) }
  private static func any(_ text: String) -> [Int?]? { parts(text, RFC3339Date.readAny) }

  private static func parts(_ text: String, _ read: (ByteScanner) -> CivilTime?) -> [Int?]? {
    Array(text.utf8).withUnsafeBufferPointer { read(ByteScanner($0)) }
      .map { [$0.year, $0.month, $0.day, $0.hour, $0.minute, $0.second, $0.microsecond, $0.offset] }
  }
}
