import WeftPaging

/// `{"header"}` → `{"links": [{"target", "rels"}]}`: the links of one `Link` header field.
@Sendable func answerLinkHeader(_ line: JSONValue) -> [String: JSONValue] {
  guard let header = line["header"]?.string else { return [:] }
  let links = LinkHeader.links(in: header).map { link in
    JSONValue.object(["target": .string(link.target), "rels": .array(link.relations.map { .string($0) })])
  }
  return ["links": .array(links)]
}
