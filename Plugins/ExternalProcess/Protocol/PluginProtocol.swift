/// The numbers of the plugin protocol, version 1 (`docs/plugin-protocol.md`).
public enum PluginProtocol {
  /// The version that is spoken here.
  public static let version = 1
  /// The longest line that a plugin may write, in bytes.
  public static let longestLine = 16 << 20
  /// So many notifications may come between two answers.
  static let mostNotifications = 10_000
  /// So many log entries go with one page; the rest is dropped.
  static let mostNotes = 10
  /// How long a program may take to answer `initialize`.
  static let handshake = Duration.seconds(10)
  /// How long a cancelled request may stay without an answer.
  static let cancellation = Duration.seconds(5)
  /// How long a plugin may take to end after `shutdown`, and how long after it was told to (SIGTERM).
  static let shutdown = Duration.seconds(2)
  static let grace = Duration.seconds(1)

  /// The error codes that have a meaning.
  enum Code {
    static let parseError = -32_700
    static let invalidRequest = -32_600
    static let methodNotFound = -32_601
    static let invalidParams = -32_602
    static let internalError = -32_603
    static let unavailable = -32_001
    static let settingsRefused = -32_002
    static let cursorUnknown = -32_003
    static let authentication = -32_004
    static let notFound = -32_005
    static let unreadable = -32_006
    static let cancelled = -32_800
  }
}
