import Processes
import WeftModel

extension PluginConformance {
  /// The result of a request.
  ///
  /// - Throws: what came instead.
  func result(
    _ dialogue: PluginDialogue, _ id: Int, _ what: String, within limit: Duration? = nil
  ) async throws -> String {
    switch await dialogue.reply(to: id, within: limit ?? timeout) {
    case .result(let json): return json
    case .refusal(let error): throw Failure("\(what): it answered with error \(error.code): \(error.message)")
    case .trouble(let text): throw Failure("\(what): \(text)")
    }
  }

  func params(
    cursor: SelectedValue? = nil, source: String = "test", settings: JSONTree? = nil
  ) -> String {
    PluginCall.pageParams(
      cursor: cursor, kind: kind.name, source: source, settings: settings ?? .object(self.settings))
  }

  /// One page, read as a feed would read it as far as the protocol goes.
  func page(
    _ dialogue: PluginDialogue, cursor: SelectedValue? = nil, source: String = "test", what: String
  ) async throws -> ConformancePage {
    let id = dialogue.request("page", params(cursor: cursor, source: source))
    return try ConformancePage(try await result(dialogue, id, what), what)
  }

  func greet(_ dialogue: PluginDialogue) async throws {
    let folder = manifest.baseFolder
    let id = dialogue.request(
      "initialize",
      "{\"protocol\":\(PluginProtocol.version),\"settings\":\(manifest.initialization.text),\"folder\":"
        + (folder.isEmpty ? "null" : JSONText.quoted(folder)) + "}")
    let json = try await result(dialogue, id, "initialize")
    let handshake: PluginHandshake
    do throws(PluginHandshake.Problem) {
      handshake = try PluginHandshake(json: json)
    } catch {
      throw Failure(error.text)
    }
    guard handshake.version == PluginProtocol.version else {
      throw Failure("it was asked for protocol version \(PluginProtocol.version) and answered \(handshake.version)")
    }
    guard let name = handshake.name else { throw Failure("the answer to initialize has no name") }
    guard name == manifest.name else {
      throw Failure("it calls itself \(ShownText.line(name, limit: 60)), its manifest \(manifest.name)")
    }
    for kind in manifest.kinds where !handshake.kinds.contains(kind.name) {
      throw Failure("its kinds are \(handshake.kinds.joined(separator: ", ")), its manifest has \(kind.name)")
    }
  }

  // MARK: checks

  @Sendable func checkVersion(_ dialogue: PluginDialogue) async throws {
    let id = dialogue.request("initialize", "{\"protocol\":999,\"settings\":{},\"folder\":null}")
    switch await dialogue.reply(to: id, within: timeout) {
    case .refusal: return
    case .trouble(let text): throw Failure("asked for protocol version 999: \(text)")
    case .result(let json):
      let version = (try? PluginHandshake(json: json))?.version
      guard version == PluginProtocol.version else {
        let shown = version.map { "\($0)" } ?? "nothing"
        throw Failure("asked for protocol version 999 it answered \(shown), not its own version or an error")
      }
    }
  }

  @Sendable func checkCancellation(_ dialogue: PluginDialogue) async throws {
    let id = dialogue.request("page", params())
    dialogue.send(PluginCall.cancel(id: id))
    let limit = Duration.seconds(2)
    if case .trouble(let text) = await dialogue.reply(to: id, within: limit) {
      throw Failure("a request that was cancelled: \(text); an answer of either sort was expected")
    }
    _ = try await page(dialogue, what: "a page after a cancelled one")
    // Of what is long over or was never asked nothing has to be said.
    dialogue.send(PluginCall.cancel(id: id))
    dialogue.send(PluginCall.cancel(id: 1_000_000))
    _ = try await page(dialogue, what: "a page after cancelling what is not open")
  }

  @Sendable func checkSettings(_ dialogue: PluginDialogue) async throws {
    try await expectRefusal(dialogue, .array([]), "settings that are a list")
    for member in kind.settings.members where member.isRequired && member.schema.fallback == nil {
      try await expectRefusal(
        dialogue, .object(settings.filter { $0.name != member.name }), "settings without \(member.name)")
    }
    _ = try await page(dialogue, what: "a page after bad settings")
  }

