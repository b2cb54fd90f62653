import URIs

/// What a `robots.txt` says to one client (RFC 9309).
struct RobotsRules: Equatable, Sendable {
  /// The rules of the groups that name the client, else of the groups for all.
  private(set) var rules: [Rule] = []
  /// `Crawl-delay` of those groups, which the RFC does not know and many files have.
  private(set) var crawlDelay: Duration?

  struct Rule: Equatable, Sendable {
    var isAllowed: Bool
    /// A path pattern in normal form, with `*` for any text and `$` for the end.
    var pattern: [UInt8]
  }

  /// More of a file is not read (section 2.5 asks for at least 500 KiB).
  static let byteLimit = 512 << 10
  private static let ruleLimit = 10_000

  /// No rules: everything may be asked for.
  static let none = RobotsRules()

  private init() {}

  /// Reads a file. Lines that say nothing known are passed over.
  ///
  /// - Parameter product: the client's product token, as in its `User-Agent`: `weft`.
  init(_ file: [UInt8], product: String) {
    var own = RobotsRules()
    var general = RobotsRules()
    var isNamed = false
    var group: (isOwn: Bool, isGeneral: Bool) = (false, false)
    var isInAgents = false
    for line in RobotsRules.lines(of: file) {
      switch line.key {
      case "user-agent":
        if !isInAgents { group = (false, false) }
        isInAgents = true
        if line.value == "*" {
          group.isGeneral = true
        } else if RobotsRules.product(of: line.value) == product.lowercased() {
          group.isOwn = true
          isNamed = true
        }
      case "allow", "disallow":
        isInAgents = false
        // An empty pattern closes nothing.
        guard !line.value.isEmpty else { continue }
        let rule = Rule(isAllowed: line.key == "allow", pattern: RobotsRules.normal(line.value))
        if group.isOwn { own.append(rule) }
        if group.isGeneral { general.append(rule) }
      case "crawl-delay":
        isInAgents = false
        guard let seconds = Double(line.value), seconds.isFinite, seconds > 0 else { continue }
        let delay = Duration.milliseconds(Int64(min(seconds, 86_400) * 1_000))
        if group.isOwn { own.crawlDelay = max(own.crawlDelay ?? .zero, delay) }
        if group.isGeneral { general.crawlDelay = max(general.crawlDelay ?? .zero, delay) }
      default: continue
      }
    }
    self = isNamed ? own : general
  }

  private mutating func append(_ rule: Rule) {
    if rules.count < RobotsRules.ruleLimit { rules.append(rule) }
  }

  /// Whether the path with its query may be asked for: the longest pattern that matches decides, and of two as long
  /// the one that allows (section 2.2.2).
  func allows(_ path: String) -> Bool {
    let path = RobotsRules.normal(path.isEmpty ? "/" : path)
    if path == Array("/robots.txt".utf8) { return true }
    var best: Rule?
    for rule in rules where RobotsRules.matches(rule.pattern, path) {
      guard let current = best else {
        best = rule
        continue
      }
      let isLonger = rule.pattern.count > current.pattern.count
      if isLonger || rule.pattern.count == current.pattern.count && rule.isAllowed { best = rule }
    }
    return best?.isAllowed ?? true
  }

  // MARK: Lines

  private static func lines(of file: [UInt8]) -> [(key: String, value: String)] {
    var bytes = file.prefix(byteLimit)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    // CR, LF and both end a line.
    return bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).compactMap { line in
      let line = line.prefix { $0 != UInt8(ascii: "#") }
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let key = trimmed(line[..<colon]).lowercased()
      return (key == "useragent" ? "user-agent" : key, trimmed(line[(colon + 1)...]))
    }
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    let head = bytes.drop(while: isBlank)
    guard let last = head.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(decoding: head[...last], as: UTF8.self)
  }

  /// `Weft/1.0 (+…)` names the product `weft`.
  static func product(of agent: String) -> String {
    String(agent.prefix { $0.isLetter || $0 == "-" || $0 == "_" }).lowercased()
  }

  // MARK: Matching

  /// Percent-encoded where it must be, and with upper-case digits; what needs no encoding is decoded (section 2.2.2).
  private static func normal(_ path: String) -> [UInt8] {
    var result: [UInt8] = []
    let bytes = Array(path.utf8)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%"), index + 2 < bytes.count, let high = hex(bytes[index + 1]),
        let low = hex(bytes[index + 2])
      {
        let decoded = high << 4 | low
        if isUnreserved(decoded) { result.append(decoded) } else { encode(decoded, into: &result) }
        index += 3
        continue
      }
      if byte <= 0x20 || byte >= 0x7F { encode(byte, into: &result) } else { result.append(byte) }
      index += 1
    }
    return result
  }

  private static func hex(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }

  private static func encode(_ byte: UInt8, into result: inout [UInt8]) {
    let digits = Array("0123456789ABCDEF".utf8)
    result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }

  /// RFC 3986 section 2.3.
  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
    default: false
    }
  }

  /// Whether the pattern matches a beginning of the path; greedy with one place to go back to, so that no pattern takes
  /// longer than its length times the path's.
  private static func matches(_ pattern: [UInt8], _ path: [UInt8]) -> Bool {
    var pattern = pattern[...]
    let isAnchored = pattern.last == UInt8(ascii: "$")
    if isAnchored { pattern = pattern.dropLast() } else { pattern.append(UInt8(ascii: "*")) }
    let star = UInt8(ascii: "*")
    var place = pattern.startIndex
    var index = 0
    var back: (place: Int, index: Int)?
    while index < path.count {
      if place < pattern.endIndex, pattern[place] == star {
        back = (place + 1, index)
        place += 1
      } else if place < pattern.endIndex, pattern[place] == path[index] {
        place += 1
        index += 1
      } else if let (afterStar, from) = back {
        place = afterStar
        index = from + 1
        back = (afterStar, from + 1)
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == star }
  }
}
