internal import CSpawn
import Glibc
import WeftModel

extension ProgramLoop {
  /// Starts a program.
  ///
  /// - Parameter mark: by which its descendants are found again.
  static func spawn(_ call: ProgramCall, mark: String) throws(ProgramStartFailure) -> weft_child {
    guard let program = call.arguments.first, !program.isEmpty else {
      throw ProgramStartFailure("there is no program to start")
    }
    let texts = call.arguments + call.environment.flatMap { [$0.name, $0.value] } + [call.directory ?? ""]
    guard !texts.contains(where: { $0.utf8.contains(0) }) else {
      throw ProgramStartFailure("an argument of \(call.name) holds a NUL character")
    }
    var environment = ["\(Descendants.variable)=\(mark)"]
    if !call.environment.contains(where: { $0.name == "PATH" }), let path = getenv("PATH") {
      environment.append("PATH=" + String(cString: path))
    }
    environment += call.environment.map { "\($0.name)=\($0.value)" }
    var child = weft_child()
    let stage = withStrings(call.arguments) { arguments in
      withStrings(environment) { environment in
        weft_spawn(program, arguments, environment, call.directory, &child)
      }
    }
    guard stage != WEFT_SPAWN_DONE else { return child }
    let reason = Kernel.explanation(child.failure)
    switch stage {
    case WEFT_SPAWN_DIRECTORY:
      throw ProgramStartFailure("the directory \(call.directory ?? "") cannot be entered: \(reason)")
    case WEFT_SPAWN_PROGRAM where child.failure == ENOENT && !program.contains("/"):
      throw ProgramStartFailure("no program named \(program) is in PATH")
    case WEFT_SPAWN_PROGRAM:
      throw ProgramStartFailure(
        "\(program) cannot be run: \(reason)", isTransient: [EAGAIN, ENOMEM, ETXTBSY].contains(child.failure))
    default:
      throw ProgramStartFailure("\(program) cannot be started: \(reason)", isTransient: true)
    }
  }

  /// The texts as C wants them, with a null pointer behind the last.
  private static func withStrings<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    return body(&pointers)
  }
}
