import Dates

/// `{"s"}` → `{"value": RFC 3339 or null}`.
@Sendable func answerDate(_ line: JSONValue) -> [String: JSONValue] {
  guard let text = line["s"]?.string else { return [:] }
  guard let date = DateParser.parse(text) else { return ["value": .null] }
  return ["value": .string(date.rfc3339)]
}
