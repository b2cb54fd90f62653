public import WeftModel

/// A stanza of the configuration that `weft probe` proposes for a page, with what is known of it.
public struct Proposal: Hashable, Sendable {
  /// The stanza as settings. In its addresses `${NAME}` stands for the secrets of `secrets`, braces that are no
  /// template's are percent-encoded.
  public var settings: SourceSettings
  /// Remarks on single keys (`fields.title`), shown behind their lines.
  public var remarks: [String: String]
  /// What was found, and how sure it is.
  public var notes: [Note]
  /// The first items as the stanza finds them, three at most.
  public var samples: [Sample]
  /// How many items it finds on the page.
  public var itemCount: Int
  /// Other ways to read the same content.
  public var alternatives: [Alternative]
  /// What the address held and the stanza must not.
  public var secrets: [Secret]
  /// How many requests were made, redirects and `robots.txt` apart.
  public var requests: Int
  /// What came of trying the next page.
  public var paging: PagingResult
  /// Where the probed page stands in the proposed walk; `nil`: it is the first page.
  public var place: PageCursor?

  /// How sure something is.
  public enum Certainty: String, Hashable, Sendable, CaseIterable {
    /// The response says so, or it was tried.
    case sure
    /// Several signs speak for it.
    case guessed
    /// Somebody should look.
    case unsure
  }

  /// A remark on the whole, for a comment.
  public struct Note: Hashable, Sendable {
    /// How sure it is.
    public var certainty: Certainty
    /// A sentence without a full stop.
    public var text: String

    /// A remark.
    public init(_ certainty: Certainty, _ text: String) {
      self.certainty = certainty
      self.text = text
    }
  }

  /// An item as the stanza finds it.
  public struct Sample: Hashable, Sendable {
    /// Its title, else the beginning of its text.
    public var title: String
    /// Its time.
    public var date: Timestamp?
    /// Its address.
    public var url: String?
  }

  /// Another way to read the same content.
  public struct Alternative: Hashable, Sendable {
    /// Why somebody might want it.
    public var text: String
    /// A stanza for it; `nil` where there is nothing to write.
    public var settings: SourceSettings?

    /// Another way.
    public init(_ text: String, settings: SourceSettings? = nil) {
      self.text = text
      self.settings = settings
    }
  }

  /// A text that the address held and that belongs into the environment.
  public struct Secret: Hashable, Sendable {
    /// The variable.
    public var name: String
    /// Its value, as it stood in the address.
    public var value: String
  }

  /// What came of trying the next page.
  public enum PagingResult: Hashable, Sendable {
    /// The second page was read and brought new items.
    case confirmed
    /// Nothing was found that leads to another page.
    case none
    /// Something was found, but the second page could not be tried.
    case untried
    /// Something was found and did not work; the reason stands in the notes.
    case refuted
  }
}
