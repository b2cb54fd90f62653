import Foundation

/// A program of the system, for checks of what other programs make of our output.
enum OutsideProgram {
  /// What it printed and how it ended.
  struct Outcome {
    var output: String
    var errors: String
    var status: Int32
  }

  /// The program is installed.
  static func isThere(_ name: String) -> Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }

  /// Runs it to its end; the folder of the built command comes first in `PATH`.
  static func run(
    _ name: String, _ arguments: [String], input: String = "", folder: String, environment: [String: String] = [:]
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [name] + arguments
    process.currentDirectoryURL = URL(filePath: folder)
    let built = URL(filePath: BuiltCommand.path).deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    process.environment = ["PATH": built + ":" + path, "HOME": folder].merging(environment) { $1 }
    let place = URL(filePath: folder)
    try Data(input.utf8).write(to: place.appending(path: ".in"))
    for file in [".out", ".err"] { try Data().write(to: place.appending(path: file)) }
    process.standardInput = try FileHandle(forReadingFrom: place.appending(path: ".in"))
    process.standardOutput = try FileHandle(forWritingTo: place.appending(path: ".out"))
    process.standardError = try FileHandle(forWritingTo: place.appending(path: ".err"))
    try process.run()
    process.waitUntilExit()
    func text(_ file: String) throws -> String {
      String(decoding: try Data(contentsOf: place.appending(path: file)), as: UTF8.self)
    }
    return Outcome(output: try text(".out"), errors: try text(".err"), status: process.terminationStatus)
  }
}
