import Foundation
import TestSupport
import Testing
import WeftKit

@testable import weft

/// The man pages as their formatters see them.
@Suite struct ManPageTests {
  private static let pages = ["weft.1": ManPage.text, "weft.yaml.5": ConfigurationManPage.text]

  private func run(_ program: String, _ arguments: [String], on page: String) throws -> OutsideProgram.Outcome {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let text = try #require(Self.pages[page])
    try Data(text.utf8).write(to: URL(filePath: folder.path + "/" + page))
    return try OutsideProgram.run(program, arguments + [page], folder: folder.path)
  }

  @Test(
    .enabled(if: OutsideProgram.isThere("groff"), "groff is not installed"), arguments: ["weft.1", "weft.yaml.5"])
  func groffHasNothingToSay(_ page: String) throws {
    let outcome = try run("groff", ["-man", "-Tutf8", "-ww", "-rLL=78n"], on: page)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.output.contains("NAME"))
    // Nothing of the markup is left over.
    #expect(!outcome.output.contains("\\f") && !outcome.output.contains("\\["))
  }

  @Test(
    .enabled(if: OutsideProgram.isThere("mandoc"), "mandoc is not installed"), arguments: ["weft.1", "weft.yaml.5"])
  func mandocHasNothingToSay(_ page: String) throws {
    let outcome = try run("mandoc", ["-Tlint", "-Wstyle"], on: page)
    // A page without a date is the same whenever it is made.
    let said = (outcome.output + outcome.errors).split(separator: "\n").filter { !$0.contains("missing date") }
    #expect(said == [])
  }

  @Test func thePageNamesEveryKey() {
    let page = ConfigurationManPage.text
    for name in SectionName.allCases where ![.manifest, .pluginKind, .pluginTest, .schema].contains(name) {
      for key in KeyTable.section(name).keys {
        #expect(page.contains("\\fB\(Troff.text(key.name + ":"))\\fR"), "\(name.rawValue).\(key.name)")
        let words = Troff.filled(ConfigurationManPage.sentence(key.help))
        #expect(page.contains(words), "\(name.rawValue).\(key.name)")
      }
    }
  }

  @Test func theExamplesAreConfigurations() throws {
    for example in ConfigurationNotes.examples {
      let read = try Engine().configuration(reading: example.text) { $0 == "API_TOKEN" ? "x" : nil }
      #expect(read.warnings == [], "\(example.title)")
      for source in read.configuration.sources { #expect(source.name != "") }
    }
  }

  /// Keys, types and defaults in one list for all sections, and no section forgotten.
  @Test func everySectionHasAHeading() {
    let page = ConfigurationManPage.text
    for heading in ["THE FILE", "A SOURCE", "VALUES", "SELECTORS", "TRAPS", "EXAMPLES", "KINDS", "CREDENTIALS"] {
      #expect(page.contains(".SH \(heading)\n"), "\(heading)")
    }
  }

  @Test(arguments: [
    ("a\\b", "a\\eb"), (".SH x", "\\&.SH x"), ("it's", "it\\(aqs"), ("--name", "\\-\\-name"),
    ("é…", "\\[u00E9]\\[u2026]"),
  ])
  func textIsNoMarkup(_ text: String, _ expected: String) { #expect(Troff.text(text) == expected) }
}
