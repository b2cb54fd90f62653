import Curses
import DisplayText
import Testing
import WeftKit

@testable import TerminalReader

/// Nothing that attacks a terminal gets into a cell, wherever it stands.
@Suite struct HostileTextTests {
  @Test(arguments: Hostile.titles + Hostile.injections)
  func everywhere(_ text: String) {
    var scene = Scene(sources: ["blog", "forum"], rows: 12, columns: 70)
    var item = ReaderItem(source: 0, title: text, identity: 1)
    (item.url, item.authors, item.also) = (text, CellText.line(text), [text])
    var html = item
    html.content = .html(text + "<p>" + text + "<pre>\t" + text + "</pre><img alt='\(text)'>")
    item.content = .text(text)
    item.attachments = [text]
    scene.send(.items([item, html]))
    scene.status(0) { status in
      (status.title, status.state) = (text, .error)
      status.failure = SourceFailure(.status, text, url: text)
    }
    scene.send(.said(text))
    check(scene)
    scene.type("j")
    for page in ["j", "\u{20}", "o", "1", "y"] {
      scene.press(.enter)
      check(scene)
      scene.type(page)
      check(scene)
      scene.press(.end)
      check(scene)
    }
    scene.type("q")
    scene.type("s")
    check(scene)
    let opened = scene.actions.compactMap { if case .open(let url) = $0 { url } else { nil } }
    let areWeb = opened.allSatisfy { $0.hasPrefix("http://") || $0.hasPrefix("https://") }
    #expect(areWeb, "\(opened)")
  }

  private func check(_ scene: Scene) {
    for row in scene.machine.screen.rows {
      let isClean = row.text.unicodeScalars.allSatisfy { !Hostile.isObeyed($0) }
      #expect(isClean, "\(row.text.debugDescription)")
      #expect(DisplayWidth.of(row.text) == 70)
    }
  }

  @Test(arguments: [
    ("👩‍👩‍👧‍👦", "👩"), ("🇩🇪🇫🇷", "🇩🇪🇫🇷"), ("🇩", "D"), ("👍🏽", "👍"), ("\u{0903}x", "x"), ("\u{301}\u{302}", ""),
    (" \u{301}x", "x"), ("ｶﾞ", "ｶﾞ"), ("❤️", "❤"), ("1️⃣", "1\u{20E3}"), ("e\u{301}", "e\u{301}"), ("\u{301}x", "x"),
    ("a\u{200D}b", "ab"), ("\u{E000}", "\u{FFFD}"), ("नमस्ते", "नमस्ते"),
    ("x\u{301}\u{302}\u{303}\u{304}", "x\u{301}\u{302}\u{303}"),
  ])
  func whatIsShown(_ text: String, _ shown: String) {
    #expect(Array(CellText.line(text).unicodeScalars) == Array(shown.unicodeScalars))
  }

  @Test func longTextCostsLittle() {
    #expect(CellText.line(String(repeating: "x", count: 1 << 20)).unicodeScalars.count <= CellText.limit)
  }
}
