import Glibc

/// Where installed plugins are.
enum PluginFolders {
  /// `$XDG_DATA_HOME/weft/plugins`, by default `~/.local/share/weft/plugins`; `nil` where neither variable is set. A
  /// relative folder does not count (XDG Base Directory Specification).
  static func path(variable: (String) -> String?) -> String? {
    if let folder = variable("XDG_DATA_HOME"), folder.hasPrefix("/") { return folder + "/weft/plugins" }
    guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
    return home + "/.local/share/weft/plugins"
  }

  /// The folders of installed plugins, sorted; those without a manifest are none.
  static func installed(below folder: String) -> [String] {
    names(in: folder).sorted().map { folder + "/" + $0 }.filter { InputFile.isThere(manifest(in: $0)) }
  }

  /// The manifest of a plugin's folder.
  static func manifest(in folder: String) -> String { folder + "/plugin.yaml" }

  /// The path from the root of the file system.
  static func absolute(_ path: String) -> String {
    var path = path
    while path.hasSuffix("/.") || path.hasSuffix("/"), path.utf8.count > 1 { path.removeLast() }
    guard !path.hasPrefix("/") else { return path }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard getcwd(&buffer, buffer.count) != nil else { return path }
    let current = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.isEmpty || path == "." ? current : current + "/" + path
  }

  private static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }
}
