/// One key of the configuration language, as data: what messages, suggestions and help know of it.
public struct KeyDeclaration: Sendable {
  /// The key.
  public var name: String
  /// What its value is.
  public var type: KeyType
  /// The value where the key is not written, as it would be written.
  public var fallback: String?
  /// One line for help.
  public var help: String
  /// Quoted empty text will do.
  public var mayBeEmpty: Bool

  /// A key.
  public init(
    _ name: String, _ type: KeyType, fallback: String? = nil, mayBeEmpty: Bool = false, _ help: String
  ) {
    self.name = name
    self.type = type
    self.fallback = fallback
    self.mayBeEmpty = mayBeEmpty
    self.help = help
  }
}

/// What the value of a key is.
public indirect enum KeyType: Sendable {
  /// Text as written.
  case text
  /// One of these words.
  case word([String])
  /// `true` or `false`.
  case boolean
  /// A whole number in this range.
  case integer(ClosedRange<Int>)
  /// A number above 0.
  case positiveNumber
  /// A span of time such as `30s`.
  case duration
  /// A number of bytes such as `8MiB`.
  case size
  /// Requests per time such as `2/s`.
  case rate
  /// A day or an RFC 3339 instant.
  case date
  /// An absolute http or https address.
  case address
  /// An address of a proxy.
  case proxy
  /// An address with `{page}`, `{offset}`, `{cursor}` or `{limit}` in it (RFC 6570 level 1).
  case template
  /// A selector of the source's kind.
  case selector
  /// A selector in a page: also `header:NAME` and `link:REL`.
  case pageSelector
  /// A VALUE: a selector, a list of VALUEs, or a map with steps.
  case value
  /// A regular expression (RE2).
  case pattern
  /// Where a page value goes: `query:NAME`, `path`, `header:NAME` or `body:PATH`.
  case placement
  /// Names and their texts.
  case pairs
  /// Names of header fields, or of cookies, and their texts.
  case headerFields
  /// The name of a header field.
  case headerName
  /// A method of HTTP.
  case method
  /// `host` or `host:port`.
  case host
  /// A URL or a mailbox.
  case contact
  /// The name of a field of an item.
  case itemField
  /// A list: a program and its arguments, which may be empty.
  case program
  /// A list of two texts, of which the second may be empty.
  case twoTexts
  /// Any JSON value.
  case json
  /// A list.
  case list(KeyType)
  /// A map with the keys of a section.
  case section(SectionName)
  /// A map of sources by name.
  case sources
  /// A map of plugins by name.
  case plugins

  /// The type in words, for messages: "a duration such as 30s or 5m".
  public var expectation: String {
    switch self {
    case .text, .headerName, .method, .host, .contact, .itemField: "text"
    case .word(let words): KeyType.choice(words)
    case .boolean: "true or false"
    case .integer(let range):
      range.upperBound == .max
        ? "a whole number from \(range.lowerBound)" : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .positiveNumber: "a number above 0"
    case .duration: "a duration such as 30s or 5m"
    case .size: "a size such as 8MiB"
    case .rate: "a rate such as 2/s"
    case .date: "a date such as 2025-01-31 or 2025-01-31T12:00:00Z"
    case .address: "an absolute http or https URL"
    case .proxy: "a URL of a proxy such as http://proxy.example:3128 or socks5h://localhost:1080, or none"
    case .template: "an absolute http or https URL, which may hold {page}, {offset}, {cursor} and {limit}"
    case .selector, .pageSelector: "a selector"
    case .value: "a selector, a list of values or a map with select"
    case .pattern: "a regular expression"
    case .placement: "query:NAME, path, header:NAME or body:PATH"
    case .pairs, .headerFields: "a map of names and texts"
    case .json: "a JSON value"
    case .list(let element): "a list" + (element.plural.map { " of " + $0 } ?? "")
    case .program, .twoTexts: "a list of texts"
    case .section, .sources, .plugins: "a map"
    }
  }

  private var plural: String? {
    switch self {
    case .text, .headerName, .host: "texts"
    case .word(let words): KeyType.choice(words)
    case .integer: "whole numbers"
    case .section: "maps"
    default: nil
    }
  }

  /// `a, b or c`.
  static func choice(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}
