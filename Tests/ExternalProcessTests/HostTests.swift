import Foundation
import TestSupport
import Testing
import WeftKit
import WeftModel

@testable import ExternalProcess

/// Real programs behind the kinds of a plugin. They share the list of running programs, so one comes after the other.
@Suite(.serialized) struct HostTests {
  private static let program = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures/broken_plugin.py").path

  private func manifest(_ mode: String) -> PluginManifest {
    PluginManifest(
      name: "broken", kinds: [PluginManifest.Kind(name: "broken")], command: ["python3", Self.program, mode],
      environment: [EnvironmentVariable(name: "TOKEN", value: "tok-12345")], secretValues: ["tok-12345"])
  }

  private func context(_ clock: any EngineClock = SystemClock()) -> SourceContext {
    SourceContext(
      transport: ScriptedTransport { _ throws(SourceFailure) in Response("") },
      documentKinds: BuiltInKinds.documentKinds, clock: clock)
  }

  private func source(
    _ kind: PluginKind, _ name: String, prefix: String = "item", clock: any EngineClock = SystemClock()
  ) throws -> any PageSource {
    var settings = SourceSettings(name: name, url: "", kind: kind.name)
    settings.extra = [.init(name: "name", value: .string(prefix))]
    settings.request.secretValues = ["hidden-value"]
    return try kind.makeSource(settings, context: context(clock))
  }

  @Test(.timeLimit(.minutes(1))) func sourcesShareOneProcessAndEachItsPages() async throws {
    let kind = try #require(PluginKind.kinds(of: manifest("good")).first)
    do {
      let left = try source(kind, "left", prefix: "pid")
      let right = try source(kind, "right", prefix: "pid")
      #expect(PluginProcesses.count == 0, "it is started too early")
      async let first = left.page(at: nil)
      async let second = right.page(at: nil)
      let pages = try await (first, second)
      #expect(pages.0.items[0].title == pages.1.items[0].title)
      #expect(PluginProcesses.count == 1)
      guard case .next(let cursor, true) = pages.0.following else { throw TestFailure() }
      let next = try await left.page(at: cursor)
      #expect(next.items.map(\.id) == ["pid-2", "pid-3"])
      #expect(next.totals.items == 6)
      #expect(left.address(of: cursor) == "cursor 2")
    }
    // The sources are gone, and with them the process.
    await PluginProcesses.end()
    #expect(PluginProcesses.count == 0)
  }

  @Test(.timeLimit(.minutes(1))) func aCancelledRequestReturnsAtOnce() async throws {
    // The clock stands still: no time-out can be what ends the request.
    let kind = try #require(PluginKind.kinds(of: manifest("hang")).first)
    let source = try source(kind, "s", clock: TestClock())
    let task = Task { try await source.page(at: nil) }
    task.cancel()
    let outcome = await task.result
    #expect(throws: SourceFailure.self) { try outcome.get() }
    await PluginProcesses.shutDown()
  }

  @Test func aCrashedProgramIsStartedAgainWhenItsTimeHasCome() async throws {
    let clock = TestClock()
    let kind = try #require(PluginKind.kinds(of: manifest("crash-in-page")).first)
    let source = try source(kind, "s", clock: clock)
    let first = await failure(of: source)
    #expect(first?.message.hasPrefix("the plugin broken ") == true)
    #expect(first?.message.hasSuffix("; its standard error ends: Traceback: boom [31mred") == true)
    #expect(first?.retry == .notBefore(clock.now().advanced(by: .seconds(1))))
    // Too early: nothing is started.
    let again = await failure(of: source)
    #expect(again?.retry == first?.retry)
    clock.advance(by: .seconds(1))
    let second = await failure(of: source)
    #expect(second?.retry == .notBefore(clock.now().advanced(by: .seconds(2))))
    await PluginProcesses.shutDown()
  }

  @Test func secretsAreTakenOut() async throws {
    let kind = try #require(PluginKind.kinds(of: manifest("says-secret")).first)
    let source = try source(kind, "s", prefix: "hidden-value")
    let failure = await failure(of: source)
    #expect(failure?.message == "the token *** is ***")
    #expect(failure?.retry == .scheduled)
    await PluginProcesses.shutDown()
  }

  @Test func anUnknownCursorRestartsTheWalk() async throws {
    let kind = try #require(PluginKind.kinds(of: manifest("good")).first)
    let source = try source(kind, "s")
    let page = try await source.page(at: .token(SelectedValue("gone")))
    #expect(page.role == .restart)
    await PluginProcesses.shutDown()
  }

  @Test func aProgramThatIsNotThereIsSaidOnce() async throws {
    var missing = manifest("good")
    missing.command = ["weft-no-such-program"]
    let kind = try #require(PluginKind.kinds(of: missing).first)
    let source = try source(kind, "s")
    let failure = await failure(of: source)
    #expect(failure?.message.hasPrefix("the plugin broken does not start: ") == true)
    #expect(failure?.retry == .never)
    #expect(PluginProcesses.count == 0)
  }

  private func failure(of source: any PageSource) async -> SourceFailure? {
    do throws(SourceFailure) {
      _ = try await source.page(at: nil)
      return nil
    } catch {
      return error
    }
  }

  private struct TestFailure: Error {}
}
