/// The default ports of the hierarchical schemes (WHATWG URL, "special scheme"), `file` left out: it has no host to ask.
enum DefaultPort {
  static func of(_ scheme: String) -> Int? {
    switch scheme {
    case "https", "wss": return 443
    case "http", "ws": return 80
    case "ftp": return 21
    default:
      let lowered = scheme.lowercased()
      return lowered == scheme ? nil : of(lowered)
    }
  }
}
