/// What a plugin is: a value that names its kind, declares the settings it understands and makes sources.
public protocol SourceKind: Sendable {
  /// The word after `kind:`.
  var name: String { get }
  /// One line for `weft plugins`.
  var summary: String { get }
  /// The settings that this kind understands beyond those of every source, as data, so that configuration errors and
  /// help can name them.
  var settings: [SettingDeclaration] { get }
  /// A source of this kind has an address; without one it cannot be.
  var needsURL: Bool { get }
  /// Sources of this kind answer whole pages by themselves: what the configuration says of requests, documents and paging
  /// styles has no meaning for them. By default `false`.
  var answersWholePages: Bool { get }
  /// Makes a source from checked settings.
  ///
  /// - Throws: `SettingProblem` where settings do not go together.
  func makeSource(_ settings: SourceSettings, context: SourceContext) throws(SettingProblem) -> any PageSource
}

extension SourceKind {
  /// Most sources have an address.
  public var needsURL: Bool { true }
  /// Sources of this kind answer whole pages by themselves: what the configuration says of requests, documents and paging
  /// styles has no meaning for them.
  public var answersWholePages: Bool { false }
}

/// A kind that reads documents: a source of it asks over the transport, and only the decoder is its own.
public protocol DocumentKind: SourceKind {
  /// How surely the response is a document of this kind; `auto` takes the kind that answers the highest.
  func recognizes(_ response: Response) -> Recognition
  /// Makes the decoder of a source: selectors are compiled here, once.
  ///
  /// - Throws: `SettingProblem` where a selector or a value does not compile.
  func makeDecoder(_ settings: SourceSettings) throws(SettingProblem) -> any Decoder
}

/// How surely a response is a document of some kind.
public enum Recognition: Int, Comparable, Sendable {
  /// Not this kind.
  case no
  /// Nothing speaks against it.
  case possible
  /// The media type or the first bytes say so.
  case likely
  /// Media type or first bytes name just this kind.
  case certain

  /// Orders by certainty.
  public static func < (left: Recognition, right: Recognition) -> Bool { left.rawValue < right.rawValue }
}

/// One setting of a kind, as data.
public struct SettingDeclaration: Sendable {
  /// The key in the configuration, such as `items`.
  public var key: String
  /// What a value of it is, for messages: "a JSONPath or a dotted name".
  public var expects: String
  /// One line for help.
  public var summary: String
  /// The source cannot do without it.
  public var isRequired: Bool
  /// Checks a scalar value as written; `nil` where it is fine. For `items`, `fields` and page keys: one selector.
  public var check: @Sendable (String) -> SettingProblem?
  /// What a value of a plugin's setting may be, also where it is a list or a map; `nil`: only `check` says.
  public var schema: ValueSchema?

  /// A setting.
  public init(
    key: String, expects: String, summary: String, isRequired: Bool = false, schema: ValueSchema? = nil,
    check: @escaping @Sendable (String) -> SettingProblem? = { _ in nil }
  ) {
    self.key = key
    self.expects = expects
    self.summary = summary
    self.isRequired = isRequired
    self.schema = schema
    self.check = check
  }
}

/// Why a value of a setting cannot be used; the configuration adds file, line and caret.
public struct SettingProblem: Error, Hashable, Sendable {
  /// The key path below the source, such as `fields.title` or `paging.next`; empty where the value itself is checked.
  public var path: String
  /// Where in the value, in Unicode scalars from 0; `nil` for the whole of it.
  public var offset: Int?
  /// What is wrong and what was expected, as a sentence without a full stop.
  public var message: String
  /// What to write instead.
  public var hint: String?

  /// A problem.
  public init(_ message: String, path: String = "", offset: Int? = nil, hint: String? = nil) {
    self.message = message
    self.path = path
    self.offset = offset
    self.hint = hint
  }
}

/// What a kind may use when it makes a source.
public struct SourceContext: Sendable {
  /// Carries requests.
  public var transport: any Transport
  /// The kinds that read documents, for `auto` and for programs whose output is a document.
  public var documentKinds: [any DocumentKind]
  /// The clock.
  public var clock: any EngineClock

  /// A context.
  public init(transport: any Transport, documentKinds: [any DocumentKind], clock: any EngineClock) {
    self.transport = transport
    self.documentKinds = documentKinds
    self.clock = clock
  }
}
