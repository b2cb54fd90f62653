import URIs
public import WeftModel

/// A kind of source that a program reads, which speaks the plugin protocol (`docs/plugin-protocol.md`).
public struct PluginKind: SourceKind {
  private let kind: PluginManifest.Kind
  private let shared: SharedHost
  /// The plugin that brings the kind.
  public let manifest: PluginManifest

  /// The kinds of a plugin; their sources share one process, which is started when the first page is asked for.
  public static func kinds(of manifest: PluginManifest) -> [PluginKind] {
    let shared = SharedHost(manifest)
    return manifest.kinds.map { PluginKind(kind: $0, manifest: manifest, shared: shared) }
  }

  private init(kind: PluginManifest.Kind, manifest: PluginManifest, shared: SharedHost) {
    self.kind = kind
    self.manifest = manifest
    self.shared = shared
  }

  /// The word after `kind:`.
  public var name: String { kind.name }
  /// One line for `weft plugins`.
  public var summary: String { kind.summary.isEmpty ? "a kind of the plugin \(manifest.name)" : kind.summary }
  /// A source has a URL only where the settings ask for one.
  public var needsURL: Bool { false }
  /// The program answers pages.
  public var answersWholePages: Bool { true }
  /// The JSON Schema of the settings, as the manifest writes it.
  public var schema: JSONTree { kind.schema }

  /// What the manifest says of the settings.
  public var settings: [SettingDeclaration] {
    kind.settings.members.map { member in
      SettingDeclaration(
        key: member.name, expects: member.schema.expectation, summary: member.schema.summary,
        isRequired: member.isRequired, schema: member.schema)
    }
  }

  /// A source of the plugin; the program is started when its first page is asked for.
  ///
  /// - Throws: `SettingProblem` where nobody reads JSON Feed, the form of the pages.
  public func makeSource(_ settings: SourceSettings, context: SourceContext) throws(SettingProblem) -> any PageSource {
    guard let feeds = context.documentKinds.first(where: { $0.name == "feed" }) else {
      throw SettingProblem("the pages of a plugin need the kind feed", path: "kind")
    }
    // What the settings say of documents is not of these.
    let plain = SourceSettings(name: settings.name, url: settings.url, zone: settings.zone)
    return PluginSource(
      settings, kind: name, reader: PluginPageReader(settings, decoder: try feeds.makeDecoder(plain)),
      host: shared.host(clock: context.clock), secrets: secrets(settings), clock: context.clock)
  }

  private func secrets(_ settings: SourceSettings) -> SecretTexts {
    SecretTexts(
      parameters: Set(settings.request.secretParameters),
      values: settings.request.secretValues.union(manifest.secretValues))
  }
}
