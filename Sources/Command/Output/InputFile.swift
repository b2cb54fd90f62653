import Glibc

/// Files that are read whole.
enum InputFile {
  /// Why a file could not be read.
  struct Failure: Error, Equatable {
    /// A sentence without a full stop: `weft.yaml cannot be read: No such file or directory`.
    var message: String
    /// There is no such file.
    var isMissing: Bool
  }

  /// The bytes of the file; `-` is standard input.
  ///
  /// - Parameter limit: the largest size in bytes that is taken.
  static func bytes(of path: String, limit: Int = 1 << 28) throws(Failure) -> [UInt8] {
    let name = path == "-" ? "standard input" : path
    let descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(name, errno) }
    defer { if descriptor != 0 { close(descriptor) } }
    var bytes: [UInt8] = []
    var status = stat()
    // An array that grows by itself takes up to twice the file.
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
      bytes.reserveCapacity(min(Int(status.st_size), limit) + 1)
    }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count == 0 { return bytes }
      if count < 0 {
        let number = errno
        if number == EINTR { continue }
        throw failure(name, number)
      }
      bytes.append(contentsOf: chunk[..<count])
      guard bytes.count <= limit else {
        throw Failure(message: "\(name) is larger than \(limit >> 20) MiB", isMissing: false)
      }
    }
  }

  /// The path leads to something that is no folder.
  static func isThere(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
  }

  /// The system's words for an error number.
  static func explanation(_ number: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(number, &buffer, buffer.count) == 0 else { return "error \(number)" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func failure(_ name: String, _ number: Int32) -> Failure {
    Failure(message: "\(name) cannot be read: \(explanation(number))", isMissing: number == ENOENT)
  }
}
