import Charsets
@testable import Recordings
@testable import WeftHTTP
import WeftKit
@testable import WeftMerge
import WeftModel

extension FuzzTarget {
  /// The configuration: read twice with one result, and every error can be shown.
  static let configuration = FuzzTarget(name: "yaml") { input in
    let reader = Engine().reader { $0 == "TOKEN" ? "secret" : nil }
    func read() -> Result<Configuration, ConfigurationErrors> {
      Result { () throws(ConfigurationErrors) in try reader.read(input, file: "weft.yaml").configuration }
    }
    let first = read()
    require(first == read(), "two readings differ")
    if case .failure(let errors) = first {
      require(errors.diagnostics.contains { $0.severity == .error }, "refused without an error")
      _ = errors.rendered(color: true)
    }
  }

  /// Charsets: chosen, and the text decoded to valid UTF-8. The first byte chooses a label.
  static let charset = FuzzTarget(name: "charset") { input in
    let labels = [
      "", "utf-8", "shift_jis", "iso-2022-jp", "gb18030", "big5", "euc-kr", "utf-16le", "windows-1251", "nonsense",
    ]
    let label = labels[Int(input.first ?? 0) % labels.count]
    let bytes = Array(input.dropFirst())
    for form in [DocumentForm.html, .xml, .json, .text] {
      let text = decodeText(bytes, form: form, httpCharset: label.isEmpty ? nil : label).utf8
      require(text.withUnsafeBufferPointer(isValidUTF8), "not UTF-8")
    }
    require(repairUTF8(bytes).withUnsafeBufferPointer(isValidUTF8), "not repaired")
    _ = Charset.parameter(ofContentType: String(input: bytes))
  }

  /// `robots.txt`; its last line is also the path that is asked for.
  static let robots = FuzzTarget(name: "robots") { input in
    let rules = RobotsRules(input, product: "weft")
    let path = String(input: input.split(separator: 0x0A).last.map(Array.init) ?? [])
    require(rules.allows("/" + path) == RobotsRules(input, product: "weft").allows("/" + path), "two readings differ")
  }

  /// The text of a recorded exchange: what was read, written and read again is equal.
  static let recording = FuzzTarget(name: "recording") { input in
    guard let first = rewritten(String(input: input)) else { return }
    // Signs that would end a line are written as spaces, of which the first ones are layout: so it settles at the second.
    guard let second = rewritten(first), let third = rewritten(second) else {
      fatalError("cannot be read again: \(first)")
    }
    require(second == third, "written again, it is another: \(third)")
  }

  /// An exchange, read and written.
  private static func rewritten(_ text: String) -> String? {
    (try? ExchangeText.read(text)).map { ExchangeText.text($0.exchange, bodies: $0.bodies) }
  }

  /// `.netrc`.
  static let netrc = FuzzTarget(name: "netrc") { input in
    let netrc = try? Netrc(String(input: input))
    _ = netrc?.login(for: "example.org")
  }

  /// The bytes inside of a resume cursor, as if their tag were right, and any text as a cursor.
  static let cursor = FuzzTarget(name: "cursor") { input in
    // What no writer writes, such as a length of none, is not kept; what is written is.
    if let first = rewritten(input) {
      guard let second = rewritten(first) else { fatalError("cannot be read again") }
      require(first == second, "written and read, it is another")
    }
    _ = try? ResumeCursor(
      text: String(input: input), key: [1, 2, 3], configuration: 1, now: Timestamp(seconds: 1_750_000_000))
  }

  /// A resume point, read and written.
  private static func rewritten(_ bytes: [UInt8]) -> [UInt8]? {
    var reader = CursorReader(bytes[...])
    guard let point = try? ResumePoint(from: &reader) else { return nil }
    var writer = CursorWriter()
    point.write(to: &writer)
    return writer.bytes
  }
}
