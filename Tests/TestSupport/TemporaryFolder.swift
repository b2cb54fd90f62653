import FoundationEssentials
import Glibc

/// A folder of its own for a test; it goes, with all that is in it, with the last reference.
public final class TemporaryFolder: Sendable {
  /// The folder's path, without a slash at its end.
  public let path: String

  /// Makes the folder where the system wants such folders.
  public init() {
    var template = Array((FileManager.default.temporaryDirectory.path + "/weft-test-XXXXXX").utf8CString)
    let made = mkdtemp(&template)
    precondition(made != nil, "no folder can be made for a test: \(String(cString: strerror(errno)))")
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the folder.
  public func file(_ name: String) -> String { path + "/" + name }

  /// The names of the files in the folder, sorted.
  public var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }

  /// All bytes of all files in the folder, one file after the other.
  public var bytes: [UInt8] {
    names.flatMap { name in FileManager.default.contents(atPath: file(name)).map { Array($0) } ?? [] }
  }
}
