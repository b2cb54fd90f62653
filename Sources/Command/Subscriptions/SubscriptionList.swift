import WeftKit

/// Makes sources of subscriptions: addresses that can be read, each once, under names of their own.
struct SubscriptionList {
  /// A source as it will be written.
  struct Source: Equatable {
    var name: String
    var title: String
    /// The template of the address, with `${` and braces as the configuration writes them.
    var url: String
    var folders: [String]
    var line: Int?
  }

  /// The sources, in the order of the list.
  private(set) var sources: [Source] = []
  /// What was left out, and why.
  private(set) var problems: [SubscriptionProblem] = []

  private var names: Set<String> = []
  /// How often a name was wanted, so that the next number is found at once.
  private var wanted: [String: Int] = [:]
  private var seen: [String: Source] = [:]

  /// - Parameter check: says what the configuration has against an address; `nil` where it is fine.
  init(_ subscriptions: [Subscription], check: (String) -> String?) {
    for subscription in subscriptions { add(subscription, check) }
  }

  private mutating func add(_ subscription: Subscription, _ check: (String) -> String?) {
    // A template may hold the variables of pages. A variable of the environment is none of them: a list that somebody
    // sends must not carry the reader's secrets anywhere.
    let url = subscription.template.flatMap(Self.template) ?? Self.literal(subscription.address)
    let title = subscription.title
    let called = title.isEmpty ? "an entry without a title" : "\u{201C}\(title)\u{201D}"
    if let problem = check(url) {
      problems.append(
        SubscriptionProblem(line: subscription.line, message: "\(called) is left out: \(problem)"))
      return
    }
    let identity = canonicalURL(url)
    if let first = seen[identity] {
      let place = first.line.map { "line \($0)" } ?? first.name
      problems.append(
        SubscriptionProblem(line: subscription.line, message: "\(called) is the same feed as in \(place); left out"))
      return
    }
    let source = Source(
      name: name(for: subscription, url), title: title, url: url, folders: subscription.folders,
      line: subscription.line)
    seen[identity] = source
    sources.append(source)
  }

  /// A name that nobody has yet: that of the source that it was, else made of the title, else of the host.
  private mutating func name(for subscription: Subscription, _ url: String) -> String {
    let words = [subscription.name.map { String($0.prefix(60)) }, Self.word(subscription.title)]
    let base = words.compactMap { $0 }.first { !$0.isEmpty } ?? Self.word(Origin(of: url)?.host ?? "")
    let stem = base.isEmpty ? "feed" : base
    guard !names.insert(stem).inserted else { return stem }
    var number = wanted[stem] ?? 2
    while !names.insert("\(stem)-\(number)").inserted { number += 1 }
    wanted[stem] = number + 1
    return "\(stem)-\(number)"
  }

  /// Letters and digits in lower case, joined by hyphens; at most 40 characters.
  static func word(_ title: String) -> String {
    var words: [String] = []
    var word = ""
    for character in title.lowercased() {
      if character.isLetter || character.isNumber {
        word.append(character)
      } else if !word.isEmpty, character != "'", character != "\u{2019}" {
        words.append(word)
        word = ""
      }
    }
    if !word.isEmpty { words.append(word) }
    var name = ""
    for word in words {
      let longer = name.isEmpty ? word : name + "-" + word
      guard longer.count <= 40 else { break }
      name = longer
    }
    return name.isEmpty ? String(words.first?.prefix(40) ?? "") : name
  }

  /// An address that stands for itself: braces and blanks are percent-encoded, `feed:` is what it was meant for.
  static func literal(_ address: String) -> String {
    var address = address
    let lowered = address.prefix(16).lowercased()
    if lowered.hasPrefix("feed://") {
      address = "http://" + address.dropFirst(7)
    } else if lowered.hasPrefix("feed:http") {
      address = String(address.dropFirst(5))
    }
    return encoded(address) { $0 > 0x20 && $0 != 0x7F && $0 != 0x7B && $0 != 0x7D }
  }

  /// A template of ours; `nil` where it holds another brace than those of its variables.
  private static func template(_ text: String) -> String? {
    var rest = text
    for name in ["page", "offset", "cursor", "limit"] {
      rest = rest.split(separator: "{\(name)}", omittingEmptySubsequences: false).joined(separator: "")
    }
    let isPlain = rest.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != 0x7B && $0 != 0x7D }
    // `$` before a variable of a page would make it one of the environment.
    return isPlain && !text.contains("${") ? text : nil
  }

  private static func encoded(_ text: String, keeps: (UInt8) -> Bool) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if keeps(byte) { bytes.append(byte) } else { bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The sources as a configuration; folders become comments, since a feed has one order and no folders.
  func configuration(from file: String) -> String {
    var text =
      "# \(sources.count) \(sources.count == 1 ? "source" : "sources") from \(TerminalText.clean(file))\nsources:\n"
    var folders: [String] = []
    for source in sources {
      if source.folders != folders {
        folders = source.folders
        let path = folders.map(TerminalText.clean).joined(separator: " / ")
        text += "\n  # \(path.isEmpty ? "outside of folders" : path)\n"
      }
      text += "  \(YAMLScalar.quoted(source.name)):\n"
      if !source.title.isEmpty { text += "    title: \(YAMLScalar.quoted(Self.escaped(source.title)))\n" }
      text += "    url: \(YAMLScalar.quoted(source.url))\n"
    }
    return text
  }

  /// `${` as the configuration writes it where it is text.
  static func escaped(_ text: String) -> String {
    text.split(separator: "${", omittingEmptySubsequences: false).joined(separator: "$${")
  }
}
