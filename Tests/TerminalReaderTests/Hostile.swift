/// Text that attacks whoever shows it.
enum Hostile {
  /// A scalar that a terminal obeys, or that is there without being seen.
  static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x34F, 0x61C, 0x180E, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F,
      0xFE00...0xFE0F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE0FFF:
      true
    default: false
    }
  }

  /// Sequences of terminals, and characters that are not seen, turn the text, or take no column.
  static let titles: [String] = [
    "plain", "", " ", "\u{1B}[2J\u{1B}[H gone", "\u{1B}]0;title\u{07}x", "\u{1B}]52;c;ZXZpbA==\u{07}copy",
    "\u{9B}31mred", "\u{1B}P+q\u{1B}\\dcs", "\u{1B}]8;;http://evil.example\u{1B}\\link\u{1B}]8;;\u{1B}\\",
    "\u{1B}c\u{1B}c",
    "a\rb\nc\td\u{08}\u{08}e\u{7F}", "\u{202E}desrever\u{202C}", "\u{2066}isolate\u{2069}",
    "zero\u{200B}width\u{FEFF}s",
    "\u{301}\u{301}starts with marks", "z\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}algo", "👩‍👩‍👧‍👦👍🏽🇩🇪❤️1️⃣",
    "\u{E0041}\u{E0042}tags", "日本語のとても長い見出し", "한글 \u{1112}\u{1161}\u{11AB}", "עברית العربية",
    "\u{E000}private \u{10FFFF}",
    String(repeating: "x", count: 10_000), String(repeating: "\u{200B}", count: 10_000) + "end",
    String(repeating: "界", count: 10_000), "e" + String(repeating: "\u{301}", count: 10_000), "\u{0}nul\u{0}",
    "\u{1B}[?1049l\u{1B}[?1000l", "\u{85}\u{8D}\u{90}c1", "\u{1B}", "\u{1B}[", "\u{9D}52;c;x",
    // Each kind of string, in its form of two bytes and in that of one (ECMA-48), ended and not.
    "\u{1B}_apc\u{1B}\\x", "\u{1B}^pm\u{1B}\\x", "\u{1B}Xsos\u{1B}\\x", "\u{90}dcs\u{9C}x", "\u{9F}apc\u{9C}x",
    "\u{9E}pm\u{9C}x", "\u{98}sos\u{9C}x", "\u{9D}0;title\u{9C}x", "\u{1B}Pnever ended", "\u{1B}\u{1B}[2J\u{1B}\u{1B}c",
    "\u{07}\u{07}\u{07}", "abc\u{08}\u{08}\u{08}xyz", "line\u{2028}separator\u{2029}x", "\u{0E}shift\u{0F}",
    "\u{2068}\u{2068}\u{2068}open", "\u{2069}\u{2069}closed", "\u{200F}\u{200E}marks\u{61C}",
    "x\u{FE0F}\u{FE0E}\u{E0100}y",
    "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}flag", "🇩", "🇩🇪🇫", "\u{0903}spacing mark first",
    "\u{200D}\u{200D}joiners", "\u{1160}\u{11A8}vowels", "\u{FFF9}a\u{FFFA}b\u{FFFB}", "\u{3164}\u{2800}blanks",
    "\u{1B}[>4;2m\u{1B}[=1u", "\u{1B}#8\u{1B}(0\u{1B}%G", "שלום \u{1B}[31m\u{202E}עולם", "\u{A0}\u{A0}no-break\u{AD}",
  ]

  /// Script injections with the usual evasions.
  static let injections: [String] = [
    "<script>alert(1)</script>", "<SCRIPT SRC=//evil.example/x.js></SCRIPT>", "<img src=x onerror=alert(1)>",
    "<img src=javascript:alert(1)>", "<a href=javascript:alert(1)>x</a>", "<a href=\"jav&#x09;ascript:alert(1)\">x</a>",
    "<a href=\" &#14; javascript:alert(1)\">x</a>", "<a href=JaVaScRiPt:alert(1)>x</a>",
    "<a href=data:text/html;base64,PHNjcmlwdD4=>x</a>", "<a href=vbscript:msgbox(1)>x</a>", "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>", "<math><mtext><script>alert(1)</script>",
    "<iframe src=javascript:alert(1)>",
    "<iframe srcdoc='<script>alert(1)</script>'>", "<object data=javascript:alert(1)>", "<embed src=data:text/html,x>",
    "<body onload=alert(1)>", "<style>@import 'javascript:alert(1)';</style>",
    "<div style=\"background:url(javascript:alert(1))\">",
    "<link rel=stylesheet href=javascript:alert(1)>", "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
    "<base href=javascript:alert(1)//>", "<form action=javascript:alert(1)><input type=submit>",
    "<input onfocus=alert(1) autofocus>",
    "<details open ontoggle=alert(1)>", "<video><source onerror=alert(1)></video>", "<audio src=x onerror=alert(1)>",
    "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">", "<template><script>alert(1)</script></template>",
    "<!--><script>alert(1)</script>-->", "<![CDATA[<script>alert(1)</script>]]>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<<script>alert(1)//<</script>", "<img \"\"\"><script>alert(1)</script>\">",
    "<textarea><script>alert(1)</script></textarea>",
    "\u{1B}]8;;javascript:alert(1)\u{1B}\\x\u{1B}]8;;\u{1B}\\", "&#27;[2J&#x1b;]0;x&#7;", "&#x9b;31m&#155;H",
    "<a href='http://evil.example/&#27;]52;c;eA==&#7;'>x</a>", "<p>\u{1B}[31m<b>\u{9B}2J</b></p>",
    "<a href=//evil.example/\u{202E}gpj.exe>x</a>",
  ]
}
