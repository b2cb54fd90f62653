/// Text for man pages, in the macros of man(7).
enum Troff {
  /// Text as it is to be read: backslashes, dashes, quotes and dots are no commands, and what is no ASCII is named, since
  /// an old formatter reads bytes.
  static func text(_ text: String) -> String {
    var body = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": body += "\\e"
      case "-": body += "\\-"
      case "'": body += "\\(aq"
      case "`": body += "\\(ga"
      case "^": body += "\\(ha"
      case "~": body += "\\(ti"
      case "\n": body += " "
      default:
        if scalar.isASCII {
          body.unicodeScalars.append(scalar)
        } else {
          let digits = String(scalar.value, radix: 16, uppercase: true)
          body += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
        }
      }
    }
    return body.hasPrefix(".") ? "\\&" + body : body
  }

  /// The text in lines of at most 80 columns where words allow it; the formatter fills them anew.
  static func filled(_ words: String) -> String {
    var lines: [String] = []
    for word in words.split(whereSeparator: \.isWhitespace).map({ text(String($0)) }) {
      if let last = lines.last, last.utf8.count + 1 + word.utf8.count <= 79 {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(word)
      }
    }
    return lines.joined(separator: "\n")
  }

  /// A term in bold and what it means.
  static func entry(_ term: String, _ meaning: String, argument: String? = nil) -> String {
    let argument = argument.map { " \\fI\(text($0))\\fR" } ?? ""
    return ".TP\n\\fB\(text(term))\\fR\(argument)\n\(filled(meaning))\n"
  }

  /// A paragraph.
  static func paragraph(_ words: String) -> String { ".PP\n\(filled(words))\n" }

  /// Lines that are shown as they are.
  static func example(_ lines: String) -> String {
    let shown = lines.split(separator: "\n", omittingEmptySubsequences: false).map { text(String($0)) }
    return ".PP\n.nf\n.RS 4\n\(shown.joined(separator: "\n"))\n.RE\n.fi\n"
  }
}
