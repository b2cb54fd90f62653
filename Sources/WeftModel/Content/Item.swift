/// One piece of content; the fields are those of a JSON Feed 1.1 item.
///
/// Texts are as the source gives them after decoding; URLs are absolute; `title` is text without markup.
public struct Item: Hashable, Sendable {
  /// Never empty: the source's own id, else the URL, else a hash of title, content and date.
  public var id: String
  /// The address of the item itself.
  public var url: String?
  /// The address of a page elsewhere that the item is about.
  public var externalURL: String?
  /// Text, without markup.
  public var title: String?
  /// Markup, its URLs absolute.
  public var contentHTML: String?
  /// Text.
  public var contentText: String?
  /// A sentence or two, as text or as the source gives it.
  public var summary: String?
  /// The address of the main image.
  public var image: String?
  /// When the item was published; never filled from `dateModified`.
  public var datePublished: Timestamp?
  /// When the item was changed; never filled from `datePublished`.
  public var dateModified: Timestamp?
  /// The authors, in the order of the source.
  public var authors: [Author] = []
  /// The tags, in the order of the source.
  public var tags: [String] = []
  /// A language tag (BCP 47), as the source gives it.
  public var language: String?
  /// Files that belong to the item.
  public var attachments: [Attachment] = []
  /// The source marks the item as pinned: its place in the list says nothing about its time.
  public var isPinned = false
  /// The source gives an id that is one (not made from the URL or by a hash).
  public var hasOwnID = true

  /// An item with this id and nothing else.
  public init(id: String) { self.id = id }

  /// The item's time: `datePublished`, else `dateModified`.
  public var date: Timestamp? { datePublished ?? dateModified }
}

/// Somebody who wrote an item or a feed (JSON Feed 1.1 `authors`).
public struct Author: Hashable, Sendable {
  /// The name.
  public var name: String?
  /// An address of a page or of a mailbox.
  public var url: String?
  /// The address of a picture.
  public var avatar: String?

  /// An author; at least one of the three should be there.
  public init(name: String? = nil, url: String? = nil, avatar: String? = nil) {
    self.name = name
    self.url = url
    self.avatar = avatar
  }
}

/// A file that belongs to an item (JSON Feed 1.1 `attachments`).
public struct Attachment: Hashable, Sendable {
  /// Its address.
  public var url: String
  /// Its media type, as the source gives it.
  public var mimeType: String?
  /// A title.
  public var title: String?
  /// Its size in bytes.
  public var sizeInBytes: Int64?
  /// Its duration in seconds.
  public var durationInSeconds: Double?

  /// A file at this address.
  public init(
    url: String, mimeType: String? = nil, title: String? = nil, sizeInBytes: Int64? = nil,
    durationInSeconds: Double? = nil
  ) {
    self.url = url
    self.mimeType = mimeType
    self.title = title
    self.sizeInBytes = sizeInBytes
    self.durationInSeconds = durationInSeconds
  }
}

/// What a document says of the feed that it is a page of (JSON Feed 1.1, top level).
public struct FeedInformation: Hashable, Sendable {
  /// Text, without markup.
  public var title: String?
  /// The address of the site that the feed is about.
  public var homePageURL: String?
  /// The address of the feed itself.
  public var feedURL: String?
  /// What the feed is about.
  public var description: String?
  /// The address of a large picture.
  public var icon: String?
  /// The address of a small picture.
  public var favicon: String?
  /// A language tag (BCP 47).
  public var language: String?
  /// Who writes it.
  public var authors: [Author] = []
  /// The feed says it is complete or an archive (RFC 5005 sections 2 and 4).
  public var history: History = .unstated

  /// What RFC 5005 knows of a document's place in its feed's history.
  public enum History: Hashable, Sendable { case unstated, complete, archive }

  /// Nothing is known.
  public init() {}
}
