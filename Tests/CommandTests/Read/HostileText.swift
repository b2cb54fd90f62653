/// Text that attacks a terminal or a browser, for titles and bodies that a server gives.
enum HostileText {
  static let all: [String] = [
    "plain", "\u{1B}[2J\u{1B}[Hgone", "\u{1B}]0;title\u{07}", "\u{1B}]52;c;ZXZpbA==\u{07}", "\u{9B}31mred",
    "\u{9D}0;x\u{9C}",
    "\u{90}dcs\u{9C}", "\u{1B}P+q\u{1B}\\", "\u{1B}c", "\u{1B}[?1049l", "\u{202E}desrever", "zero\u{200B}width",
    String(repeating: "long ", count: 2_000), String(repeating: "\u{301}", count: 500), "&#27;[2J&#x9b;31m",
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<a href=javascript:alert(1)>x</a>",
    "<a href='http://evil.example/&#27;]52;c;ZXZpbA==&#7;'>x</a>", "<svg onload=alert(1)>",
  ]
}