  private func expectRefusal(_ dialogue: PluginDialogue, _ settings: JSONTree, _ what: String) async throws {
    let id = dialogue.request("page", params(settings: settings))
    switch await dialogue.reply(to: id, within: timeout) {
    case .refusal(let error)
    where error.code == PluginProtocol.Code.settingsRefused || error.code == PluginProtocol.Code.invalidParams:
      return
    case .refusal(let error):
      throw Failure("\(what): error \(error.code) came, -32002 or -32602 was expected")
    case .result: throw Failure("\(what): it answered a page, error -32002 was expected")
    case .trouble(let text): throw Failure("\(what): \(text); error -32002 was expected")
    }
  }

  @Sendable func checkUnknownMethod(_ dialogue: PluginDialogue) async throws {
    let id = dialogue.request("weft/unknown", "{}")
    switch await dialogue.reply(to: id, within: timeout) {
    case .refusal(let error) where error.code == PluginProtocol.Code.methodNotFound: break
    case .refusal(let error): throw Failure("error \(error.code) came, -32601 was expected")
    case .result: throw Failure("it answered a method that does not exist; error -32601 was expected")
    case .trouble(let text): throw Failure("\(text); error -32601 was expected")
    }
    dialogue.send("{\"jsonrpc\":\"2.0\",\"method\":\"weft/notice\",\"params\":{}}\n")
    _ = try await page(dialogue, what: "a page after an unknown notification")
  }

  @Sendable func checkMalformedLine(_ dialogue: PluginDialogue) async throws {
    dialogue.send("{\"jsonrpc\":\"2.0\",\"id\":7,\n")
    switch await dialogue.complaint(within: timeout) {
    case .refusal(let error) where error.code == PluginProtocol.Code.parseError: break
    case .refusal(let error): throw Failure("error \(error.code) came, -32700 was expected")
    case .result: throw Failure("it answered half a message; error -32700 was expected")
    case .trouble(let text): throw Failure("\(text); error -32700 with \"id\":null was expected")
    }
    _ = try await page(dialogue, what: "a page after half a message")
  }

  @Sendable func checkPieces(_ dialogue: PluginDialogue) async throws {
    let whole = try await page(dialogue, what: "the first page")
    let id = dialogue.request("weft/unknown", nil)
    _ = await dialogue.reply(to: id, within: timeout)
    // The second half comes when the plugin has long seen the first.
    let pieces = dialogue.requestInPieces("page", params())
    dialogue.send(pieces.first)
    try? await clock.sleep(until: clock.now().advanced(by: .milliseconds(100)))
    dialogue.send(pieces.second)
    let again = try ConformancePage(
      try await result(dialogue, pieces.id, "a request in two pieces"), "a request in two pieces")
    guard again == whole else { throw Failure("a request in two pieces: the page differs from the one before") }
  }

  @Sendable func checkShutdown(_ dialogue: PluginDialogue) async throws {
    _ = try await page(dialogue, what: "the first page")
    let id = dialogue.request("shutdown", nil)
    let limit = PluginProtocol.shutdown
    _ = try await result(dialogue, id, "shutdown", within: limit)
    dialogue.closeInput()
    let (end, trouble) = await dialogue.end(within: limit)
    if let trouble { throw Failure("after shutdown \(trouble)") }
    guard let end else {
      throw Failure("it was still there \(PluginDialogue.text(limit)) after shutdown and the end of its input")
    }
    guard end == .exited(0) else { throw Failure("it ended with \(end), status 0 was expected") }
  }
}

extension PluginDialogue {
  /// A request whose line is cut in the middle.
  func requestInPieces(_ method: String, _ params: String) -> (id: Int, first: String, second: String) {
    let id = openRequest()
    let line = PluginCall.request(id: id, method: method, params: params)
    let middle = line.index(line.startIndex, offsetBy: line.count / 2)
    return (id, String(line[..<middle]), String(line[middle...]))
  }
}
