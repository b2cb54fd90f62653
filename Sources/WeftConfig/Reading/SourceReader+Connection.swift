import WeftModel

extension SourceReader {
  /// `proxy`, `ca_file`, `insecure` and `contact`.
  func readConnection(_ section: SectionValues, into request: inout RequestSettings) {
    request.proxy = proxy(section)
    request.certificateFile = section.text("ca_file")?.text
    request.isInsecure = section.boolean("insecure") ?? false
    if request.isInsecure, let pair = section.pair("insecure") {
      // Said in each run: what comes may be from anyone.
      context.warning(
        pair.value.span, "request.insecure: certificates are not checked, so the answers may be anyone's",
        hint: "name your own authority with ca_file instead")
    }
    guard let contact = section.text("contact") else { return }
    let isReachable = contact.text.contains("@") || contact.text.contains("://")
    guard isReachable, Token.isFieldValue(contact.text), !contact.text.contains(where: { "()\\".contains($0) }) else {
      context.complain(
        of: contact.node, section.path("contact"), expected: "a URL or a mailbox, without brackets",
        hint: contact.text.contains(".") ? "write https://\(contact.text)" : nil)
      return
    }
    request.contact = contact.text
  }

  private func proxy(_ section: SectionValues) -> String? {
    guard let text = section.text("proxy") else { return nil }
    if text.text == "none" { return "" }
    let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]
    let parts = text.text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, schemes.contains(parts[0].lowercased()), parts[1].hasPrefix("//"),
      let host = parts[1].dropFirst(2).split(separator: "@").last, Token.isHost(String(host.prefix { $0 != "/" }))
    else {
      context.complain(
        of: text.node, section.path("proxy"), expected: KeyType.proxy.expectation,
        hint: !text.holdsSecret && Token.isHost(text.text) ? "write http://\(text.text)" : nil)
      return nil
    }
    return text.text
  }

  /// `cache`.
  func readCache(_ section: SectionValues, into request: inout RequestSettings) {
    guard let cache = section.child("cache") else { return }
    request.cache.isConditional = cache.boolean("conditional") ?? true
    request.cache.fresh = cache.duration("fresh") ?? .zero
  }
}
