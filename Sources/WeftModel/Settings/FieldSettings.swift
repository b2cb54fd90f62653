/// The names of an item's fields (JSON Feed 1.1), without the structured ones.
public enum FieldName: String, Hashable, Sendable, CaseIterable {
  case id, url
  case externalURL = "external_url"
  case title
  case contentHTML = "content_html"
  case contentText = "content_text"
  case summary, image
  case datePublished = "date_published"
  case dateModified = "date_modified"
  case language, tags

  /// The field holds an address, which is made absolute.
  public var isURL: Bool { self == .url || self == .externalURL || self == .image }
  /// The field holds an instant.
  public var isDate: Bool { self == .datePublished || self == .dateModified }
}

/// Field name → value (`fields:`).
public struct FieldSettings: Hashable, Sendable {
  /// The plain fields, in the order written.
  public var values: [Entry] = []
  /// `authors`, where it is one value: their names.
  public var authorNames: ValueSetting?
  /// `authors`, where it is a map of `name`, `url`, `avatar`.
  public var authors: AuthorFields?
  /// `attachments`.
  public var attachments: AttachmentFields?

  /// One field and its value.
  public struct Entry: Hashable, Sendable {
    /// The field.
    public var name: FieldName
    /// Its value.
    public var value: ValueSetting

    /// One field and its value.
    public init(name: FieldName, value: ValueSetting) {
      self.name = name
      self.value = value
    }
  }

  /// The members of `authors` as a map.
  public struct AuthorFields: Hashable, Sendable {
    /// The name.
    public var name: ValueSetting?
    /// An address.
    public var url: ValueSetting?
    /// The address of a picture.
    public var avatar: ValueSetting?

    /// The members of `authors`.
    public init(name: ValueSetting? = nil, url: ValueSetting? = nil, avatar: ValueSetting? = nil) {
      self.name = name
      self.url = url
      self.avatar = avatar
    }
  }

  /// The members of `attachments`.
  public struct AttachmentFields: Hashable, Sendable {
    /// The address; required.
    public var url: ValueSetting
    /// The media type.
    public var mimeType: ValueSetting?
    /// A title.
    public var title: ValueSetting?
    /// The size in bytes.
    public var sizeInBytes: ValueSetting?
    /// The duration in seconds.
    public var durationInSeconds: ValueSetting?

    /// The members of `attachments`.
    public init(
      url: ValueSetting, mimeType: ValueSetting? = nil, title: ValueSetting? = nil, sizeInBytes: ValueSetting? = nil,
      durationInSeconds: ValueSetting? = nil
    ) {
      self.url = url
      self.mimeType = mimeType
      self.title = title
      self.sizeInBytes = sizeInBytes
      self.durationInSeconds = durationInSeconds
    }
  }

  /// No fields.
  public init() {}

  /// Nothing is set.
  public var isEmpty: Bool { values.isEmpty && authorNames == nil && authors == nil && attachments == nil }
}

/// A VALUE of the configuration: where a field's text comes from and what is done to it.
public indirect enum ValueSetting: Hashable, Sendable {
  /// A selector alone.
  case selector(String)
  /// The first of these that is not empty.
  case first([ValueSetting])
  /// A selector or a constant with steps.
  case steps(ValueSteps)
}

/// The steps of a VALUE map, in the order in which they are done: select or const; html; split; match; replace; join;
/// template or prefix; the date; default where nothing is left.
public struct ValueSteps: Hashable, Sendable {
  /// A selector.
  public var select: String?
  /// A text instead of a selector.
  public var const: String?
  /// The inner HTML instead of the text (markup); the text is HTML to be kept (JSON).
  public var html = false
  /// Splits each text here.
  public var split: String?
  /// A regular expression (RE2); its first group, or the whole match, is kept; no match: nothing.
  public var match: String?
  /// A regular expression (RE2) and what replaces each match; `\1` is a group.
  public var replace: Replacement?
  /// Joins all texts with this between them.
  public var join: String?
  /// A template; `{…}` is a selector in the item.
  public var template: String?
  /// A text put before.
  public var prefix: String?
  /// An ICU date pattern.
  public var format: String?
  /// The locale of `format`.
  public var locale: String?
  /// The zone of a date without one.
  public var zone: String?
  /// The text is a number of seconds or milliseconds since 1970.
  public var unix: UnixUnit?
  /// The text where nothing is left.
  public var `default`: String?

  /// A pattern and what replaces its matches.
  public struct Replacement: Hashable, Sendable {
    /// The regular expression.
    public var pattern: String
    /// What replaces each match.
    public var replacement: String

    /// A replacement.
    public init(pattern: String, replacement: String) {
      self.pattern = pattern
      self.replacement = replacement
    }
  }

  /// Units of a number since 1970.
  public enum UnixUnit: String, Hashable, Sendable, CaseIterable {
    case seconds = "s"
    case milliseconds = "ms"
  }

  /// No steps.
  public init() {}
}
