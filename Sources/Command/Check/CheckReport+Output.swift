import DisplayText
import WeftKit

extension CheckReport {
  /// The report as one JSON object on a line.
  var json: String {
    var bytes: [UInt8] = []
    var object = JSONObject(&bytes)
    object.member("source", source, &bytes)
    object.member("items", json: String(items), &bytes)
    let fields = hits.map { "\(JSONText.quoted($0.name)):{\"hits\":\($0.hits)}" }
    object.member("fields", json: "{" + fields.joined(separator: ",") + "}", &bytes)
    object.member("pages", json: String(pages), &bytes)
    object.member("first", json: first.map { JSONText.quoted($0.rfc3339) } ?? "null", &bytes)
    object.member("last", json: last.map { JSONText.quoted($0.rfc3339) } ?? "null", &bytes)
    object.member("paging", paging, &bytes)
    object.member("next", json: next.map(JSONText.quoted) ?? "null", &bytes)
    object.member("end", json: end.map { JSONText.quoted($0.rawValue) }, &bytes)
    object.member("warnings", json: WarningJSON.list(warnings), &bytes)
    if let failure {
      object.name("failure", &bytes)
      var member = JSONObject(&bytes)
      member.member("code", failure.kind.rawValue, &bytes)
      member.member("text", failure.message, &bytes)
      member.end(&bytes)
    }
    object.end(&bytes)
    return String(decoding: bytes, as: UTF8.self) + "\n"
  }

  /// The report for a person.
  var text: String {
    var lines = [source]
    func line(_ term: String, _ value: String) {
      lines.append("  " + DisplayWidth.padded(term, to: 9) + TerminalText.clean(value))
    }
    line("items", pages == 0 ? "none, no page could be read" : "\(items) on \(pages) \(pages == 1 ? "page" : "pages")")
    if items > 0 {
      let found = hits.filter { $0.hits > 0 }.map { "\($0.name) \($0.hits == items ? "all" : "\($0.hits)")" }
      for (index, part) in HelpText.wrapped(found.joined(separator: ", "), indent: 11).split(separator: "\n")
        .enumerated()
      {
        lines.append(index == 0 ? "  fields   " + part.dropFirst(11) : String(part))
      }
      let missing = hits.filter { $0.hits == 0 }.map(\.name)
      for (index, part) in HelpText.wrapped(missing.joined(separator: ", "), indent: 11).split(separator: "\n")
        .enumerated() where !missing.isEmpty
      {
        lines.append(index == 0 ? "  missing  " + part.dropFirst(11) : String(part))
      }
    }
    if let first, let last {
      line("dates", "\(TimeColumn.minute(last)) back to \(TimeColumn.minute(first))")
    } else if items > 0 {
      line("dates", "none: the items keep their own order")
    }
    if !paging.isEmpty { line("paging", paging) }
    if pages > 0 { line("next", next ?? "nothing: the end (\(end?.rawValue ?? "no_next"))") }
    for warning in warnings { line("warning", warning.text) }
    if let failure {
      let address = failure.url.map { $0.isEmpty ? "" : ", \($0)" } ?? ""
      line("failed", "page \(pages + 1)\(address): \(failure.message)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
