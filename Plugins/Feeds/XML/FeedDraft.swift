import WeftModel

/// What a document says of its feed, while it is being read.
struct FeedDraft {
  var title = Ranked<String>()
  var homePage = Ranked<String>()
  var feedURL: String?
  var description = Ranked<String>()
  var image = Ranked<String>()
  var icon: String?
  var language = Ranked<String>()
  var history = FeedInformation.History.unstated
  /// Paging links of RFC 5005, in document order.
  var links: [RelatedLink] = []
  private var authors: [Author] = []
  private var authorRank = Int.min

  /// Adds an author; those of a higher rank replace those of a lower one.
  mutating func addAuthor(_ author: Author?, rank: Int) {
    guard let author, rank >= authorRank else { return }
    if rank > authorRank { authors = [] }
    authorRank = rank
    if !authors.contains(author) { authors.append(author) }
  }

  /// What is known at the end of the document.
  var information: FeedInformation {
    var information = FeedInformation()
    information.title = title.value
    information.homePageURL = homePage.value
    information.feedURL = feedURL
    information.description = description.value
    information.icon = image.value
    information.favicon = icon
    information.language = language.value
    information.authors = authors
    information.history = history
    return information
  }
}
