import URIs
import WeftModel

/// What a transport remembers for the run: permanent redirects, what it said of them, and which servers are public.
struct TransportMemory {
  /// More are not remembered: an address that moved is then asked again, and redirects again.
  private static let limit = 10_000

  private var moves: [String: Move] = [:]
  private var said: Set<String> = []
  private var publicness: [Origin: Bool] = [:]

  private struct Move {
    var target: String
    /// The server that said so has a public address, so the target must have one.
    var isFromPublic: Bool
  }

  /// Where the address has moved to, through all moves, and whether the target must be public; `nil`: it has not.
  func destination(of url: String) -> (url: String, mustBePublic: Bool)? {
    guard var move = moves[url] else { return nil }
    var isFromPublic = move.isFromPublic
    var seen: Set<String> = [url]
    while let next = moves[move.target] {
      // Moves that lead in a circle are no moves.
      guard seen.insert(move.target).inserted else { return nil }
      move = next
      isFromPublic = isFromPublic || next.isFromPublic
    }
    return (move.target, isFromPublic)
  }

  /// Remembers a permanent redirect; returns what should be said of it, once for an address without its query.
  mutating func remember(from url: String, to target: String, isFromPublic: Bool, _ credentials: RequestCredentials)
    -> SourceWarning?
  {
    guard moves.count < TransportMemory.limit else { return nil }
    moves[url] = Move(target: target, isFromPublic: isFromPublic)
    guard said.insert(String(url.prefix { $0 != "?" })).inserted else { return nil }
    return SourceWarning(
      code: "moved",
      text: "\(redacted(url, credentials)) has moved permanently to \(redacted(target, credentials)): "
        + "write the new address in the configuration")
  }

  /// Notes whether the server at the origin has a public address.
  mutating func note(_ origin: Origin, isPublic: Bool) {
    guard publicness.count < TransportMemory.limit || publicness[origin] != nil else { return }
    publicness[origin] = isPublic
  }

  /// The server at the origin was seen at a public address.
  func isPublic(_ origin: Origin) -> Bool { publicness[origin] ?? false }
}
