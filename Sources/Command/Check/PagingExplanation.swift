import WeftKit

/// How a source is paged, and why, in one line for a person; it holds selectors and no values, so no secrets.
enum PagingExplanation {
  static func text(_ method: PagingMethod, _ settings: SourceSettings) -> String {
    let paging = settings.paging
    switch method {
    case .none: return "one page only: paging is none"
    case .link(let relation):
      return "links with rel=\(relation): Link header, then what the document's own standard names"
        + (paging.by == .auto ? "; nothing else is set" : "")
    case .next: return "the URL that paging.next finds: \(paging.next ?? "")"
    case .page(let start, let step):
      return "page numbers from \(start)" + (step == 1 ? "" : " by \(step)") + reason("page", paging)
    case .offset(let start, let step, let overlap):
      let stride = step.map { "by \($0)" } ?? "by the items received"
      return "offsets from \(start) \(stride)" + (overlap == 0 ? "" : ", \(overlap) asked back")
        + reason("offset", paging)
    case .cursor: return "the token that paging.cursor finds: \(paging.cursor ?? "")"
    case .keyset: return "the key of the last item, paging.last: \(paging.last ?? "")"
    }
  }

  /// Where the number goes.
  private static func reason(_ name: String, _ paging: PagingSettings) -> String {
    switch paging.into {
    case .query(let parameter): ", in the query parameter \(parameter)"
    case .queryMembers: ", in the query"
    case .header(let field): ", in the header field \(field)"
    case .body(let path): ", in the body at \(path)"
    case .path, nil: ": the url or the body has {\(name)}"
    }
  }
}
