import Foundation
import TestSupport
import Testing

@testable import weft

/// Which plugins there are: installed ones, those of a configuration, and those that cannot be used.
@Suite struct PluginCatalogTests {
  private let place = BrokenPlugin()

  private static let mail =
    "{name: mail, version: 1.2, command: [mail-program], kinds: {mail: {summary: messages, "
    + "settings: {required: [folder], properties: {folder: {type: string, description: the folder}}}}}}\n"

  private func run(_ arguments: String..., configuration: String? = nil) throws -> BuiltCommand.Outcome {
    var command = BuiltCommand()
    command.arguments = arguments
    if let configuration {
      try place.write(configuration, to: "weft.yaml")
      command.arguments += ["-c", place.folder.file("weft.yaml")]
    }
    command.environment = ["XDG_DATA_HOME": place.folder.path]
    return try command.run()
  }

  private var installed: String { "weft/plugins" }

  @Test func installedOnesAreListed() throws {
    try place.write(Self.mail, to: installed + "/mail/plugin.yaml")
    let text = try run("plugins")
    #expect(text.errors == "")
    #expect(
      text.output.hasSuffix(
        """
        mail  (plugin mail 1.2, \(place.folder.path)/weft/plugins/mail)
            messages
            folder (required): text
                the folder


        """), "\(text.output)")
    let json = try run("plugins", "--format", "json")
    let line = json.output.split(separator: "\n").last
    #expect(
      line
        == "{\"kind\":\"mail\",\"summary\":\"messages\",\"origin\":\"\(place.folder.path)/weft/plugins/mail\",\"plugin\":\"mail\",\"version\":\"1.2\",\"schema\":{\"required\":[\"folder\"],\"properties\":{\"folder\":{\"type\":\"string\",\"description\":\"the folder\"}}},\"settings\":[{\"key\":\"folder\",\"expects\":\"text\",\"summary\":\"the folder\",\"required\":true}]}"
    )
  }

  @Test func settingsAreCheckedWithoutStartingAnything() throws {
    try place.write(Self.mail, to: installed + "/mail/plugin.yaml")
    let run = try run("check", configuration: "sources:\n  a: {kind: mail, foldr: x}\n")
    #expect(
      run.errors.contains(
        "weft.yaml:2:19: error: unknown key \"foldr\" in source \"a\"; did you mean \"folder\"?"), "\(run.errors)")
    #expect(run.errors.contains("source \"a\" of kind mail has no folder"))
    #expect(run.status == 2)
  }

  @Test func aBrokenOneIsSaidAndDoesNotStopOthers() throws {
    try place.write("name: bad\nkinds: {bad: {}}\ncomand: [x]\n", to: installed + "/bad/plugin.yaml")
    let file = place.folder.file("weft/plugins/bad/plugin.yaml")
    let other = try run("check", configuration: "sources:\n  a: {kind: command, command: [printf, '[]'], items: $}\n")
    #expect(other.errors.hasPrefix("\(file):1:1: warning: the manifest has no command"), "\(other.errors)")
    #expect(!other.errors.contains("error:"))
    let used = try run("check", configuration: "sources:\n  a: {kind: bad, x: 1}\n")
    #expect(
      used.errors.contains(
        "weft.yaml:2:13: error: kind bad cannot be used: \(file):1: the manifest has no command"), "\(used.errors)")
    #expect(!used.errors.contains("unknown key"))
  }

  @Test func aNameIsTakenOnce() throws {
    try place.write(Self.mail, to: installed + "/mail/plugin.yaml")
    let own = "{command: [x], kinds: {feed: {}, mail: {}}}"
    let run = try run("check", configuration: "plugins:\n  p: \(own)\nsources:\n  a: {kind: mail}\n")
    #expect(
      run.errors.contains("weft.yaml:2:3: error: plugin \"p\": its kind feed is also a built-in kind"), "\(run.errors)")
    #expect(run.errors.contains("its kind mail is also one of the plugin p in \(place.folder.path); it is left out"))
  }

  @Test func twoInstalledOnesWithOneKindAreNoneOfThem() throws {
    try place.write(Self.mail, to: installed + "/mail/plugin.yaml")
    try place.write(
      Self.mail.replacingOccurrences(of: "name: mail", with: "name: post"), to: installed + "/post/plugin.yaml")
    let run = try run("check", configuration: "sources:\n  a: {kind: mail, folder: x}\n")
    #expect(
      run.errors.contains("kind mail cannot be used: the plugins mail and post both have it"), "\(run.errors)")
  }

  @Test func whatTheConfigurationNamesGoesFirst() throws {
    try place.write(Self.mail, to: installed + "/mail/plugin.yaml")
    try place.write(Self.mail.replacingOccurrences(of: "1.2", with: "9"), to: "own/plugin.yaml")
    let run = try run("plugins", configuration: "plugins: {mail: own}\nsources: {a: {kind: mail, folder: x}}\n")
    #expect(run.errors == "")
    #expect(run.output.contains("mail  (plugin mail 9, \(place.folder.path)/own)"))
    #expect(!run.output.contains("mail 1.2"))
  }

  @Test func pagesOfPluginsAreInNoRecording() throws {
    try place.write(Self.mail, to: installed + "/mail/plugin.yaml")
    let recording = place.folder.file("recording")
    let configuration = "sources: {a: {kind: mail, folder: x}}\n"
    let recorded = try run("feed", "--record", recording, configuration: configuration)
    #expect(recorded.errors.contains("a: the pages of plugins are not recorded"), "\(recorded.errors)")
    let replayed = try run("feed", "--replay", recording, configuration: configuration)
    #expect(replayed.errors.contains("--replay: a is read by a plugin"), "\(replayed.errors)")
    #expect(replayed.status == 2)
  }

  @Test func aFolderWithoutAManifestIsSaidAtItsPlace() throws {
    let run = try run(
      "check", configuration: "plugins:\n  mail: ./nowhere\nsources:\n  a: {kind: mail, folder: x}\n")
    #expect(
      run.errors.contains("weft.yaml:2:9: error: plugin \"mail\": there is no file ./nowhere/plugin.yaml"),
      "\(run.errors)")
    #expect(run.errors.contains("kind mail cannot be used: its plugin cannot be read"))
    #expect(!run.errors.contains("unknown key"))
  }
}
