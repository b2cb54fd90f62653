import Feeds
import JSONPages
import Listings
import Programs
public import WeftModel
import WeftSources

/// The kinds of source that come with Weft: the one place that names them.
public enum BuiltInKinds {
  /// The kinds whose sources are documents, without `auto`.
  public static let documentKinds: [any DocumentKind] = [
    FeedKind(), JSONKind(), ListingKind.html, ListingKind.xml,
  ]

  /// All kinds, `auto` first.
  public static let all: [any SourceKind] =
    [AutoKind(among: documentKinds)] + documentKinds + [ProgramKind(among: documentKinds)]
}
