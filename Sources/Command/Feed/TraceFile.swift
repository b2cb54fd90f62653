import Locks
import Glibc

/// The file of `--trace`; written by the engine's callback, and flushed where the program ends.
final class TraceFile: Sendable {
  private let writer = Lock<FileWriter?>(nil)

  /// Opens the file anew; `-` is standard error.
  func open(_ path: String) throws(UsageError) {
    let descriptor = path == "-" ? 2 : Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw UsageError("\(path) cannot be written: \(InputFile.explanation(errno))")
    }
    writer.with { $0 = FileWriter(descriptor) }
  }

  /// Somebody wants the trace.
  var isOpen: Bool { writer.with { $0 != nil } }

  /// Appends a line. A trace that cannot be written never ends a run, but it is said once.
  func append(_ line: [UInt8]) { use { writer in try writer.write(line) } }

  /// Writes what is still in the buffer.
  func flush() { use { writer in try writer.flush() } }

  private func use(_ body: (inout FileWriter) throws -> Void) {
    var isLost = false
    writer.with { writer in
      guard writer != nil else { return }
      do {
        if var open = writer {
          writer = nil
          try body(&open)
          writer = open
        }
      } catch {
        isLost = true
      }
    }
    if isLost { Console.standardError.say("weft: the trace cannot be written; it ends here") }
  }
}
