import Glibc
import SQLite

/// The cache's file in its folder.
struct CacheFile: Sendable {
  /// The folder.
  let folder: String
  /// The database.
  var path: String { folder + "/responses.sqlite" }
  /// Where a damaged database goes; a second one takes its place, so that they do not pile up.
  var damagedPath: String { path + ".damaged" }

  init(folder: String) { self.folder = folder.isEmpty ? "." : folder }

  /// Makes the folder and those above it, for the owner only; one that is there stays as it is.
  ///
  /// - Throws: why it cannot be made: "Permission denied".
  func makeFolder() throws(SQLiteError) {
    var end = folder.startIndex
    while end < folder.endIndex {
      end = folder[folder.index(after: end)...].firstIndex(of: "/") ?? folder.endIndex
      let part = String(folder[..<end])
      guard mkdir(part, 0o700) != 0, errno != EEXIST else { continue }
      let reason = errno
      // A folder above may be one that is there and cannot be written.
      var status = stat()
      if stat(part, &status) == 0 { continue }
      throw SQLiteError(.cannotOpen, "the folder \(folder) cannot be made: \(String(cString: strerror(reason)))")
    }
    var status = stat()
    guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw SQLiteError(.cannotOpen, "\(folder) is no folder")
    }
  }

  /// Which file stands at the path; `nil`: none.
  var identity: FileIdentity? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return FileIdentity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
  }

  /// Moves the database out of the way, with its log. Where another file stands there by now, another process was
  /// faster and has begun a new one.
  func setAside(_ damaged: FileIdentity?) {
    guard let damaged, damaged == identity else { return }
    for suffix in ["-wal", "-shm", ""] { rename(path + suffix, damagedPath + suffix) }
  }
}

/// A file, whatever its name is.
struct FileIdentity: Hashable, Sendable {
  var device: UInt64
  var number: UInt64
}
