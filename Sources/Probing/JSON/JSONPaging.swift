import JSONDocument
import URIs
import WeftModel
import WeftPaging

/// Ways to the next page of a JSON API, the likeliest first.
struct JSONPaging {
  private(set) var candidates: [PagingCandidate] = []
  private(set) var notes: [Proposal.Note] = []
  private let settings: SourceSettings
  private let response: Response
  private let members: PageMembers
  private let count: Int
  private var stop = StopSettings()

  init(_ settings: SourceSettings, _ response: Response, _ members: PageMembers, count: Int) {
    self.settings = settings
    self.response = response
    self.members = members
    self.count = count
    findTotals()
    if LinkHeader.target(of: "next", in: response.headers.values(of: "Link")) != nil {
      add(settings, .sure, "the next page is named by the Link header, so no key is needed")
      noteOwnNumber()
      return
    }
    findAddress()
    findNumberInAddress()
    findTokens()
    // Tokens are the server's own way: numbers are guessed only where it has none.
    if candidates.isEmpty { findNumberInBody() }
    findKeyset()
  }

  private mutating func add(
    _ settings: SourceSettings, _ certainty: Proposal.Certainty, _ text: String, current: PageCursor? = nil
  ) {
    candidates.append(PagingCandidate(settings: settings, certainty: certainty, text: text, current: current))
  }

  private mutating func note(_ certainty: Proposal.Certainty, _ text: String) {
    notes.append(Proposal.Note(certainty, text))
  }

  // MARK: Totals

  private mutating func findTotals() {
    if let pages = members.totalPages {
      stop.totalPages = pages.path.selector
    } else if let header = Self.header(["X-WP-TotalPages", "X-Total-Pages", "X-Page-Count"], response) {
      stop.totalPages = "header:" + header
      if header == "X-WP-TotalPages" {
        stop.pastEnd = [ResponseRule(status: 400, code: "rest_post_invalid_page_number")]
      }
    }
    if stop.totalPages == nil {
      if let items = members.totalItems(atLeast: count) {
        stop.totalItems = items.path.selector
      } else if let header = Self.header(["X-Total-Count", "X-Total", "X-WP-Total"], response) {
        stop.totalItems = "header:" + header
      }
    }
  }

  private static func header(_ names: [String], _ response: Response) -> String? {
    names.first { NumberedAddress.number(response.headers[$0] ?? "") != nil }
  }

  /// All items stand on this page.
  private var isComplete: Bool {
    if let total = members.totalItems(atLeast: count)?.number { return total <= count }
    if let pages = members.totalPages?.number { return pages <= 1 }
    return false
  }

  // MARK: The server's own ways

  private mutating func findAddress() {
    guard let member = members.nextAddress else { return }
    var own = settings
    own.paging.next = member.path.selector
    if let more = members.hasMore { own.paging.stop.hasMore = more.path.selector }
    let isThere = member.kind != .null
    add(
      own, isThere ? .sure : .guessed,
      "\(member.path.selector) \(isThere ? "holds" : "would hold") the address of the next page")
    if isThere { noteOwnNumber() }
  }

  private mutating func findTokens() {
    let query = URIQuery(URIReference(settings.url).query ?? "")
    for (member, parameters) in members.tokens(notIn: query).prefix(2) {
      // A parameter that the address has already is the place for it.
      let written = query.parameters.map(\.name).first { name in
        parameters.contains(name) || PageParameter.cursor.contains(name.lowercased())
      }
      for parameter in written.map({ [$0] }) ?? Array(parameters.prefix(2)) {
        var own = settings
        own.url =
          written == nil
          ? FeedProbe.adding(parameter, "{cursor}", to: settings.url)
          : Self.replacing(parameter, with: "{cursor}", in: settings.url)
        if written != nil { own.firstURL = settings.url }
        own.paging.cursor = member.path.selector
        if let more = members.hasMore { own.paging.stop.hasMore = more.path.selector }
        add(
          own, written == nil ? .guessed : .sure,
          "\(member.path.selector) holds a token that the parameter \(parameter) takes")
      }
      if let written, !["", "*", "%2A"].contains(query[written] ?? "") {
        note(
          .sure,
          "the address holds a token already (\(written)): the source begins there; without first_url and with"
            + " \(written) taken out of url it would begin at the top")
      }
    }
  }

