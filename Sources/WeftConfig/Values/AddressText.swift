/// An absolute http or https address, perhaps with the variables of a template (RFC 6570 level 1).
struct AddressText {
  /// The names between braces, in order.
  private(set) var variables: [String] = []
  /// Some variable of the page's place (not `limit`) stands before the first `?`.
  private(set) var hasPathVariable = false

  /// What stands in the place of an address, and holds these variables.
  init(variables: [String]) { self.variables = variables }

  static let pageVariables = ["page", "offset", "cursor"]
  static let variableNames = ["page", "offset", "cursor", "limit"]

  /// What is wrong with an address, with its place in the text in scalars.
  struct Problem: Error, Equatable {
    var message: String
    var hint: String?
    var range: Range<Int>?
    /// The part of the address that the message repeats.
    var quoted: String?
  }

  /// Reads the address.
  ///
  /// - Parameter isTemplate: whether it may hold variables.
  init(_ text: String, isTemplate: Bool) throws(Problem) {
    let bytes = Array(text.utf8)
    let schemeLength = try Self.schemeLength(text, bytes)
    var position = schemeLength
    var isAuthority = true
    var isQuery = false
    var scalar = schemeLength
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case 0..<0x21, 0x7F:
        throw Problem(
          message: "a URL cannot hold a blank or a control character", hint: "a blank is written %20",
          range: scalar..<scalar + 1)
      case 0x2F, 0x23: isAuthority = false
      case 0x3F:
        isAuthority = false
        isQuery = true
      case 0x7B:
        let name = try Self.variable(bytes, at: position, scalar: scalar)
        guard isTemplate else {
          throw Problem(
            message: "it cannot hold {\(name)}", range: scalar..<scalar + name.utf8.count + 2,
            quoted: name)
        }
        guard !isAuthority else {
          throw Problem(
            message: "a template variable cannot stand in the host", range: scalar..<scalar + name.utf8.count + 2)
        }
        variables.append(name)
        if !isQuery, name != "limit" { hasPathVariable = true }
        position += name.utf8.count + 2
        scalar += name.utf8.count + 2
        continue
      case 0x7D:
        throw Problem(message: "} without {", hint: "a brace in a URL is written %7D", range: scalar..<scalar + 1)
      default: break
      }
      position += 1
      if byte & 0xC0 != 0x80 { scalar += 1 }
    }
    let authority = bytes[schemeLength...].prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }
    try Self.check(authority: authority, from: schemeLength)
  }

  private static func schemeLength(_ text: String, _ bytes: [UInt8]) throws(Problem) -> Int {
    let head = String(decoding: bytes.prefix(8), as: UTF8.self).lowercased()
    if head.hasPrefix("https://") { return 8 }
    if head.hasPrefix("http://") { return 7 }
    let hasScheme = text.contains("://")
    let looksLikeHost = !hasScheme && text.contains(".") && !text.hasPrefix("/") && !text.contains(" ")
    throw Problem(
      message: hasScheme ? "only http and https URLs can be read" : "it does not begin with http:// or https://",
      hint: looksLikeHost ? "https://…" : nil)
  }

  private static func check(authority: ArraySlice<UInt8>, from start: Int) throws(Problem) {
    if let at = authority.lastIndex(of: 0x40) {
      // The message does not repeat them.
      let length = String(decoding: authority[..<at], as: UTF8.self).unicodeScalars.count
      throw Problem(
        message: "credentials do not belong into a URL", hint: "use request: {auth: {basic: [user, \"${PASSWORD}\"]}}",
        range: start..<start + length)
    }
    var host = authority
    if host.first == 0x5B {
      guard let close = host.firstIndex(of: 0x5D) else { throw Problem(message: "the host is not complete") }
      host = authority[...close]
    } else if let colon = host.firstIndex(of: 0x3A) {
      host = authority[..<colon]
    }
    guard !host.isEmpty else { throw Problem(message: "it has no host") }
    let port = authority.dropFirst(host.count)
    guard !port.isEmpty else { return }
    let digits = port.dropFirst()
    guard port.first == 0x3A, digits.count <= 5, digits.allSatisfy({ (0x30...0x39).contains($0) }),
      digits.reduce(0, { $0 * 10 + Int($1 - 0x30) }) <= 65_535
    else { throw Problem(message: "the port is not a number from 0 to 65535") }
  }

  /// The name of the variable whose brace stands at `position`.
  private static func variable(_ bytes: [UInt8], at position: Int, scalar: Int) throws(Problem) -> String {
    guard let close = bytes[position...].firstIndex(of: 0x7D) else {
      throw Problem(message: "{ without }", hint: "a brace in a URL is written %7B", range: scalar..<scalar + 1)
    }
    let name = String(decoding: bytes[(position + 1)..<close], as: UTF8.self)
    guard variableNames.contains(name) else {
      let range = scalar..<scalar + name.unicodeScalars.count + 2
      let known = "; a template knows {page}, {offset}, {cursor} and {limit}"
      if let near = Suggestion.nearest(to: name, among: variableNames) {
        throw Problem(
          message: "unknown variable {\(Quoting.printable(name))}; did you mean {\(near)}?", range: range,
          quoted: name)
      }
      throw Problem(message: "unknown variable {\(Quoting.printable(name))}" + known, range: range, quoted: name)
    }
    return name
  }
}
