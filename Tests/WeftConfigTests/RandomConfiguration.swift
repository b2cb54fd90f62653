import TestSupport
import WeftConfig
import WeftModel

/// Small configurations made from the key table, with a wrong value here and there.
struct RandomConfiguration {
  private indirect enum Tree {
    case scalar(String)
    case list([Tree])
    /// - Parameter section: the section whose keys it has, if it has one's.
    case map([(String, Tree)], SectionName?)
  }

  private var random: SplitMix64
  /// One value in so many is wrong, on average.
  private let wrongness: Int

  init(seed: UInt64, wrongness: Int) {
    random = SplitMix64(seed: seed)
    self.wrongness = wrongness
  }

  /// The text of a file with one source.
  mutating func text() -> String { Self.flow(file()) }

  /// The same file twice: as it is, and with one key misspelt.
  mutating func pair() -> (right: String, wrong: String) {
    let tree = file()
    var places = 0
    _ = misspelt(tree, at: -1, count: &places)
    let place = Int.random(in: 0..<max(1, places), using: &random)
    var count = 0
    return (Self.flow(tree), Self.flow(misspelt(tree, at: place, count: &count)))
  }

  private mutating func file() -> Tree {
    var source = section(.source, depth: 0)
    if case .map(let pairs, let name) = source, !pairs.contains(where: { $0.0 == "url" }) {
      source = .map(pairs + [("url", .scalar(pick(["https://example.org/{page}", "https://example.org/"])))], name)
    }
    var pairs: [(String, Tree)] = [("sources", .map([("s", source)], nil))]
    if Int.random(in: 0..<4, using: &random) == 0 { pairs.append(("merge", section(.merge, depth: 0))) }
    return .map(pairs, .file)
  }

  private mutating func section(_ name: SectionName, depth: Int) -> Tree {
    let section = KeyTable.section(name)
    var keys = section.keys.shuffled(using: &random)
    let most = name == .source ? 6 : 3
    keys = Array(keys.prefix(Int.random(in: 0...most, using: &random)))
    switch section.rule {
    case .one: keys = Array(section.keys.shuffled(using: &random).prefix(isWrong ? 2 : 1))
    case .forms(let forms):
      let form = pick(forms)
      keys = section.keys.filter { form.contains($0.name) }
    case .these(let names):
      keys += section.keys.filter { key in names.contains(key.name) && !keys.contains { $0.name == key.name } }
    case .any, .some: break
    }
    if name == .value, !keys.contains(where: { ["select", "const"].contains($0.name) }), let select = section["select"]
    {
      keys.append(select)
    }
    return .map(keys.map { ($0.name, value($0.type, in: name, depth: depth)) }, name)
  }

  private var isWrong: Bool {
    mutating get { Int.random(in: 0..<wrongness, using: &random) == 0 }
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  private mutating func value(_ type: KeyType, in name: SectionName, depth: Int) -> Tree {
    if isWrong {
      return pick([
        .scalar("wrong"), .scalar(""), .list([.scalar("a")]), .map([("a", .scalar("b"))], nil), .scalar("-3"),
        .scalar("1.5"),
      ])
    }
    switch type {
    case .section(let section):
      if section == .authors || section == .value, Bool.random(using: &random) {
        return value(.value, in: name, depth: depth)
      }
      if section == .paging, Bool.random(using: &random) { return .scalar(pick(["link", "none", "auto", "page"])) }
      return depth > 4 ? .map([], section) : self.section(section, depth: depth + 1)
    case .list(let element):
      return .list((0..<Int.random(in: 0...2, using: &random)).map { _ in value(element, in: name, depth: depth + 1) })
    case .value:
      guard depth < 3 else { return .scalar("title") }
      return pick([
        .scalar(pick(["title", "a.b", "8", "no", "1.5", "true", "\"x\""])),
        .list([value(.value, in: name, depth: depth + 1)]),
        self.section(.value, depth: depth + 1),
      ])
    case .pairs, .headerFields:
      return pick([.map([("A-b", .scalar(pick(["x", "8", "true", "\"\"", "1.5"])))], nil), .map([], nil), .scalar("")])
    case .json: return pick([.scalar("8"), .scalar("null"), .list([.scalar("x")]), .map([("a", .scalar("1"))], nil)])
    case .program: return .list([.scalar("cat"), .scalar(pick(["-n", "\"\"", "8"]))])
    case .twoTexts: return .list([.scalar("a"), .scalar(pick(["b", "\"\"", "7"]))])
    default: return .scalar(pick(Self.scalars(type)))
    }
  }

  private static func scalars(_ type: KeyType) -> [String] {
    switch type {
    case .word(let words): words + ["\"\(words[0])\""]
    case .itemField: ["title", "authors", "tags"]
    case .boolean: ["true", "false", "\"true\"", "'false'"]
    case .integer(let range): ["\(range.lowerBound)", "\"\(range.lowerBound)\"", "00\(range.lowerBound)"]
    case .positiveNumber: ["1", "1.5", "\"2\"", "0.5", "3."]
    case .duration: ["30s", "500ms", "1.5h", "5 m", "7d", "\"2min\"", "61s"]
    case .size: ["8MiB", "4096", "1.5kB", "\"10\"", "2 GB", "1.5"]
    case .rate: ["2/s", "30/m", "1.5/h", "9/min"]
    case .date: ["2025-01-31", "2025-01-31T12:00:00Z", "2025-02-03 04:05:06.7+01:00"]
    case .address: ["https://example.org/a", "\"HTTP://example.org:8080?x=y\"", "https://例え.jp"]
    case .template:
      ["https://example.org/{page}", "https://example.org/?o={offset}", "https://example.org", "${HOST}/a"]
    case .proxy: ["none", "http://p.example:3128", "socks5h://localhost:1080"]
    case .placement: ["query:page", "header:X-Page", "body:a.b", "query"]
    case .method: ["GET", "POST", "M-SEARCH"]
    case .host: ["example.org", "example.org:8080", "\"[::1]:80\""]
    case .contact: ["me@example.org", "https://example.org/me"]
    case .headerName: ["Retry-After", "X-Wait"]
    case .pageSelector: ["next", "header:X-Next", "link:next", "a.b"]
    default: ["abc", "no", "8", "1.5", "true", "'x y'", "2025-01-01", "${TOKEN}", "0x1F"]
    }
  }

  // MARK: text

  private static func flow(_ tree: Tree) -> String {
    switch tree {
    case .scalar(let text): text.contains("{") && !text.hasPrefix("\"") ? "\"\(text)\"" : text
    case .list(let elements): "[" + elements.map(flow).joined(separator: ", ") + "]"
    case .map(let pairs, _): "{" + pairs.map { "\($0.0): \(flow($0.1))" }.joined(separator: ", ") + "}"
    }
  }

  /// The tree with the key at a place misspelt, of the keys that belong to a section.
  private func misspelt(_ tree: Tree, at place: Int, count: inout Int) -> Tree {
    switch tree {
    case .scalar: return tree
    case .list(let elements): return .list(elements.map { misspelt($0, at: place, count: &count) })
    case .map(let pairs, let name):
      return .map(
        pairs.map { key, value in
          let isHere = name != nil && count == place
          if name != nil { count += 1 }
          return (isHere ? key + "x" : key, misspelt(value, at: place, count: &count))
        }, name)
    }
  }
}
