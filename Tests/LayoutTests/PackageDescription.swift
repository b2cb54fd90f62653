import Foundation

/// What `Package.swift` says of the targets, read from its text: running `swift package` inside `swift test` would wait
/// for the build's own lock.
struct PackageDescription {
  struct Target {
    var name: String
    /// The folder, from the package's root.
    var path: String
    /// The targets that it names as dependencies.
    var dependencies: Set<String>
    var kind: Kind
  }

  /// The functions of `Package.swift` that make targets.
  enum Kind: String, CaseIterable { case module, program, tests, library, shim }

  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  let targets: [Target]

  init() throws {
    let text = try String(contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
    let list = text.components(separatedBy: "\n  targets: [").last ?? ""
    let call = /\n    (module|program|tests|library|shim)\((?<body>(?:[^()]|\([^()]*\))*)\)/
    targets = list.matches(of: call).compactMap { Self.target(String($0.1), String($0.body)) }
  }

  private static func target(_ word: String, _ body: String) -> Target? {
    guard let kind = Kind(rawValue: word), let first = body.firstMatch(of: /"([^"]+)"/) else { return nil }
    let name = String(first.1)
    let path = body.firstMatch(of: /path: "([^"]+)"/).map { String($0.1) }
    // The list of dependencies is the one without a label.
    let lists = body.matches(of: /(links: |fixtures: )?\[([^\]]*)\]/).filter { $0.1 == nil }
    var names = lists.flatMap { $0.2.matches(of: /"([^"]+)"/).map { String($0.1) } }
    if kind == .tests { names.append("TestSupport") }
    let folder =
      switch kind {
      case .module, .program: path ?? "Sources/" + name
      case .tests: "Tests/" + name + "Tests"
      case .library, .shim: "Sources/C/" + name
      }
    return Target(
      name: kind == .tests ? name + "Tests" : name, path: folder, dependencies: Set(names), kind: kind)
  }

  /// The files below the folder with one of the extensions, as paths from the root, sorted.
  static func files(in folder: String, _ extensions: Set<String> = ["swift"]) -> [String] {
    let start = root.appending(path: folder)
    let enumerator = FileManager.default.enumerator(at: start, includingPropertiesForKeys: nil)
    var found: [String] = []
    while let file = enumerator?.nextObject() as? URL {
      guard extensions.contains(file.pathExtension) else { continue }
      found.append(folder + String(file.path.dropFirst(start.path.count)))
    }
    return found.sorted()
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The modules that the file imports.
  static func imports(_ path: String) throws -> [String] {
    let attributes: Set<Substring> = [
      "@testable", "@preconcurrency", "@_exported", "public", "internal", "private", "package",
    ]
    let kinds: Set<Substring> = ["struct", "class", "enum", "func", "protocol", "typealias", "var", "let"]
    return try text(path).split(separator: "\n").compactMap { line in
      // An import of Swift stands at the beginning of its line; a string with a program in another language does not.
      guard line.first != " ", line.contains("import ") else { return nil }
      var words = line.split(separator: " ")[...]
      words = words.drop { attributes.contains($0) }
      guard words.popFirst() == "import", let first = words.first else { return nil }
      let module = kinds.contains(first) ? words.dropFirst().first ?? first : first
      return String(module.prefix { $0 != "." })
    }
  }
}
