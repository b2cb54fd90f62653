import WeftModel

extension Proposal {
  /// The proposal as the text of a configuration: comments, and one source that can be used as it stands.
  public var text: String {
    var lines = notes.flatMap { Self.wrapped("\($0.certainty.rawValue): \(comment($0.text, limit: 600))") }
    for secret in secrets {
      lines.append("# ${\(secret.name)} stands for what the address held; set it in the environment")
    }
    lines.append("sources:")
    lines += StanzaText(settings, remarks: remarks.mapValues { hidden($0) }).lines
    lines += sampleLines
    for alternative in alternatives {
      lines += ["#", "# another way: \(comment(alternative.text))"]
      // A comment before each line of the stanza: to use it, take the marks away.
      if let settings = alternative.settings { lines += StanzaText(settings).lines.map { "# " + hidden($0) } }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The text as comment lines of a terminal's width.
  private static func wrapped(_ text: String) -> [String] {
    var lines: [String] = []
    var line = "#"
    for word in text.split(separator: " ") {
      if line.count + word.count > 98, line.count > 3 {
        lines.append(line)
        line = "#  "
      }
      line += " " + word
    }
    return lines + [line]
  }

  private var sampleLines: [String] {
    guard !samples.isEmpty else { return [] }
    let count = samples.count == 1 ? "the first item" : "the first \(samples.count) items"
    var lines = ["# \(count) of \(itemCount), as found:"]
    for sample in samples {
      lines.append("# - " + comment(sample.title.isEmpty ? "(no title)" : sample.title, limit: 100))
      let details = [sample.date?.rfc3339, sample.url.map { comment($0) }].compactMap { $0 }
      if !details.isEmpty { lines.append("#   " + details.joined(separator: "  ")) }
    }
    return lines
  }

  private func comment(_ text: String, limit: Int = 300) -> String { BlockText.comment(hidden(text), limit: limit) }

  /// The text without the secrets, which a server may have repeated in its links.
  private func hidden(_ text: String) -> String {
    var text = text
    for secret in secrets where secret.value.utf8.count >= 4 { text.replace(secret.value, with: "${\(secret.name)}") }
    return text
  }
}
