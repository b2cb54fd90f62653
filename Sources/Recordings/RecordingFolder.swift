import Glibc

/// Why a recording cannot be made or read.
public struct RecordingProblem: Error, Equatable, Sendable {
  /// The file or folder, what is wrong with it and what was expected, without a full stop.
  public var message: String
}

/// Files of a folder, as a recording needs them.
enum RecordingFolder {
  /// Makes the folder, or takes an empty one: what is there is never written over.
  static func make(_ path: String) throws(RecordingProblem) {
    if mkdir(path, 0o700) == 0 { return }
    guard errno == EEXIST else { throw RecordingProblem(message: "\(path) cannot be made: \(explanation(errno))") }
    guard try names(in: path).isEmpty else {
      throw RecordingProblem(message: "\(path) is not empty: a recording needs a folder of its own")
    }
  }

  /// The names of its files, sorted.
  static func names(in path: String) throws(RecordingProblem) -> [String] {
    guard let folder = opendir(path) else {
      throw RecordingProblem(message: "\(path) cannot be read: \(explanation(errno))")
    }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Writes a file that was not there; under this name it is whole, or it is not there.
  static func writeWhole(_ bytes: [UInt8], to path: String) throws(RecordingProblem) {
    let draft = path + ".part"
    do throws(RecordingProblem) {
      try write(bytes, to: draft)
    } catch {
      unlink(draft)
      throw error
    }
    guard rename(draft, path) == 0 else {
      throw RecordingProblem(message: "\(path) cannot be made: \(explanation(errno))")
    }
  }

  /// Writes a file that was not there.
  static func write(_ bytes: [UInt8], to path: String) throws(RecordingProblem) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw RecordingProblem(message: "\(path) cannot be made: \(explanation(errno))") }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw RecordingProblem(message: "\(path) cannot be written: \(explanation(errno))") }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads a file whole.
  static func read(_ path: String, limit: Int = 1 << 30) throws(RecordingProblem) -> [UInt8] {
    // A recording may come from anyone: no link out of the folder is followed, and nothing is waited for.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw RecordingProblem(message: "\(path) cannot be read: \(explanation(errno))") }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw RecordingProblem(message: "\(path) is no plain file")
    }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count == 0 { return bytes }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw RecordingProblem(message: "\(path) cannot be read: \(explanation(errno))") }
      bytes += chunk[..<count]
      guard bytes.count <= limit else { throw RecordingProblem(message: "\(path) is too large for a recording") }
    }
  }

  private static func explanation(_ number: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(number, &buffer, buffer.count) == 0 else { return "error \(number)" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
