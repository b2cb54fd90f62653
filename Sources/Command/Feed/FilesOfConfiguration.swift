import WeftKit

/// The files that a configuration names: certificates, working directories, and the `.netrc` of the user.
enum FilesOfConfiguration {
  /// The configuration with absolute paths, and with the credentials that a `.netrc` holds.
  ///
  /// - Parameter file: the configuration's own path; relative ones begin at its folder.
  static func resolved(_ configuration: Configuration, besides file: String) throws -> Configuration {
    var result = configuration
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    for index in result.sources.indices where result.sources[index].programs.isThere {
      // `./tool` is beside the configuration, wherever the reader stands.
      let directory = result.sources[index].programs.directory ?? ""
      let resolved = directory.hasPrefix("/") ? directory : folder + directory
      result.sources[index].programs.directory = resolved.isEmpty ? nil : resolved
    }
    for index in result.sources.indices {
      guard let path = result.sources[index].request.certificateFile, result.sources[index].isEnabled else { continue }
      let resolved = path.hasPrefix("/") ? path : folder + path
      guard InputFile.isThere(resolved) else {
        throw UsageError("\(result.sources[index].name): request.ca_file: there is no file \(resolved)")
      }
      result.sources[index].request.certificateFile = resolved
    }
    guard result.needsNetrc else { return result }
    try result.takeCredentials(from: netrc(at: netrcPath(variable: Environment.value)))
    return result
  }

  /// `$NETRC`, else `~/.netrc`.
  static func netrcPath(variable: (String) -> String?) throws(UsageError) -> String {
    if let path = variable("NETRC"), !path.isEmpty { return path }
    guard let home = variable("HOME"), !home.isEmpty else {
      throw UsageError("request.auth.netrc: neither $NETRC nor $HOME says where the .netrc file is")
    }
    return home + "/.netrc"
  }

  private static func netrc(at path: String) throws(UsageError) -> Netrc {
    let bytes: [UInt8]
    do {
      bytes = try InputFile.bytes(of: path, limit: 1 << 20)
    } catch {
      throw UsageError("request.auth.netrc: \(error.message)")
    }
    do throws(Netrc.Problem) {
      return try Netrc(String(decoding: bytes, as: UTF8.self))
    } catch {
      throw UsageError("\(path):\(error.line): \(error.message)")
    }
  }
}
