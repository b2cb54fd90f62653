import JSONDocument

/// `{"selector", "document"}` → `{"values": [...]}` or `{"invalid": true}`.
@Sendable func answerJSONPath(_ line: String) -> String {
  guard let line = try? JSONDocument([UInt8](line.utf8)).root, let selector = line["selector"]?.text else {
    return "{}"
  }
  guard let query = try? JSONPathQuery(selector) else { return "{\"invalid\": true}" }
  guard let document = line["document"], let nodes = try? query.nodes(in: document) else { return "{}" }
  return "{\"values\": [" + nodes.map(\.json).joined(separator: ",") + "]}"
}

/// `{"document", "items", "map"}` → `{"items": [...]}`: for each item the map's fields, each value as the document has
/// it; a field that can have several values is a list.
@Sendable func answerItems(_ line: String) -> String {
  guard let line = try? JSONDocument([UInt8](line.utf8)).root, let document = line["document"],
    let selector = line["items"]?.text, let items = try? JSONSelector(selector).nodes(in: document)
  else { return "{}" }
  var map: [(name: String, selector: JSONSelector)] = []
  for member in line["map"]?.members ?? [] {
    guard let text = member.value.text, let selector = try? JSONSelector(text) else { return "{}" }
    map.append((member.name, selector))
  }
  let answers = items.map { item in
    let fields = map.compactMap { name, selector -> String? in
      guard let nodes = try? selector.nodes(in: item) else { return nil }
      let value = selector.isSingular ? nodes.first?.json : "[" + nodes.map(\.json).joined(separator: ",") + "]"
      return value.map { quoted(name) + ":" + $0 }
    }
    return "{" + fields.joined(separator: ",") + "}"
  }
  return "{\"items\": [" + answers.joined(separator: ",") + "]}"
}

private func quoted(_ name: String) -> String { "\"" + name.filter { $0 != "\"" && $0 != "\\" } + "\"" }
