import TestSupport
import Testing

@testable import Dates

/// A short way for what is usual, and the long way for all: the short one says what the long one says, or nothing.
struct TwoWays: Sendable {
  private let readShort: @Sendable (ByteScanner) -> CivilTime?
  private let readLong: @Sendable (ByteScanner) -> CivilTime?

  init(
    short: @escaping @Sendable (ByteScanner) -> CivilTime?, long: @escaping @Sendable (ByteScanner) -> CivilTime?
  ) {
    readShort = short
    readLong = long
  }

  func short(_ text: String) -> [Int?]? { parts(text, readShort) }
  func long(_ text: String) -> [Int?]? { parts(text, readLong) }

  /// Changes up to three bytes of the templates, over and over.
  func agree(on templates: [String], changedBy signs: String) {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    let signs = Array(signs.utf8)
    var read = 0
    for round in 0..<20_000 {
      var bytes = Array(templates[round % templates.count].utf8)
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = signs.randomElement(using: &random) ?? 0x20
      }
      let text = String(decoding: bytes, as: UTF8.self)
      guard let usual = short(text) else { continue }
      read += 1
      #expect(usual == long(text), "seed \(seed): \(text)")
    }
    #expect(read > 5_000)
  }

  private func parts(_ text: String, _ read: (ByteScanner) -> CivilTime?) -> [Int?]? {
    Array(text.utf8).withUnsafeBufferPointer { read(ByteScanner($0)) }
      .map { [$0.year, $0.month, $0.day, $0.hour, $0.minute, $0.second, $0.microsecond, $0.offset] }
  }
}
