import DisplayText
import WeftKit
import Testing

@testable import weft

@Suite struct HelpTextTests {
  @Test(arguments: CommandName.allCases)
  func linesFitATerminal(_ command: CommandName) {
    for line in HelpText.of(command).split(separator: "\n") where !line.hasPrefix("  weft ") {
      #expect(DisplayWidth.of(String(line)) <= 80, "\(line)")
    }
  }

  @Test(arguments: CommandName.allCases)
  func everyOptionIsExplained(_ command: CommandName) {
    let text = HelpText.of(command)
    for option in OptionDefinition.of(command) { #expect(text.contains("--\(option.name)")) }
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completionsNameEverySupportedOption(_ shell: String) {
    let script = Completions.script(for: shell)
    for option in OptionDefinition.all {
      #expect(script.contains(option.name) == option.isSupported || option.name == "record", "\(option.name)")
    }
  }

  @Test func theManPageNamesEverySupportedOption() {
    let page = ManPage.text
    for option in OptionDefinition.all where option.isSupported {
      let escaped = option.name.split(separator: "-").joined(separator: "\\-")
      #expect(page.contains("\\-\\-\(escaped)"), "\(option.name)")
    }
    for line in page.split(separator: "\n") where line.hasPrefix(".") {
      #expect([".TH", ".SH", ".SS", ".TP", ".PP", ".nf", ".fi", ".RS", ".RE", ".BR"].contains { line.hasPrefix($0) })
    }
  }
}
