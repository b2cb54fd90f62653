import Foundation
import TestSupport
import Testing

@testable import weft

/// `weft plugin new`: what it makes works at once, and nothing is overwritten.
@Suite struct PluginSkeletonTests {
  @Test(.enabled(if: BrokenPlugin.hasPython, "python3 is not there"), arguments: ["python", "shell"])
  func passesTheTestAtOnce(language: String) throws {
    let place = TemporaryFolder()
    var new = BuiltCommand("plugin", "new", "my-mail", "--language", language)
    new.folder = place.path
    let made = try new.run()
    #expect(made.status == 0, "\(made.errors)")
    let program = language == "python" ? "my-mail/my-mail.py" : "my-mail/my-mail.sh"
    #expect(made.output == "my-mail/plugin.yaml\n\(program)\n")
    #expect(made.errors == "weft: try it: weft plugin test my-mail\n")
    let tried = try BuiltCommand("plugin", "test", place.file("my-mail"), "--timeout", "20s").run()
    #expect(tried.status == 0, "\(tried.output)")

    try Data("plugins: {p: my-mail}\nsources: {s: {kind: my-mail, topic: tea}}\n".utf8)
      .write(to: URL(filePath: place.file("weft.yaml")))
    let read = try BuiltCommand("feed", "-c", place.file("weft.yaml"), "--limit", "all").run()
    #expect(read.errors == "")
    #expect(read.output.split(separator: "\n").count == 4)

    let again = try new.run()
    #expect(again.status == 2)
    #expect(again.errors.hasPrefix("weft: my-mail is there already; nothing was written"))
  }

  @Test func theSwiftOneIsAPackage() throws {
    let place = TemporaryFolder()
    let folder = place.file("deep")
    let made = try BuiltCommand("plugin", "new", "mail", "--language", "swift", "--directory", folder).run()
    #expect(made.output == "\(folder)/plugin.yaml\n\(folder)/Package.swift\n\(folder)/Sources/mail/main.swift\n")
    #expect(
      made.errors
        == "weft: try it: swift build -c release --package-path \(folder) && weft plugin test \(folder)\n")
    guard isLong else { return }
    #expect(try SwiftPackage.build(folder, "-c", "release") == 0)
    let tried = try BuiltCommand("plugin", "test", folder, "--timeout", "20s").run()
    #expect(tried.status == 0, "\(tried.output)\(tried.errors)")
  }
}

/// A package beside ours, built with the tools that built this.
enum SwiftPackage {
  static func build(_ folder: String, _ arguments: String...) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swift", "build", "--package-path", folder] + arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
