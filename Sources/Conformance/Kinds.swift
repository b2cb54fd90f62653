/// Answers one line of one kind.
typealias Answer = @Sendable (JSONValue) -> [String: JSONValue]

/// The kinds that can be asked; each has a file of its own.
enum Kinds {
  static let all: [String: Answer] = [
    "css": answerCSS,
    "date": answerDate,
    "encoding": answerEncoding,
    "link-header": answerLinkHeader,
    "next": answerNext,
    "next-guess": answerNextGuess,
    "resolve": answerResolve,
    "tree": answerTree,
    "xpath": answerXPath,
  ]

  /// Kinds that read the text of the line themselves, so that numbers keep their digits and objects their order.
  static let ofText: [String: @Sendable (String) -> String] = [
    "items": answerItems,
    "jsonpath": answerJSONPath,
  ]
}
