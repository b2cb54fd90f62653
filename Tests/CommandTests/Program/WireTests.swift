import DemoSite
import Foundation
import HTTPServer
import TestSupport
import Testing

@testable import weft

/// Recordings, the cache and the manners of `weft feed`, with the built command.
@Suite struct WireTests {
  private let place = TemporaryFolder()
  private var folder: URL { URL(filePath: place.path) }
  private static let demo = Fixture.folder.appending(path: "demo.yaml").path

  private func command(_ arguments: [String], _ input: String = "", _ environment: [String: String] = [:])
    -> BuiltCommand
  {
    var command = BuiltCommand("feed", "--patience", "1h")
    command.arguments += arguments
    command.input = input
    command.environment = environment
    return command
  }

  @Test(arguments: ["text", "ndjson", "json", "atom", "rss"])
  func aReplayPrintsTheSameBytesWithoutAServer(format: String) throws {
    let site = try DemoSite.start()
    let recording = folder.appending(path: "run").path
    let environment = ["WEFT_DEMO": site.origin, "XDG_STATE_HOME": folder.path]
    let arguments = ["-c", Self.demo, "--limit", "70", "--format", format, "--since", "20000d"]
    let first = try command(arguments + ["--record", recording], "", environment).run()
    site.stop()
    #expect(first.status == 0, "\(first.errors)")
    #expect(!first.output.isEmpty)
    let second = try command(arguments + ["--replay", recording], "", environment).run()
    #expect(second == first)
    // What was not asked then is not there now, and is named.
    let more = try command(
      ["-c", Self.demo, "--limit", "all", "--replay", recording], "", environment
    ).run()
    #expect(more.status == 1)
    #expect(more.errors.contains("this request is not in the recording \(recording): GET \(site.origin)/"))
  }

  @Test func aRecordingHoldsFailuresAndNoSecrets() throws {
    let server = try LoopbackServer { request in
      request.path == "/good"
        ? PagedFeed.page("good", 1...3, next: "/more?api_key=hunter2hunter2") : .text("no such page", status: 404)
    }
    let recording = folder.appending(path: "run").path
    let input = """
      defaults: {request: {auth: {bearer: "${TOKEN}"}, retry: {times: 0}}}
      sources:
        good: {url: "\(server.origin)/good"}
        bad: {url: "\(server.origin)/bad"}
      """
    let environment = ["TOKEN": "hunter2hunter2"]
    let first = try command(["-c", "-", "--limit", "all", "--record", recording], input, environment).run()
    #expect(first.status == 1)
    server.stop()
    let second = try command(["-c", "-", "--limit", "all", "--replay", recording], input, ["TOKEN": "otherotherother"])
      .run()
    #expect(second == first)
    let names = try FileManager.default.contentsOfDirectory(atPath: recording)
    #expect(names.count { $0.hasSuffix(".http") } == 3, "\(names)")
    for name in names {
      let bytes = try Data(contentsOf: URL(filePath: recording).appending(path: name))
      #expect(!String(decoding: bytes, as: UTF8.self).contains("hunter2"), "\(name)")
    }
    let again = try command(["-c", "-", "--record", recording], input, environment).run()
    #expect(again.status == 2)
    #expect(again.errors.contains("is not empty"))
  }

