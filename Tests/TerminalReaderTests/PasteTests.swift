import Curses
import Testing

@testable import TerminalReader

/// Pasted text is no typing: it opens nothing and ends nothing.
@Test func pastes() {
  var scene = Scene()
  scene.items(1...40)
  _ = scene.taken()
  scene.send(.input(.paste(begins: true)))
  scene.type("ooq Tyj")
  #expect(scene.taken().isEmpty)
  #expect(scene.machine.selected == 0)
  scene.send(.input(.paste(begins: false)))
  #expect(scene.text.contains("pasted text is not taken for keys"))
  scene.type("j")
  #expect(scene.machine.selected == 1)
  scene.type("/")
  scene.send(.input(.paste(begins: true)))
  scene.type("41")
  scene.press(.enter)
  #expect(scene.machine.mode == .search("41"))
  scene.send(.input(.paste(begins: false)))
  scene.press(.enter)
  #expect(scene.machine.mode == .list)
  scene.send(.input(.paste(begins: true)))
  scene.press(.escape)
  scene.type("q")
  #expect(scene.taken() == [.quit])
}
