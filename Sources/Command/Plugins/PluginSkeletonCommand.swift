import DisplayText
import Glibc
import WeftKit

/// `weft plugin new NAME`: a folder with a plugin that works.
enum PluginSkeletonCommand {
  static func run(_ name: String, _ invocation: Invocation) throws -> Int32 {
    guard isName(name) else {
      throw UsageError(
        "\u{201C}\(TerminalText.clean(name))\u{201D} is no name of a plugin",
        hint: "a name has small letters, digits and -, and begins with a letter", command: .plugin)
    }
    let taken = Engine.command.kinds.map(\.name)
    guard !taken.contains(name) else { throw PluginCommand.usage("the kind \(name) is built in") }
    let language = PluginSkeleton.Language(rawValue: invocation.value(of: "language") ?? "python") ?? .python
    let folder = invocation.value(of: "directory") ?? name
    let files = PluginSkeleton(name: name, language: language).files
    try make(folder)
    for file in files {
      if let slash = file.path.lastIndex(of: "/") { try makeFolders(folder, String(file.path[..<slash])) }
      try write(file, to: folder + "/" + file.path)
    }
    var output = FileWriter(1)
    for file in files { try output.write("\(folder)/\(file.path)\n") }
    try output.flush()
    let build = language == .swift ? "swift build -c release --package-path \(folder) && " : ""
    Console.standardError.say("weft: try it: \(build)weft plugin test \(folder)")
    return ExitStatus.done
  }

  private static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, (0x61...0x7A).contains(first), text.utf8.count <= 40 else { return false }
    return text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
  }

  /// Makes the folder; one that is there must be empty.
  private static func make(_ folder: String) throws(UsageError) {
    if mkdir(folder, 0o777) == 0 { return }
    let number = errno
    guard number == EEXIST else {
      throw UsageError("\(folder) cannot be made: \(InputFile.explanation(number))")
    }
    // A folder that is not empty cannot be removed, and what is no folder neither.
    guard rmdir(folder) == 0, mkdir(folder, 0o777) == 0 else {
      throw UsageError("\(folder) is there already", hint: "nothing was written; --directory names another folder")
    }
  }

  private static func makeFolders(_ folder: String, _ path: String) throws(UsageError) {
    var current = folder
    for part in path.split(separator: "/") {
      current += "/" + part
      guard mkdir(current, 0o777) == 0 || errno == EEXIST else {
        throw UsageError("\(current) cannot be made: \(InputFile.explanation(errno))")
      }
    }
  }

  private static func write(_ file: PluginSkeleton.File, to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, file.isProgram ? 0o777 : 0o666)
    guard descriptor >= 0 else { throw UsageError("\(path) cannot be written: \(InputFile.explanation(errno))") }
    defer { close(descriptor) }
    try FileWriter.writeAll(Array(file.text.utf8), to: descriptor)
  }
}