  /// Servers repeat the query in their links and their errors.
  @Test(arguments: [
    "url: 'ORIGIN/p', request: {retry: {times: 0}, auth: {query: {api_key: '${TOKEN}'}}}",
    "url: 'ORIGIN/p?api_key=${TOKEN}', request: {retry: {times: 0}}",
    "url: 'ORIGIN/p/${TOKEN}', request: {retry: {times: 0}}",
  ])
  func aSecretThatTheServerRepeatsIsNotShown(stanza: String) throws {
    let server = try LoopbackServer { request in
      switch request.parameter("page") {
      case nil: PagedFeed.page("a", 1...3, next: "\(request.path)?\(request.query.map { $0 + "&" } ?? "")page=2")
      case "2":
        PagedFeed.page("a", 4...6, next: "\(request.path)?\(request.query ?? "")&page=3".replacing("page=2&", with: ""))
      default: .text("no: \(request.target)", status: 500)
      }
    }
    defer { server.stop() }
    let trace = folder.appending(path: "trace")
    let input = "sources: {a: {kind: feed, \(stanza.replacing("ORIGIN", with: server.origin))}}"
    let environment = ["TOKEN": "hunter2hunter2", "XDG_STATE_HOME": folder.path]
    let outcome = try command(
      ["-c", "-", "--limit", "all", "--trace", trace.path, "--record", folder.appending(path: "run").path], input,
      environment
    ).run()
    #expect(outcome.status == 1)
    #expect(outcome.output.split(separator: "\n").count == 6)
    #expect(outcome.errors.contains("500 from"))
    var shown = outcome.errors + (try String(contentsOf: trace, encoding: .utf8))
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "run").path) {
      shown += name + (try String(contentsOf: folder.appending(path: "run/\(name)"), encoding: .utf8))
    }
    #expect(!shown.contains("hunter2"), "\(shown.split(separator: "\n").filter { $0.contains("hunter2") })")
    // Where the secret is a parameter, the server got it with each page all the same.
    guard stanza.contains("api_key") else { return }
    #expect(server.requests.allSatisfy { $0.parameter("api_key") == "hunter2hunter2" })
    let page = try command(["-c", "-", "--limit", "2", "--format", "json"], input, environment).run()
    let cursor = try #require(page.output.firstMatch(of: /"cursor":"([\w-]+)"/)?.1)
    let base64 = cursor.replacing("-", with: "+").replacing("_", with: "/")
    let bytes = try #require(Data(base64Encoded: base64 + String(repeating: "=", count: (4 - base64.count % 4) % 4)))
    #expect(!String(decoding: bytes, as: UTF8.self).contains("hunter2"))
  }

  @Test(arguments: [
    ("--replay", "/proc/no-such-folder", "cannot be read"), ("--record", "/proc/no-such-folder", "cannot be made"),
  ])
  func aFolderThatCannotBeUsedIsNamed(option: String, path: String, message: String) throws {
    let outcome = try command(["-c", "-", option, path], "sources: {a: {url: 'http://127.0.0.1:1/'}}").run()
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(path) && outcome.errors.contains(message), "\(outcome.errors)")
  }

  /// A server that answers with validators, and 304 where they still hold.
  private func validating() throws -> LoopbackServer {
    try LoopbackServer { request in
      if request.header("If-None-Match") == "\"\(request.path)\"" { return ServerResponse(status: 304) }
      var page = request.path == "/one" ? PagedFeed.page("one", 1...3, next: "/two") : PagedFeed.page("two", 4...6)
      page.headers.append(.init("ETag", "\"\(request.path)\""))
      return page
    }
  }

  @Test func aSecondRunAsksOnlyWhetherAnythingHasChanged() throws {
    let server = try validating()
    let input = "sources: {a: {url: '\(server.origin)/one'}}"
    let environment = ["XDG_CACHE_HOME": folder.path]
    let arguments = ["-c", "-", "--limit", "all", "--stats"]
    let first = try command(arguments, input, environment).run()
    #expect(first.status == 0)
    #expect(server.requests.allSatisfy { $0.header("If-None-Match") == nil })
    server.forgetRequests()

    let second = try command(arguments, input, environment).run()
    #expect(second.output == first.output)
    #expect(server.requests.map { $0.header("If-None-Match") } == ["\"/one\"", "\"/two\""])
    #expect(second.errors.contains("cached"))
    server.forgetRequests()

    let refreshed = try command(arguments + ["--refresh"], input, environment).run()
    #expect(refreshed.output == first.output)
    // A source of kind auto that is a feed is made for programs; nobody asks for its rules.
    #expect(server.requests.map(\.path) == ["/one", "/two"])
    #expect(server.requests.allSatisfy { $0.header("If-None-Match") == nil })
    #expect(server.requests.allSatisfy { $0.header("Cache-Control") == "no-cache" })
    server.forgetRequests()

    let fresh = try command(
      arguments, "sources: {a: {url: '\(server.origin)/one', request: {cache: {fresh: 1h}}}}", environment
    ).run()
    #expect(fresh.output == first.output)
    #expect(server.requests.isEmpty)

    let unconditional = try command(
      arguments, "sources: {a: {url: '\(server.origin)/one', request: {cache: {conditional: false}}}}", environment
    ).run()
    #expect(unconditional.output == first.output)
    #expect(server.requests.map { $0.header("If-None-Match") } == [nil, nil])

    server.stop()
    let offline = try command(arguments + ["--offline"], input, environment).run()
    #expect(offline.output == first.output)
    #expect(offline.status == 0)
    let missing = try command(
      ["-c", "-", "--offline"], "sources: {a: {url: '\(server.origin)/three'}}", environment
    ).run()
    #expect(missing.status == 2)
    #expect(missing.errors.contains("\(server.origin)/three"))
    #expect(missing.errors.contains("cache"))
  }

  @Test func aCacheThatCannotBeMadeIsSaidOnce() throws {
    let server = try validating()
    defer { server.stop() }
    try Data("not a folder".utf8).write(to: folder.appending(path: "weft"))
    let outcome = try command(
      ["-c", "-", "--limit", "all"], "sources: {a: {url: '\(server.origin)/one'}}", ["XDG_CACHE_HOME": folder.path]
    ).run()
    #expect(outcome.status == 0)
    #expect(outcome.output.split(separator: "\n").count == 6)
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
  }

  /// A listing, and the rules of its server.
  private func listing(_ robots: String) throws -> LoopbackServer {
    try LoopbackServer { request in
      request.path == "/robots.txt"
        ? .text(robots)
        : ServerResponse("text/html", "<ul><li><a href=/1>One</a></ul><a rel=next href=/secret/2>more</a>")
    }
  }

  private func listingSource(_ server: LoopbackServer, _ more: String = "") -> String {
    "sources: {a: {kind: html, url: '\(server.origin)/list', items: li, fields: {url: a@href, title: a}\(more)}}"
  }

  @Test func whatTheRulesCloseIsNotAskedFor() throws {
    let server = try listing("User-agent: weft\nDisallow: /secret/\n")
    defer { server.stop() }
    let outcome = try command(["-c", "-"], listingSource(server)).run()
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("One"))
    #expect(outcome.errors.contains("does not allow weft to read this page"), "\(outcome.errors)")
    #expect(server.requests.map(\.path) == ["/robots.txt", "/list"])
    server.forgetRequests()
    let ignoring = try command(["-c", "-"], listingSource(server, ", request: {robots: ignore}")).run()
    #expect(ignoring.status == 0)
    #expect(!server.requests.map(\.path).contains("/robots.txt"))
    var check = BuiltCommand("check", "-c", "-")
    check.input = listingSource(server, ", request: {robots: ignore}")
    #expect(try check.run().output.contains("robots.txt is not asked (request.robots: ignore)"))
  }

  @Test func aFeedIsMadeForPrograms() throws {
    let server = try LoopbackServer { request in
      request.path == "/robots.txt" ? .text("User-agent: *\nDisallow: /\n") : PagedFeed.page("one", 1...3)
    }
    defer { server.stop() }
    #expect(try command(["-c", "-"], "sources: {a: {kind: feed, url: '\(server.origin)/one'}}").run().status == 0)
    #expect(server.requests.map(\.path) == ["/one"])
    let obeying = "sources: {a: {kind: feed, url: '\(server.origin)/one', request: {robots: obey}}}"
    #expect(try command(["-c", "-"], obeying).run().status == 2)
  }

  @Test func aRateHoldsNobodyOut() throws {
    let server = try LoopbackServer { request in PagedFeed.page(String(request.path.dropFirst()), 1...2) }
    defer { server.stop() }
    let sources = (1...4).map { "s\($0): {url: '\(server.origin)/s\($0)', request: {rate: 10/s}}" }
    // Less patience than the turns take: what is held back is not slow.
    var command = BuiltCommand("feed", "-c", "-", "--patience", "50ms", "--format", "ndjson")
    command.input = "sources: {\(sources.joined(separator: ", "))}"
    let outcome = try command.run()
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.output.split(separator: "\n").count == 8)
    #expect(!outcome.output.contains("\"late\":true"))
  }

  @Test func aProxyCarriesTheRequest() throws {
    let proxy = try LoopbackServer { _ in PagedFeed.page("one", 1...3) }
    defer { proxy.stop() }
    let source = "url: 'http://no-such-host.invalid/feed'"
    let outcome = try command(["-c", "-"], "sources: {a: {\(source), request: {proxy: '\(proxy.origin)'}}}").run()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(proxy.requests.count == 1)
    #expect(proxy.requests.first?.header("Host") == "no-such-host.invalid")
    let ofEnvironment = try command(["-c", "-"], "sources: {a: {\(source)}}", ["http_proxy": proxy.origin]).run()
    #expect(ofEnvironment.status == 0, "\(ofEnvironment.errors)")
    let without = try command(
      ["-c", "-"], "sources: {a: {\(source), request: {proxy: none, retry: {times: 0}}}}", ["http_proxy": proxy.origin]
    ).run()
    #expect(without.status == 2)
    #expect(proxy.requests.count == 2)
  }

  @Test func theUserAgentNamesAContact() throws {
    let server = try LoopbackServer { _ in PagedFeed.page("one", 1...1) }
    defer { server.stop() }
    let input = "defaults: {request: {contact: 'https://me.example/weft'}}\nsources: {a: {url: '\(server.origin)/'}}"
    #expect(try command(["-c", "-"], input).run().status == 0)
    #expect(server.requests.first?.header("User-Agent") == "Weft/\(Version.text) (+https://me.example/weft)")
  }

  @Test func credentialsComeFromTheNetrc() throws {
    let server = try LoopbackServer { _ in PagedFeed.page("one", 1...1) }
    defer { server.stop() }
    let input = "sources: {a: {url: '\(server.origin)/', request: {auth: {netrc: true}}}}"
    let file = folder.appending(path: "netrc")
    let environment = ["NETRC": file.path]
    #expect(try command(["-c", "-"], input, environment).run().errors.contains("No such file"))
    try Data("machine 127.0.0.1 login u password hunter2".utf8).write(to: file)
    #expect(try command(["-c", "-"], input, environment).run().status == 0)
    #expect(server.requests.first?.header("Authorization") == "Basic dTpodW50ZXIy")
    try Data("machine other.example login u password p".utf8).write(to: file)
    let none = try command(["-c", "-"], input, environment).run()
    #expect(none.status == 2)
    #expect(none.errors.contains("the .netrc file has no entry for 127.0.0.1"))
    try Data("machine other.example\nlogn u".utf8).write(to: file)
    #expect(try command(["-c", "-"], input, environment).run().errors.contains("\(file.path):2: "))
  }

  @Test func insecureIsSaidInEachRun() throws {
    let server = try LoopbackServer { _ in PagedFeed.page("one", 1...1) }
    defer { server.stop() }
    let input = "sources: {a: {url: '\(server.origin)/', request: {insecure: true}}}"
    for _ in 0..<2 {
      let outcome = try command(["-c", "-"], input).run()
      #expect(outcome.status == 0)
      #expect(outcome.errors.contains("warning: request.insecure: certificates are not checked"))
    }
  }

  @Test func aFileOfCertificatesIsLookedForBesideTheConfiguration() throws {
    let file = folder.appending(path: "weft.yaml")
    try Data("sources: {a: {url: 'https://127.0.0.1:1/', request: {ca_file: ca.pem}}}".utf8).write(to: file)
    let outcome = try command(["-c", file.path]).run()
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("a: request.ca_file: there is no file \(folder.path)/ca.pem"))
  }
}
