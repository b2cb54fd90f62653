/// What a plugin says of itself in `plugin.yaml`: its name, the kinds it reads, and the program that reads them.
public struct PluginManifest: Hashable, Sendable {
  /// A kind that the plugin brings.
  public struct Kind: Hashable, Sendable {
    /// The word after `kind:` in a configuration.
    public var name: String
    /// One line for `weft plugins`.
    public var summary: String
    /// What its settings may be: a map.
    public var settings: ValueSchema
    /// The same as the manifest writes it, a JSON Schema.
    public var schema: JSONTree

    /// A kind.
    public init(
      name: String, summary: String = "", settings: ValueSchema = ValueSchema(.object), schema: JSONTree = .object([])
    ) {
      self.name = name
      self.summary = summary
      self.settings = settings
      self.schema = schema
    }
  }

  /// The plugin's name.
  public var name: String
  /// The plugin's own version, any text.
  public var version: String
  /// The version of the protocol that it speaks.
  public var protocolVersion: Int
  /// The kinds.
  public var kinds: [Kind]
  /// The program and its arguments; a program whose name has a slash, and is not absolute, stands below `folder`.
  public var command: [String]
  /// Variables of its environment, beside `PATH`.
  public var environment: [EnvironmentVariable]
  /// Values of our own environment that were put into it; nobody may be shown them.
  public var secretValues: Set<String>
  /// What `initialize` sends as settings: a map.
  public var initialization: JSONTree
  /// The settings of a source that `weft plugin test` reads, of the kind named (`nil`: the first).
  public var test: Test
  /// Where the manifest stands; the program runs there.
  public var folder: String
  /// The folder of the configuration, absolute: where relative paths in settings begin; empty: unknown.
  public var baseFolder = ""

  /// What `weft plugin test` asks the plugin to read.
  public struct Test: Hashable, Sendable {
    /// The kind; `nil`: the first.
    public var kind: String?
    /// The source's settings, in order.
    public var settings: [JSONTree.Member]

    /// A source for tests.
    public init(kind: String? = nil, settings: [JSONTree.Member] = []) {
      self.kind = kind
      self.settings = settings
    }
  }

  /// A manifest.
  public init(
    name: String, version: String = "", protocolVersion: Int = 1, kinds: [Kind] = [], command: [String] = [],
    environment: [EnvironmentVariable] = [], secretValues: Set<String> = [], initialization: JSONTree = .object([]),
    test: Test = Test(), folder: String = ""
  ) {
    self.name = name
    self.version = version
    self.protocolVersion = protocolVersion
    self.kinds = kinds
    self.command = command
    self.environment = environment
    self.secretValues = secretValues
    self.initialization = initialization
    self.test = test
    self.folder = folder
  }

  /// How the program is started.
  public var call: ProgramCall {
    ProgramCall(arguments: command, environment: environment, directory: folder.isEmpty ? nil : folder)
  }
}
