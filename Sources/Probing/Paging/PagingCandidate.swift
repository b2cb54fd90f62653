import WeftModel

/// A way to the next page that signs speak for, to be tried.
struct PagingCandidate {
  /// The stanza with it.
  var settings: SourceSettings
  /// How sure it is before it was tried.
  var certainty: Proposal.Certainty
  /// What it is and what speaks for it, as a sentence without a full stop.
  var text: String
  /// Where the fetched page is in this way of counting; `nil`: it is the first one.
  var current: PageCursor?
}

/// What a kind of document gives for a proposal, before anything was tried.
struct Draft {
  /// The stanza without paging.
  var settings: SourceSettings
  /// Remarks on single keys.
  var remarks: [String: String] = [:]
  /// What was found.
  var notes: [Proposal.Note] = []
  /// Ways to the next page, the likeliest first.
  var candidates: [PagingCandidate] = []
  /// Other ways to read the same content.
  var alternatives: [Proposal.Alternative] = []

  mutating func note(_ certainty: Proposal.Certainty, _ text: String) {
    notes.append(Proposal.Note(certainty, text))
  }
}
