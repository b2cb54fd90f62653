import WeftHTTP
import WeftModel

/// Somebody who scrolls: ten items a second, the next page asked for ten items before the end.
struct ScrollingReader: Sendable {
  private static let itemsPerSecond = 10.0
  private static let distance = 10.0

  let transport: CurlTransport
  let origin: String
  /// The seconds that each page took.
  var waits: [Double] = []
  /// The seconds that the reader stood at the end of what was there.
  var stalls: [Double] = []
  var items = 0
  var failures = 0

  /// Reads from the top until an instant.
  mutating func read(until end: ContinuousClock.Instant) async {
    var next: String? = origin + "/feed.json"
    // When the first item was read, moved by each time that the reader stood still.
    var begin: ContinuousClock.Instant?
    while let address = next {
      if let begin {
        let asks = begin.advanced(by: .seconds((Double(items) - Self.distance) / Self.itemsPerSecond))
        guard asks < end, (try? await Task.sleep(until: asks, clock: .continuous)) != nil else { return }
      }
      let start = ContinuousClock.now
      guard let response = try? await transport.response(to: Request(url: address)), response.status == 200 else {
        failures += 1
        return
      }
      let arrived = ContinuousClock.now
      waits.append((arrived - start).inSeconds)
      if let first = begin {
        let needed = first.advanced(by: .seconds(Double(items) / Self.itemsPerSecond))
        if arrived > needed {
          stalls.append((arrived - needed).inSeconds)
          begin = first.advanced(by: arrived - needed)
        }
      } else {
        begin = arrived
      }
      items += Self.count("\"date_published\":", in: response.body)
      next = Self.text(after: "\"next_url\":\"", in: response.body)
    }
  }

  private static func count(_ word: String, in bytes: [UInt8]) -> Int {
    let word = Array(word.utf8)
    return bytes.indices.count { bytes[$0] == word[0] && bytes[$0...].starts(with: word) }
  }

  /// What follows the word, up to a quotation mark.
  private static func text(after word: String, in bytes: [UInt8]) -> String? {
    let word = Array(word.utf8)
    guard let start = bytes.indices.last(where: { bytes[$0] == word[0] && bytes[$0...].starts(with: word) }) else {
      return nil
    }
    return String(decoding: bytes[(start + word.count)...].prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
  }
}
