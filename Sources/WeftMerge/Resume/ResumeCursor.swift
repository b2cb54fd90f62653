import MessageAuthentication
public import WeftModel

/// A resume point as text that a stranger may hold: stateless, versioned, bound to a configuration, and of no use with
/// a single bit changed.
///
/// The text is base64url of: version, flags and key (1 byte each), configuration (8 bytes), issued (5 bytes, seconds),
/// the place, and the first 16 bytes of the HMAC-SHA-256 over everything before. A cursor can hold addresses and tokens
/// of sources, so one that was not made with the key is refused before anything in it is looked at. It holds no
/// credentials: those come from the configuration.
public struct ResumeCursor: Hashable, Sendable {
  /// Where to go on.
  public var point: ResumePoint
  /// A hash of the configuration that the feed was read with.
  public var configuration: UInt64
  /// When it was made.
  public var issued: Timestamp

  /// How long a cursor is good: the tokens of most servers die earlier.
  public static let lifetime = Duration.seconds(30 * 86_400)
  /// A longer text is no cursor.
  static let maximalLength = 1 << 20
  private static let version: UInt8 = 1
  private static let tagLength = 16

  /// A cursor.
  public init(_ point: ResumePoint, configuration: UInt64, issued: Timestamp) {
    self.point = point
    self.configuration = configuration
    self.issued = issued
  }

  /// Why a cursor is refused.
  public enum Problem: Error, Hashable, Sendable {
    /// It is not the text of a cursor, or was changed on its way.
    case damaged
    /// It was made with another key: on another machine, or before the key was lost.
    case foreign
    /// It was made by another version of Weft.
    case version(Int)
    /// It was made at this instant, longer than `lifetime` ago.
    case expired(issued: Timestamp)
    /// The sources, their order or their conditions were others.
    case configuration
  }

  /// A key that nobody can guess, 32 bytes; `nil` where the system gives no random numbers.
  public static func newKey() -> [UInt8]? { RandomBytes.make(32) }

  /// The cursor as text; `nil` where the library refuses the key.
  public func text(key: [UInt8]) -> String? {
    var writer = CursorWriter()
    writer.byte(Self.version)
    writer.byte(0)
    writer.byte(Self.identifier(of: key))
    writer.fixed(configuration, length: 8)
    writer.fixed(UInt64(clamping: issued.microseconds / 1_000_000), length: 5)
    point.write(to: &writer)
    guard let tag = HMAC.tag(of: writer.bytes, key: key) else { return nil }
    writer.append(Array(tag.prefix(Self.tagLength)))
    return Base64URL.encoded(writer.bytes)
  }

  /// Reads the text of a cursor.
  ///
  /// - Parameters:
  ///   - configuration: the hash of the present configuration.
  ///   - now: the instant, for the cursor's age.
  /// - Throws: `Problem`, looked for in this order: text, version, key, tag, age, configuration.
  public init(text: String, key: [UInt8], configuration: UInt64, now: Timestamp) throws(Problem) {
    guard text.utf8.count <= Self.maximalLength, let bytes = Base64URL.decoded(text),
      bytes.count > Self.tagLength + 16
    else { throw .damaged }
    guard bytes[0] == Self.version else { throw .version(Int(bytes[0])) }
    guard bytes[2] == Self.identifier(of: key) else { throw .foreign }
    let message = bytes.dropLast(Self.tagLength)
    guard let tag = HMAC.tag(of: Array(message), key: key),
      HMAC.areEqual(tag.prefix(Self.tagLength), bytes.suffix(Self.tagLength))
    else { throw .damaged }
    var reader = CursorReader(message.dropFirst(3))
    let made: UInt64
    do {
      made = try reader.fixed(length: 8)
      issued = Timestamp(seconds: Int64(try reader.fixed(length: 5)))
      point = try ResumePoint(from: &reader)
      guard reader.isAtEnd else { throw CursorReader.Damage() }
    } catch {
      throw .damaged
    }
    self.configuration = made
    guard now <= issued.advanced(by: Self.lifetime) else { throw .expired(issued: issued) }
    guard made == configuration else { throw .configuration }
  }

  /// Tells keys apart without telling anything of them.
  private static func identifier(of key: [UInt8]) -> UInt8 {
    HMAC.tag(of: Array("weft key".utf8), key: key)?.first ?? 0
  }
}
