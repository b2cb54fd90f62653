import WeftKit

/// Makes the cursors of a site's pages and reads them: each is bound to the sources that were asked for.
public struct CursorPaper: Sendable {
  private let key: [UInt8]
  private let configuration: UInt64

  /// - Parameters:
  ///   - key: the key of their tags.
  ///   - configuration: what they are bound to (`Configuration.identity`).
  public init(key: [UInt8], configuration: UInt64) {
    self.key = key
    self.configuration = configuration
  }

  /// Why a cursor leads nowhere.
  struct Problem: Error, Equatable {
    var message: String
  }

  func identity(of sources: Set<String>?) -> UInt64 {
    guard let sources else { return configuration }
    var hash = ContentHash(seed: 23)
    hash.combine(configuration)
    for name in sources.sorted() { hash.combine(name) }
    return hash.value
  }

  func text(_ place: ResumePoint, identity: UInt64, now: Timestamp) -> String? {
    // The same place has the same cursor for an hour: so readers who are at one place ask for one page.
    let hour: Int64 = 3_600_000_000
    let issued = Timestamp(microseconds: now.microseconds - (now.microseconds % hour + hour) % hour)
    return ResumeCursor(place, configuration: identity, issued: issued).text(key: key)
  }

  func place(_ text: String, identity: UInt64, now: Timestamp) throws(Problem) -> ResumePoint {
    do {
      return try ResumeCursor(text: text, key: key, configuration: identity, now: now).point
    } catch {
      switch error {
      case .damaged: throw Problem(message: "The cursor is damaged.")
      case .foreign: throw Problem(message: "The cursor is of another site.")
      case .version: throw Problem(message: "The cursor is of another version.")
      case .expired: throw Problem(message: "The cursor has expired.")
      case .configuration: throw Problem(message: "The cursor is of other sources.")
      }
    }
  }
}
