import Glibc
import WeftKit

/// A file that stands for a response.
enum DocumentFile {
  /// The file as the response of its base address.
  ///
  /// - Parameters:
  ///   - base: the address; default: the file's own.
  ///   - contentType: the value of `Content-Type`.
  static func response(_ path: String, base: String?, contentType: String?) throws(UsageError) -> Response {
    let body: [UInt8]
    do { body = try InputFile.bytes(of: path) } catch { throw UsageError(error.message) }
    var headers = HeaderFields()
    if let contentType { headers.append("Content-Type", contentType) }
    return Response(
      headers: headers, body: body, url: base ?? address(of: path), receivedAt: Engine.command.clock.now())
  }

  /// What messages call the file.
  static func name(_ path: String) -> String { path == "-" ? "standard input" : path }

  /// The address of the file (RFC 8089); of standard input that of the working folder.
  private static func address(of path: String) -> String {
    var whole = path
    if !path.hasPrefix("/") {
      guard let folder = getcwd(nil, 0) else { return "" }
      whole = String(cString: folder) + "/" + (path == "-" ? "" : path)
      free(folder)
    }
    let parts = whole.split(separator: "/", omittingEmptySubsequences: false).map { WebAddress.component(String($0)) }
    return "file://" + parts.joined(separator: "/")
  }
}
