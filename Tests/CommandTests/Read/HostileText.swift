/// Text that attacks a terminal or a browser, for whatever a server gives. No sequence is one that curses makes itself.
enum HostileText {
  static let all: [String] = [
    // Control sequences and strings (ECMA-48), in their form of two bytes and in that of one.
    "plain", "\u{1B}[2J\u{1B}[5;5fgone", "\u{1B}]0;title\u{07}", "\u{1B}]2;title\u{1B}\\", "\u{1B}]52;c;ZXZpbA==\u{07}",
    "\u{1B}]8;;http://evil.example\u{1B}\\link\u{1B}]8;;\u{1B}\\", "\u{1B}]104\u{07}", "\u{1B}]1337;File=:eA==\u{07}",
    "\u{9B}48;5;99mred", "\u{9D}0;x\u{9C}", "\u{90}dcs\u{9C}", "\u{9F}apc\u{9C}", "\u{9E}pm\u{9C}", "\u{98}sos\u{9C}",
    "\u{1B}P+q\u{1B}\\", "\u{1B}Ptmux;\u{1B}\u{1B}]52;c;ZXZpbA==\u{07}\u{1B}\\", "\u{1B}_apc\u{1B}\\",
    "\u{1B}^pm\u{1B}\\",
    "\u{1B}Xsos\u{1B}\\", "\u{1B}c", "\u{1B}#8", "\u{1B}[?47h", "\u{1B}[?1003h\u{1B}[?1004h",
    "\u{1B}[c\u{1B}[6n\u{1B}[>c",
    "\u{1B}[20t\u{1B}[21t", "\u{1B}[3q", "\u{1B}\u{1B}\u{1B}[s", "\u{1B}", "\u{1B}]0;never ended",
    // Characters that act by themselves.
    "\u{07}bell\u{07}", "abc\u{08}\u{08}\u{08}xyz", "one\u{0B}two\u{0C}three\u{7F}", "nul\u{00}nul", "a\r\n\tb",
    "\u{85}\u{84}\u{8D}",
    "a\u{2028}b\u{2029}c", "\u{202E}desrever\u{202C}", "\u{2066}a\u{2067}b\u{2069}", "\u{200F}\u{061C}\u{200E}",
    "zero\u{200B}width\u{FEFF}", "\u{E0041}\u{E0042}\u{E007F}tags", "\u{E000}\u{F8FF}\u{10FFFF}private",
    "\u{FFF9}a\u{FFFA}b\u{FFFB}",
    // What is only long, or piled up.
    String(repeating: "long ", count: 2_000), String(repeating: "x", count: 10_000),
    String(repeating: "\u{301}", count: 500),
    "e" + String(repeating: "\u{301}", count: 10_000), String(repeating: "👩\u{200D}", count: 300),
    // Markup, with control characters by number.
    "&#27;[2J&#x9b;48;5;99m", "&#x1b;]52;c;ZXZpbA==&#7;", "<script>document.title='ZXZpbA'</script>",
    "<style>p{content:'ZXZpbA'}</style>", "<img src=x onerror=alert(1)>", "<a href=javascript:alert(1)>x</a>",
    "<a href='http://evil.example/&#27;]52;c;ZXZpbA==&#7;'>x</a>", "<svg onload=alert(1)>",
    "<pre>&#27;[3q\u{1B}c\ttab\u{9B}?47h</pre>", "<img alt='\u{1B}c&#155;?47h'>", "</title><!--\u{1B}c-->",
    "<![CDATA[\u{1B}c]]>",
  ]

  /// A JSON string of the text, with its control characters as escapes; `surrogate`: half a pair stands at its end,
  /// which is no Unicode at all.
  static func json(_ text: String, surrogate: Bool = false) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\u{00}"..<" ", "\u{7F}"..<"\u{A0}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + (surrogate ? "\\ud83d\"" : "\"")
  }
}
