/// The files of a new plugin.
struct PluginSkeleton {
  /// What it is written in.
  enum Language: String, CaseIterable { case python, shell, swift }

  /// One of its files.
  struct File {
    /// From the plugin's folder.
    var path: String
    var text: String
    var isProgram = false
  }

  let name: String
  let language: Language

  /// All files, the manifest first.
  var files: [File] {
    switch language {
    case .python:
      [
        File(path: "plugin.yaml", text: manifest("[python3, \(name).py]")),
        File(path: "\(name).py", text: filled(PluginSkeleton.python), isProgram: true),
      ]
    case .shell:
      [
        File(path: "plugin.yaml", text: manifest("[sh, \(name).sh]")),
        File(path: "\(name).sh", text: filled(PluginSkeleton.shell), isProgram: true),
      ]
    case .swift:
      [
        File(path: "plugin.yaml", text: manifest("[.build/release/\(name)]")),
        File(path: "Package.swift", text: filled(PluginSkeleton.swiftPackage)),
        File(path: "Sources/\(name)/main.swift", text: filled(PluginSkeleton.swiftProgram)),
      ]
    }
  }

  private func filled(_ text: String) -> String {
    text.split(separator: "NAME", omittingEmptySubsequences: false).joined(separator: name)
  }

  private func manifest(_ command: String) -> String {
    """
    name: \(name)
    version: "0.1"
    protocol: 1
    command: \(command)
    kinds:
      \(name):
        summary: two pages of made-up items
        settings:                       # a JSON Schema; Weft checks it before the plugin sees a value
          type: object
          additionalProperties: false
          properties:
            topic: {type: string, description: a word for the titles, default: example}
    test:
      settings: {topic: testing}        # the source that weft plugin test reads

    """
  }
}
