import Glibc
import WeftKit

/// The key of this user's resume cursors: 32 random bytes in the state folder, made when one is first needed.
enum CursorKey {
  /// Why there is no key.
  struct Failure: Error, Equatable {
    /// A sentence without a full stop.
    var message: String
  }

  private static let length = 32

  /// `$XDG_STATE_HOME/weft/cursor.key`, by default below `~/.local/state`; `nil` where neither variable is set. A relative
  /// folder does not count (XDG Base Directory Specification).
  static func path(variable: (String) -> String?) -> String? {
    if let folder = variable("XDG_STATE_HOME"), folder.hasPrefix("/") { return folder + "/weft/cursor.key" }
    guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
    return home + "/.local/state/weft/cursor.key"
  }

  /// The key; `nil` where none was made yet.
  static func read() throws(Failure) -> [UInt8]? {
    guard let path = path(variable: Environment.value) else {
      throw Failure(message: "neither $XDG_STATE_HOME nor $HOME says where the key of the cursors is")
    }
    return try read(path)
  }

  /// The key, made now where there is none.
  static func readOrMake() throws(Failure) -> [UInt8] {
    if let key = try read() { return key }
    guard let path = path(variable: Environment.value) else { throw Failure(message: "no folder for a key") }
    return try make(path)
  }

  static func read(_ path: String) throws(Failure) -> [UInt8]? {
    let bytes: [UInt8]
    do {
      bytes = try InputFile.bytes(of: path, limit: 1 << 12)
    } catch {
      if error.isMissing { return nil }
      throw Failure(message: error.message)
    }
    guard bytes.count == length else {
      throw Failure(
        message: "\(path) is no key: it has \(bytes.count) bytes where 32 were expected; remove it for a new one")
    }
    return bytes
  }

  /// Makes the key in one step, so that of several processes at once all get the same one.
  static func make(_ path: String) throws(Failure) -> [UInt8] {
    guard let key = ResumeCursor.newKey() else { throw Failure(message: "the system gives no random numbers") }
    let folder = String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex))
    makeFolder(folder)
    let draft = "\(path).\(getpid())-\(UInt32.random(in: .min ... .max))"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Failure(message: "\(draft) cannot be made: \(InputFile.explanation(errno))") }
    defer { unlink(draft) }
    let written = write(descriptor, key, key.count)
    let number = errno
    close(descriptor)
    guard written == key.count else {
      throw Failure(message: "\(draft) cannot be written: \(InputFile.explanation(number))")
    }
    if link(draft, path) == 0 { return key }
    let reason = errno
    // Another process was first: its key counts.
    if reason == EEXIST, let other = try read(path) { return other }
    throw Failure(message: "\(path) cannot be made: \(InputFile.explanation(reason))")
  }

  private static func makeFolder(_ path: String) {
    guard path.count > 1, mkdir(path, 0o700) != 0, errno == ENOENT, let slash = path.lastIndex(of: "/") else { return }
    makeFolder(String(path[..<slash]))
    mkdir(path, 0o700)
  }
}
