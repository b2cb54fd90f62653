extension PluginSkeleton {
  static let swiftPackage = #"""
    // swift-tools-version: 6.0
    import PackageDescription

    let package = Package(name: "NAME", targets: [.executableTarget(name: "NAME")])

    """#

  static let swiftProgram = #"""
    // NAME: a plugin of Weft. Build it with `swift build -c release`.
    import Foundation

    /// An error of the protocol: its code, and what a person should know.
    struct Refused: Error {
      var code: Int
      var message: String
    }

    /// One page. The cursor of the next one says all that is needed to find it: nothing is kept in between.
    func page(_ settings: [String: Any], _ cursor: Any?) throws -> [String: Any] {
      guard let topic = settings["topic", default: "example"] as? String else {
        throw Refused(code: -32002, message: "topic must be text")
      }
      let start = cursor == nil || cursor is NSNull ? 0 : cursor as? Int ?? -1
      guard (0..<4).contains(start) else { throw Refused(code: -32003, message: "this cursor is not known") }
      // Your own items go here; newest first, unless the configuration says `sorted: none`.
      let items = (start..<start + 2).map { number in
        [
          "id": "\(topic)-\(number)", "url": "https://example.org/\(topic)/\(number)",
          "title": "Item \(number) about \(topic)", "date_published": "2025-01-0\(9 - number)T12:00:00Z",
        ]
      }
      return ["items": items, "_weft": start + 2 < 4 ? ["next": start + 2] : ["end": "no_next"]]
    }

    func answer(_ method: String, _ params: Any?) throws -> Any {
      switch method {
      case "initialize": return ["protocol": 1, "name": "NAME", "version": "0.1", "kinds": [["name": "NAME"]]]
      case "page":
        guard let params = params as? [String: Any], let settings = params["settings"] as? [String: Any] else {
          throw Refused(code: -32602, message: "settings must be an object")
        }
        return try page(settings, params["cursor"])
      case "shutdown": return NSNull()
      default: throw Refused(code: -32601, message: "there is no method \(method)")
      }
    }

    /// Standard output is for messages alone: print() would break the protocol.
    func send(_ message: [String: Any]) {
      var message = message
      message["jsonrpc"] = "2.0"
      guard let data = try? JSONSerialization.data(withJSONObject: message, options: [.sortedKeys]) else { return }
      FileHandle.standardOutput.write(data + Data("\n".utf8))
    }

    while let line = readLine() {
      guard let value = try? JSONSerialization.jsonObject(with: Data(line.utf8)),
        let message = value as? [String: Any], let method = message["method"] as? String
      else {
        send(["id": NSNull(), "error": ["code": -32700, "message": "this line is no message"]])
        continue
      }
      // Without an id it is a notification; each page is made at once, so that cancel comes too late.
      guard let id = message["id"] else { continue }
      do {
        send(["id": id, "result": try answer(method, message["params"])])
      } catch let error as Refused {
        send(["id": id, "error": ["code": error.code, "message": error.message]])
      } catch {
        send(["id": id, "error": ["code": -32603, "message": "\(error)"]])
      }
    }

    """#
}
