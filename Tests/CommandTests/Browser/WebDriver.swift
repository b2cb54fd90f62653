import Foundation
import Glibc
import Testing
import WeftKit

/// A headless Chromium that a test drives (W3C WebDriver, by Debian's chromium-driver).
final class WebDriver: Sendable {
  /// Why a browser did not do what it was asked.
  struct Problem: Error, CustomStringConvertible {
    var description: String
  }

  static let program = "/usr/bin/chromedriver"
  static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program) }

  static let transport = CurlTransport(userAgent: "weft-tests", clock: { Timestamp(seconds: 0) })
  private let driver: pid_t
  private let origin: String
  private let session: String

  /// Starts a browser with a window of that size.
  static func start(width: Int = 1_000, height: Int = 900) async throws -> WebDriver {
    let port = Int.random(in: 20_000..<32_000)
    var child: pid_t = 0
    var words: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup("--port=\(port)"), strdup("--silent"), nil]
    defer { for word in words { free(word) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    try #require(posix_spawn(&child, program, &actions, nil, &words, environ) == 0)
    let origin = "http://127.0.0.1:\(port)"
    let end = Date().addingTimeInterval(20)
    while true {
      do {
        _ = try await call("GET", origin + "/status", nil)
        break
      } catch {
        guard Date() < end else {
          kill(child, SIGKILL)
          throw Problem(description: "chromedriver does not answer: \(error)")
        }
      }
    }
    let arguments = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=\(width),\(height)",
      "--disable-background-networking", "--disable-component-update", "--no-first-run",
      // Whatever a page asks of another host does not leave this machine.
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    ]
    let capabilities: [String: Any] = [
      "capabilities": [
        "alwaysMatch": [
          "browserName": "chrome", "goog:chromeOptions": ["args": arguments],
          "goog:loggingPrefs": ["browser": "ALL", "performance": "ALL"],
        ]
      ]
    ]
    let answer = try await call("POST", origin + "/session", capabilities)
    guard let value = answer as? [String: Any], let session = value["sessionId"] as? String else {
      kill(child, SIGKILL)
      throw Problem(description: "no session: \(answer)")
    }
    return WebDriver(driver: child, origin: origin, session: session)
  }

  /// Starts a browser for as long as the closure runs.
  static func with(_ body: (WebDriver) async throws -> Void) async throws {
    let browser = try await start()
    do {
      try await body(browser)
    } catch {
      await browser.quit()
      throw error
    }
    await browser.quit()
  }

  private init(driver: pid_t, origin: String, session: String) {
    self.driver = driver
    self.origin = origin
    self.session = session
  }

  /// Ends the browser.
  func quit() async {
    _ = try? await WebDriver.call("DELETE", "\(origin)/session/\(session)", nil)
    kill(driver, SIGKILL)
    var status: Int32 = 0
    waitpid(driver, &status, 0)
  }

  private static func call(_ method: String, _ url: String, _ body: [String: Any]?) async throws -> Any {
    // Foundation's session cannot read the head of chromedriver's answers.
    var request = WeftKit.Request(
      method: method, url: url, limits: RequestLimits(bodyBytes: 64 << 20, whole: .seconds(60)))
    if method == "POST" {
      request.body = Array(try JSONSerialization.data(withJSONObject: body ?? [:]))
      request.headers["Content-Type"] = "application/json"
    }
    let response = try await transport.response(to: request)
    let data = Data(response.body)
    let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    let value = object?["value"] ?? NSNull()
    if let problem = value as? [String: Any], let message = problem["message"] as? String, problem["error"] != nil {
      throw Problem(description: message)
    }
    return value
  }

  @discardableResult
  private func command(_ method: String, _ path: String, _ body: [String: Any]? = nil) async throws -> Any {
    try await WebDriver.call(method, "\(origin)/session/\(session)/\(path)", body)
  }

  /// A command of the DevTools protocol.
  @discardableResult
  func devTools(_ name: String, _ parameters: [String: Any] = [:]) async throws -> Any {
    try await command("POST", "goog/cdp/execute", ["cmd": name, "params": parameters])
  }

  /// Runs a script in each page before its own.
  func beforeEachPage(_ script: String) async throws {
    try await devTools("Page.addScriptToEvaluateOnNewDocument", ["source": script])
  }

  /// Shows pages as for a person who has chosen dark.
  func prefer(dark: Bool) async throws {
    let feature = ["name": "prefers-color-scheme", "value": dark ? "dark" : "light"]
    try await devTools("Emulation.setEmulatedMedia", ["features": [feature]])
  }

  /// A window of that size in CSS pixels, each of them so many of the screen's.
  func view(width: Int, height: Int, zoom: Double = 1) async throws {
    try await devTools(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": zoom, "mobile": false])
  }

  func open(_ url: String) async throws { try await command("POST", "url", ["url": url]) }

  func back() async throws { try await command("POST", "back") }

  func reload() async throws { try await command("POST", "refresh") }

  var address: String {
    get async throws { try await command("GET", "url") as? String ?? "" }
  }

  /// Runs a script's body in the page and returns what it returns.
  @discardableResult
  func run(_ script: String) async throws -> Any {
    try await command("POST", "execute/sync", ["script": script, "args": [Any]()])
  }

  /// Runs a script's body, which calls its last argument when it is done.
  func runToEnd(_ script: String) async throws {
    try await command("POST", "execute/async", ["script": script, "args": [Any]()])
  }

  func text(_ script: String) async throws -> String { "\(try await run("return String(\(script))"))" }

  func number(_ script: String) async throws -> Int { Int(try await text(script)) ?? -1 }

  private func elements(_ selector: String) async throws -> [String] {
    let found = try await command("POST", "elements", ["using": "css selector", "value": selector])
    return (found as? [[String: String]] ?? []).compactMap { $0.values.first }
  }

  /// The texts of all elements that match, without a script in the page.
  func texts(of selector: String) async throws -> [String] {
    var texts: [String] = []
    for element in try await elements(selector) {
      texts.append(try await command("GET", "element/\(element)/text") as? String ?? "")
    }
    return texts
  }

  /// Clicks on the first element that matches.
  func click(_ selector: String) async throws {
    guard let element = try await elements(selector).first else { throw Problem(description: "no \(selector)") }
    try await command("POST", "element/\(element)/click")
  }

  /// Waits until the expression is true in the page.
  func wait(for expression: String, _ seconds: Double = 30) async throws {
    let end = Date().addingTimeInterval(seconds)
    while try await text("!!(\(expression))") != "true" {
      guard Date() < end else { throw Problem(description: "never true: \(expression)") }
    }
  }

  /// Presses keys one after another, as a person does.
  func press(_ keys: String) async throws {
    var actions: [[String: String]] = []
    for key in keys {
      actions += [["type": "keyDown", "value": String(key)], ["type": "keyUp", "value": String(key)]]
    }
    try await command(
      "POST", "actions", ["actions": [["type": "key", "id": "keyboard", "actions": actions]]])
  }

  /// A picture of the window, as PNG.
  func screenshot() async throws -> Data {
    let text = try await command("GET", "screenshot") as? String ?? ""
    return Data(base64Encoded: text) ?? Data()
  }

  /// The number of windows that are open.
  var windowCount: Int {
    get async throws { (try await command("GET", "window/handles") as? [Any] ?? []).count }
  }

  /// What the page wrote to the console, warnings and errors alone.
  func complaints() async throws -> [String] {
    let entries = try await command("POST", "se/log", ["type": "browser"]) as? [[String: Any]] ?? []
    return entries.filter { ["SEVERE", "WARNING"].contains($0["level"] as? String ?? "") }.map {
      "\($0["message"] ?? "")"
    }
  }

  /// The addresses that the browser has asked for since this was last asked.
  func requests() async throws -> [String] {
    let entries = try await command("POST", "se/log", ["type": "performance"]) as? [[String: Any]] ?? []
    return entries.compactMap { entry in
      guard let text = entry["message"] as? String,
        let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any],
        let message = object["message"] as? [String: Any],
        message["method"] as? String == "Network.requestWillBeSent",
        let parameters = message["params"] as? [String: Any], let request = parameters["request"] as? [String: Any]
      else { return nil }
      return request["url"] as? String
    }
  }
}
