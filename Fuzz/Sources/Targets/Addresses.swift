import Dates
import URIs
import WeftPaging

extension FuzzTarget {
  /// Addresses: split, resolved, compared, as templates.
  static let url = FuzzTarget(name: "url") { input in
    let text = String(input: input)
    require(URIReference(text).description == text, "split and joined, it is another")
    let resolved = resolve(text, against: "https://user@example.org:8080/a/b/../c?d=e#f")
    require(resolve(resolved, against: "https://example.com/x") == resolved, "resolved again, \(resolved) is another")
    _ = resolve("../x?y#z", against: text)
    _ = resolve("//h/..", against: text)
    if let origin = Origin(of: text) {
      require(Origin(of: origin.description) == origin, "the origin \(origin) is read as another")
    }
    let canonical = canonicalURL(text, stripQuery: ["utm_*", "*id", ""])
    // The scheme is left out of it, and it decides which port is left out.
    let scheme = URIReference(text).scheme ?? ""
    if URIReference(text).isWebAddress, canonical.hasPrefix("//") {
      let again = canonicalURL(scheme + ":" + canonical, stripQuery: ["utm_*", "*id", ""])
      require(again == canonical, "canonical again, \(canonical) is \(again)")
    }
    require(percentDecoded(percentEncoded(text)) == text, "encoded and decoded, it is another")
    require(
      !redactedURL("https://example.org/?key=" + percentEncoded(text), parameters: ["key"]).contains("%C3"), "shown")
    _ = redactedURL(text, parameters: ["key"], values: ["secret"])
    _ = wireForm(text)
    _ = URIQuery.removing("page", from: URIQuery.setting("page", to: text, in: text))
    if let template = try? URITemplate(text) {
      _ = template.expanded([:])
      _ = template.expanded(["page": "2", "cursor": "a b&c"])
      _ = template.expandedPlain(["page": text])
    }
  }

  /// The `Link` header field.
  static let link = FuzzTarget(name: "link") { input in
    let links = LinkHeader.links(in: String(input: input))
    let written = links.map { "<\($0.target)>; rel=\"\(escaped($0.relations.joined(separator: " ")))\"" }
    let read = LinkHeader.links(in: written.joined(separator: ", "))
    require(read.map(\.target) == links.map(\.target), "written and read, the targets are others: \(written)")
    require(read.map(\.relations) == links.map(\.relations), "written and read, the relations are others: \(written)")
  }

  /// Dates, absolute and relative, and formats.
  static let date = FuzzTarget(name: "date") { input in
    let text = String(input: input)
    let date = DateParser.parse(text)
    require(
      date == input.withUnsafeBufferPointer { DateParser.parse(utf8: $0) } || text.utf8.count != input.count,
      "two readings differ")
    if let date {
      require(
        DateParser.parse(date.rfc3339)?.microseconds == date.microseconds, "\(date.rfc3339) is read as another instant")
    }
    _ = RelativeDate.parse(text, now: 1_750_000_000_000_000)
    for unit in [DateParser.UnixUnit.seconds, .milliseconds] { _ = DateParser.parseUnix(text, unit: unit) }
    _ = zone?.date(text)
  }

  private static let zone = ZoneTable(named: "Europe/Berlin")

  private static func escaped(_ text: String) -> String {
    // By scalars: with a mark behind it a quotation mark is another character.
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\\" || scalar == "\"" { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }
}
