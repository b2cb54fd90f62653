/// A feed of a list of subscriptions.
struct Subscription: Equatable, Sendable {
  /// The line of the list where it stands, from 1.
  var line: Int?
  /// The folders around it, the outermost first.
  var folders: [String] = []
  /// What it is called.
  var title: String
  /// The address of the feed, as written.
  var address: String
  /// The template of the address, where Weft wrote the list.
  var template: String?
  /// The name of the source, where Weft wrote the list.
  var name: String?
}

/// Something in a list of subscriptions that could not be taken over.
struct SubscriptionProblem: Error, Equatable, Sendable {
  /// The line, from 1.
  var line: Int?
  /// What is wrong and what follows.
  var message: String

  /// The problem as a message.
  func text(file: String) -> String { "\(file):\(line.map { "\($0):" } ?? "") \(message)" }
}
