/// Answers one line of one kind.
typealias Answer = @Sendable (JSONValue) -> [String: JSONValue]

/// The kinds that can be asked; each has a file of its own.
enum Kinds {
  static let all: [String: Answer] = [
    "resolve": answerResolve
  ]
}
