import Glibc

/// The file of `--trace`; written by the engine's callback, and flushed where the program ends.
final class TraceFile: Sendable {
  private let writer = Guarded<FileWriter?>(nil)

  /// Opens the file anew; `-` is standard error.
  func open(_ path: String) throws(UsageError) {
    let descriptor = path == "-" ? 2 : Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw UsageError("\(path) cannot be written: \(InputFile.explanation(errno))")
    }
    writer.withLock { $0 = FileWriter(descriptor) }
  }

  /// Somebody wants the trace.
  var isOpen: Bool { writer.withLock { $0 != nil } }

  /// Appends a line. A trace that cannot be written never ends a run.
  func append(_ line: [UInt8]) {
    writer.withLock { writer in
      do { try writer?.write(line) } catch { writer = nil }
    }
  }

  /// Writes what is still in the buffer.
  func flush() {
    writer.withLock { writer in
      do { try writer?.flush() } catch { writer = nil }
    }
  }
}
