import URIs

/// `{"base", "ref"}` → `{"url"}`.
@Sendable func answerResolve(_ line: JSONValue) -> [String: JSONValue] {
  guard let base = line["base"]?.string, let reference = line["ref"]?.string else { return [:] }
  return ["url": .string(resolve(reference, against: base))]
}
