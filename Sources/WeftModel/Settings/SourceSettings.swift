/// The checked settings of one source, with the defaults filled in.
public struct SourceSettings: Hashable, Sendable {
  /// The key under `sources:`.
  public var name: String
  /// The template of the address (RFC 6570 level 1), as written; empty for sources without one.
  public var url: String
  /// The address of page one where it differs.
  public var firstURL: String?
  /// The kind: `auto`, or the name of a `SourceKind`.
  public var kind: String
  /// The title shown with each item; `nil`: the feed's title, else the host.
  public var title: String?
  /// A source that is not enabled is left out of the feed.
  public var isEnabled: Bool
  /// The weight for orders `weighted` and `rank`; above 0.
  public var weight: Double
  /// How the source itself is ordered.
  public var sorted: SourceOrder
  /// The zone of dates without one, as written (`UTC`, `Europe/Berlin`, `+02:00`); `nil`: not set, UTC.
  public var zone: String?
  /// The list of item nodes.
  public var items: String?
  /// Conditions that an item must hold, all of them.
  public var conditions: [ItemCondition]
  /// Field name → value.
  public var fields: FieldSettings
  /// How the source is paged.
  public var paging: PagingSettings
  /// How its pages are asked for.
  public var request: RequestSettings
  /// Settings of a plugin's own, in order.
  public var extra: [NamedValue]
  /// Programs of the source.
  public var programs = ProgramSettings()

  /// How a source itself is ordered.
  public enum SourceOrder: String, Hashable, Sendable, CaseIterable { case newest, rank, none }

  /// A setting of a plugin's own.
  public struct NamedValue: Hashable, Sendable {
    /// The key.
    public var name: String
    /// The value.
    public var value: JSONTree

    /// A setting.
    public init(name: String, value: JSONTree) {
      self.name = name
      self.value = value
    }
  }

  /// Settings with the defaults of the configuration language.
  public init(
    name: String, url: String, firstURL: String? = nil, kind: String = "auto", title: String? = nil,
    isEnabled: Bool = true, weight: Double = 1, sorted: SourceOrder = .newest, zone: String? = nil,
    items: String? = nil, conditions: [ItemCondition] = [], fields: FieldSettings = FieldSettings(),
    paging: PagingSettings = PagingSettings(), request: RequestSettings = RequestSettings(), extra: [NamedValue] = []
  ) {
    self.name = name
    self.url = url
    self.firstURL = firstURL
    self.kind = kind
    self.title = title
    self.isEnabled = isEnabled
    self.weight = weight
    self.sorted = sorted
    self.zone = zone
    self.items = items
    self.conditions = conditions
    self.fields = fields
    self.paging = paging
    self.request = request
    self.extra = extra
  }
}

/// A condition on an item (`where:`).
public indirect enum ItemCondition: Hashable, Sendable {
  /// A field matches a regular expression (RE2), anywhere in its text.
  case matches(field: String, pattern: String)
  /// A field that is a list has this value, or a text field equals it.
  case has(field: String, value: String)
  /// The condition does not hold.
  case not(ItemCondition)
  /// One of the conditions holds.
  case any([ItemCondition])
}

/// A JSON value in settings: maps keep their order, numbers their digits.
public indirect enum JSONTree: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number, as written.
  case number(String)
  /// A string.
  case string(String)
  /// A list.
  case array([JSONTree])
  /// A map, in order.
  case object([Member])
  /// JSON text that came from elsewhere, put in as it is.
  case raw(String)

  /// One member of a map.
  public struct Member: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The value.
    public var value: JSONTree

    /// A member.
    public init(name: String, value: JSONTree) {
      self.name = name
      self.value = value
    }
  }
}

extension JSONTree {
  /// The value as JSON text (RFC 8259), without white space.
  public var text: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let digits): digits
    case .string(let text): JSONText.quoted(text)
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { JSONText.quoted($0.name) + ":" + $0.value.text }.joined(separator: ",") + "}"
    case .raw(let text): text
    }
  }
}

extension JSONTree: ExpressibleByStringLiteral {
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
}