  private static func replacing(_ name: String, with value: String, in url: String) -> String {
    var reference = URIReference(url)
    var query = URIQuery(reference.query ?? "")
    for index in query.parameters.indices where query.parameters[index].name == name {
      query.parameters[index].rawValue = value
    }
    reference.query = query.description
    return reference.description
  }

  // MARK: Numbers

  private mutating func findNumberInAddress() {
    guard let address = NumberedAddress(settings.url) else { return }
    var own = settings
    own.url = address.template
    own.paging.stop = stop
    if let more = members.hasMore { own.paging.stop.hasMore = more.path.selector }
    switch address.unit {
    case .page:
      // Of the numbers in use only Algolia's nbPages says that the first page is 0.
      let isFromZero = address.number == 0 || members.totalPages?.name == "nbpages"
      if isFromZero { own.paging.start = 0 }
      let first = isFromZero ? 0 : 1
      add(own, .sure, "the address counts pages in \(address.place)", current: .page(address.number))
      if address.number > first {
        note(.sure, "the address is that of page \(address.number); the source begins at page \(first)")
      }
    case .offset:
      // From 1: startIndex of Google and OpenSearch counts the items themselves.
      if address.number == 1 { own.paging.start = 1 }
      add(own, .sure, "the address counts items in \(address.place)", current: .offset(address.number, anchor: nil))
      if address.number > 1 {
        note(.sure, "the address begins at item \(address.number); the source begins at the first")
      }
    }
    if let current = members.currentPage {
      note(.sure, "\(current.path.selector) in the body is the current page, not the next one")
    }
  }

  /// The address has no number: the body says how the server counts, and whether there is more.
  private mutating func findNumberInBody() {
    guard !isComplete else {
      note(.sure, "the totals in the body say that all items stand on this page")
      return
    }
    let saysMore = stop.totalItems != nil || stop.totalPages != nil || members.hasMore?.text == "true"
    if let page = members.currentPage, let number = page.number, number <= 1 {
      let parameter = page.name == "number" || page.name == "currentpage" ? "page" : page.path.names.last ?? "page"
      addNumber(parameter, "{page}", start: number == 0 ? 0 : nil, .guessed, "\(page.path.selector) counts pages")
    }
    if let offset = members.currentOffset, offset.number == 0 {
      let parameter = offset.path.names.last ?? "offset"
      addNumber(parameter, "{offset}", start: nil, .guessed, "\(offset.path.selector) counts items")
    }
    guard candidates.isEmpty, saysMore else { return }
    addNumber("page", "{page}", start: nil, .unsure, "the totals say that there is more, and many servers take")
    addNumber("offset", "{offset}", start: nil, .unsure, "the totals say that there is more, and some servers take")
  }

  private mutating func addNumber(
    _ parameter: String, _ value: String, start: Int?, _ certainty: Proposal.Certainty, _ text: String
  ) {
    var own = settings
    own.url = FeedProbe.adding(parameter, value, to: settings.url)
    own.paging.stop = stop
    own.paging.start = start
    own.paging.sendsFirst = false
    if let more = members.hasMore { own.paging.stop.hasMore = more.path.selector }
    add(own, certainty, "\(text); the parameter \(parameter) was added to the address")
  }

  // MARK: Remarks

  private mutating func noteOwnNumber() {
    guard let address = NumberedAddress(settings.url), address.unit == .page, address.number > 1 else { return }
    note(.sure, "the address is that of page \(address.number): the source begins there, not at page 1")
  }

  /// A walk by the key of the last item is only told of: whether the server takes one, nothing here says.
  private mutating func findKeyset() {
    guard candidates.isEmpty, !isComplete else { return }
    note(
      .unsure,
      "if the server takes the id of the last item (max_id, before, after), write that parameter with {cursor} into url,"
        + " and paging: {by: keyset, last: id}")
  }
}
