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
  static func start(width: Int = 1_000, height: Int = 900, isDark: Bool = false) async throws -> WebDriver {
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
    var arguments = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=\(width),\(height)",
      "--disable-background-networking", "--disable-component-update", "--no-first-run",
    ]
    if isDark { arguments.append("--force-dark-mode") }
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

  func text(_ script: String) async throws -> String { "\(try await run("return String(\(script))"))" }

  func number(_ script: String) async throws -> Int { Int(try await text(script)) ?? -1 }

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

  func resize(width: Int, height: Int) async throws {
    try await command("POST", "window/rect", ["width": width, "height": height])
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
