import MarkupDocument
import WeftModel

/// A proposal for a web page: the block that repeats, what stands where in it, the link to the next page.
enum ListingProbe {
  /// Drafts for the lists of a page, the likeliest first; none where nothing repeats.
  static func drafts(_ page: WebPage, _ response: Response, _ settings: SourceSettings) -> [Draft] {
    let outline = PageOutline(page.tree)
    let selectors = BlockSelector(page.tree, outline)
    var drafts: [Draft] = []
    var seen: [Set<MarkupNode>] = []
    let blocks = RepeatedBlock.all(in: outline)
    for block in blocks.prefix(12) where drafts.count < 3 {
      guard let match = selectors.match(block), isNew(match.nodes, besides: &seen),
        let fields = BlockFields(match.nodes, base: page.base, page: page.url)
      else { continue }
      var own = settings
      own.items = match.selector
      own.fields = fields.settings
      var draft = Draft(settings: own, remarks: fields.remarks)
      draft.note(
        .guessed,
        "an HTML page without a kind of its own; \(match.selector) repeats \(match.nodes.count) times with an address of its own"
      )
      if !match.isExact {
        draft.note(.unsure, "\(match.selector) finds a few elements that look different; look at them")
      }
      draft.notes += fields.notes
      addCandidates(page, Set(match.nodes), &draft)
      drafts.append(draft)
    }
    // The first is proposed; the others are told of with their selectors.
    if var first = drafts.first {
      for other in drafts.dropFirst() {
        first.note(.unsure, "another block that repeats: items: \(other.settings.items ?? "")")
      }
      drafts[0] = first
    }
    return drafts
  }

  /// The elements are not those of an earlier block, nor their parts, nor what stands around them.
  private static func isNew(_ nodes: [MarkupNode], besides seen: inout [Set<MarkupNode>]) -> Bool {
    let own = Set(nodes)
    for earlier in seen {
      let shared = nodes.count { node in
        earlier.contains(node) || node.parent.map { earlier.contains($0) || earlier.contains($0.parent ?? $0) } ?? false
      }
      let around = earlier.count(where: { node in node.parent.map { own.contains($0) } ?? false })
      if shared * 2 > nodes.count || around * 2 > earlier.count { return false }
    }
    seen.append(own)
    return true
  }

  private static func addCandidates(_ page: WebPage, _ items: Set<MarkupNode>, _ draft: inout Draft) {
    let settings = draft.settings
    if page.next != nil {
      draft.candidates.append(
        PagingCandidate(
          settings: settings, certainty: .sure, text: "the page names the next one with rel=next, so no key is needed"))
    }
    let guesses = NextPageGuess.all(in: page.tree, url: page.url, base: page.base)
    var tried = 0
    for guess in guesses.prefix(20) where tried < 2 {
      let link = NextLink(guess.url, in: page.tree, base: page.base)
      guard !link.isOfItem(items, saying: guess.text) else { continue }
      tried += 1
      let says = guess.text.isEmpty ? guess.url : "the link \"\(guess.text)\""
      let number = NextNumber(page: settings.url, next: guess.url)
      let selectors = link.selectors
      // A number alone is no name: where the addresses count, the template says it better.
      let isNumber = guess.text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      if let selector = selectors.first, !(isNumber && number != nil) { add(selector, says, settings, &draft) }
      if let number { add(number, guess.url, settings, &draft) }
      if isNumber, number != nil, let selector = selectors.first { add(selector, says, settings, &draft) }
    }
  }

  private static func add(_ selector: String, _ says: String, _ settings: SourceSettings, _ draft: inout Draft) {
    var own = settings
    own.paging.next = selector
    draft.candidates.append(
      PagingCandidate(settings: own, certainty: .guessed, text: "\(says) looks like the way to the next page"))
  }

  private static func add(
    _ number: NextNumber, _ next: String, _ settings: SourceSettings, _ draft: inout Draft
  ) {
    var own = settings
    own.url = number.template
    let usual = number.unit == .page ? 1 : 0
    var current: PageCursor?
    if number.isWritten {
      // The walk begins at the first page, wherever the address stands.
      switch number.unit {
      case .page: current = .page(number.current)
      case .offset: current = .offset(number.current, anchor: nil)
      }
      if number.current == 0, usual == 1 { own.paging.start = 0 }
    } else {
      own.firstURL = settings.url
      if number.current != usual { own.paging.start = number.current }
    }
    if number.unit == .offset { own.paging.step = number.step }
    draft.candidates.append(
      PagingCandidate(
        settings: own, certainty: .guessed, text: "the address of the next page, \(next), counts on", current: current))
  }
}
