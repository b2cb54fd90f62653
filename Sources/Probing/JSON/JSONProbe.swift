import Charsets
import JSONDocument
import WeftModel

/// A proposal for a JSON API: where its items are, which members are which fields, how it is paged.
enum JSONProbe {
  /// What the document says.
  ///
  /// - Throws: why it cannot be read, or that it holds no list.
  static func draft(_ response: Response, _ settings: SourceSettings) throws(SourceFailure) -> Draft {
    let document: JSONDocument
    do {
      document = try JSONDocument(decodeText(response.body, form: .json, httpCharset: response.charset).utf8)
    } catch {
      throw SourceFailure(.document, "the body is broken JSON: \(error)", url: response.url)
    }
    let lists = ItemList.all(in: document.root)
    guard let list = lists.first else {
      throw SourceFailure(
        .document, "JSON without a list of objects that could be items\(members(document.root))", url: response.url)
    }
    var settings = settings
    settings.items = list.selector
    for choice in list.map.choices { settings.fields.values.append(.init(name: choice.field, value: choice.value)) }
    settings.fields.authorNames = list.map.authors?.value
    var draft = Draft(settings: settings)
    for choice in list.map.choices {
      draft.remarks["fields." + choice.field.rawValue] = remark(choice)
    }
    if let authors = list.map.authors { draft.remarks["fields.authors"] = remark(authors) }
    draft.note(
      .sure,
      "JSON; the items are the \(list.nodes.count) elements of \(list.path.steps.isEmpty ? "the document" : list.path.selector)"
    )
    draft.notes += list.map.notes
    for other in lists.dropFirst().prefix(3) where other.nodes.count > 1 {
      draft.note(.unsure, "\(other.path.selector) is a list too, of \(other.nodes.count) elements")
    }
    let paging = JSONPaging(
      settings, response, PageMembers(document.root, besides: list.path), count: list.nodes.count)
    draft.candidates = paging.candidates
    draft.notes += paging.notes
    return draft
  }

  /// How sure a field is, where that is not plain: guessed, or not in all items.
  private static func remark(_ choice: JSONFieldMap.Choice) -> String {
    let share = choice.presence < 0.995 ? "in \(Int((choice.presence * 100).rounded())) % of the items" : ""
    switch choice.certainty {
    case .sure: return share
    case .guessed, .unsure: return choice.certainty.rawValue + (share.isEmpty ? "" : ", " + share)
    }
  }

  private static func members(_ root: JSONNode) -> String {
    let names = root.members.prefix(5).map(\.name).joined(separator: ", ")
    return names.isEmpty ? "" : " (its members: \(names))"
  }
}
