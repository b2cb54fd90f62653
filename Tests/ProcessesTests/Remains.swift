import Foundation
import WeftModel

/// A variable by which a test finds again what its programs started.
struct Remains {
  let variable: EnvironmentVariable

  init(_ name: String) {
    variable = EnvironmentVariable(name: "WEFT_TEST_MARK", value: "\(name)-\(getpid())")
  }

  /// A process that has ended and waits to be reaped.
  static func isZombie(_ process: Int32) -> Bool {
    let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return state?.contains(") Z ") ?? true
  }

  /// The processes that carry the mark, with their command lines.
  var processes: [String] {
    let wanted = "\(variable.name)=\(variable.value)"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.filter { Int32($0) != nil && Int32($0) != getpid() }.compactMap { name in
      guard let data = FileManager.default.contents(atPath: "/proc/\(name)/environ") else { return nil }
      let variables = data.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      guard variables.contains(wanted) else { return nil }
      let line = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") ?? Data()
      return name + " " + String(decoding: line.map { $0 == 0 ? 0x20 : $0 }, as: UTF8.self)
    }
  }
}
