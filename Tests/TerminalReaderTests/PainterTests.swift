import Curses
import DisplayText
import Glibc
import Testing

@testable import TerminalReader

/// What the terminal is given of a row.
@Suite struct PainterTests {
  init() { setlocale(LC_CTYPE, "C.UTF-8") }

  /// The C library counts the columns of what is drawn as the screen does: nothing behind it is drawn elsewhere.
  @Test(
    arguments: Hostile.titles + [
      "नमस्ते दुनिया", "ไทย เมื่อ", "தமிழ்", "শুভ", "မြန်မာ", "ខ្មែរ", "한글 \u{1112}\u{1161}\u{11AB}", "ｶﾞ", "か\u{3099}", "العَرَبِيَّة",
      "🇩🇪🇫🇷", "👍🏽👩🏾‍🚀🧑‍🤝‍🧑🏳️‍🌈", "1️⃣#️⃣*️⃣", "☂️☂⌚©️™️", "\u{20000}\u{2A6D6}", "〈〉", "①②③", "α§±×÷", "▲●★", "\u{1FAE0}\u{1F9D1}",
    ])
  func widthsAgree(_ text: String) {
    let line = CellText.line(text)
    let drawn = Painter.agreed(line)
    #expect(DisplayWidth.of(drawn) == DisplayWidth.of(line))
    let theirs = drawn.unicodeScalars.map { CursesTerminal.columns(of: $0) ?? -1_000 }.reduce(0, +)
    #expect(theirs == DisplayWidth.of(line), "\(line)")
    let isHarmless = drawn.unicodeScalars.allSatisfy { !Hostile.isObeyed($0) }
    #expect(isHarmless)
  }

  @Test(arguments: [
    ("🇩🇪", "🇩🇪"), ("नमस्ते", "नमस्ते"), ("日本", "日本"), ("e\u{301}", "e\u{301}"), ("😀", "😀"), ("مرحبا", "مرحبا"), ("ไทย", "ไทย"),
    // What nobody asks for after the cleaning, but if it were drawn: as wide as it was counted.
    ("👍🏽x", "\u{FFFD} x"), ("❤️x", "\u{FFFD} x"), ("👩‍👩‍👧‍👦x", "\u{FFFD} x"),
  ])
  func whatIsDrawn(_ text: String, _ expected: String) { #expect(Painter.agreed(text) == expected) }

  @Test func directions() {
    #expect(Painter.isolated("שלום", column: 3) == "\u{2068}שלום\u{2069}")
    // Nothing stands before the first column that could take the mark.
    #expect(Painter.isolated("שלום", column: 0) == "שלום")
    #expect(Painter.isolated("plain 日本", column: 3) == "plain 日本")
  }
}
