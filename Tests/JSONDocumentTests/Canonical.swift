import Foundation
import JSONDocument

extension JSONNode {
  /// The value without blanks, strings written in one way, members by name.
  var canonical: String {
    switch kind {
    case .object:
      "{"
        + members.sorted { $0.name < $1.name }.map { quoted($0.name) + ":" + $0.value.canonical }.joined(separator: ",")
        + "}"
    case .array: "[" + elements.map(\.canonical).joined(separator: ",") + "]"
    case .string: quoted(text ?? "")
    case .number: "\(Double(text ?? "") ?? .nan)"
    case .boolean: text ?? ""
    case .null: "null"
    }
  }
}

/// A string as JSON, with escapes only where they must be.
func quoted(_ text: String) -> String {
  var json = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": json += "\\\(scalar)"
    case _ where scalar.value < 0x20: json += "\\u" + String(format: "%04x", scalar.value)
    default: json.unicodeScalars.append(scalar)
    }
  }
  return json + "\""
}
