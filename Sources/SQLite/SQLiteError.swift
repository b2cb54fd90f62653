internal import CSQLite

/// What SQLite refused, with its own words for it.
public struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of thing went wrong.
  public var kind: Kind
  /// SQLite's message: "database disk image is malformed".
  public var message: String
  /// SQLite's extended result code (sqlite.org/rescode.html).
  public var code: Int32

  /// Kinds of error, by what a caller can do about them.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Another connection holds a lock, and the time to wait for it has passed.
    case busy
    /// The file is damaged.
    case corrupt
    /// The file is no database.
    case notADatabase
    /// The file is a database, but another program's or another version's.
    case foreign
    /// The disk, or the size that the file may have, is full.
    case full
    /// The file or its folder cannot be written.
    case readOnly
    /// The file cannot be opened or made.
    case cannotOpen
    /// The system could not read or write.
    case inputOutput
    /// A constraint of a table does not hold.
    case constraint
    /// The value is larger than SQLite takes.
    case tooBig
    /// Memory ran out.
    case memory
    /// Anything else: a mistake in the SQL, a statement that was used within itself.
    case other
  }

  /// An error that SQLite itself does not know.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
    code = SQLITE_OK
  }

  init(code: Int32, message: String) {
    kind = SQLiteError.kind(of: code)
    self.code = code
    self.message = message
  }

  /// The message and the code: "database is locked (5)".
  public var description: String { code == SQLITE_OK ? message : "\(message) (\(code))" }

  /// What the file holds is not what was written.
  public var isDamage: Bool { kind == .corrupt || kind == .notADatabase }

  private static func kind(of code: Int32) -> Kind {
    // The low byte is the primary code.
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_CORRUPT: .corrupt
    case SQLITE_NOTADB: .notADatabase
    case SQLITE_FULL: .full
    case SQLITE_READONLY, SQLITE_PERM: .readOnly
    case SQLITE_CANTOPEN: .cannotOpen
    case SQLITE_IOERR: .inputOutput
    case SQLITE_CONSTRAINT: .constraint
    case SQLITE_TOOBIG: .tooBig
    case SQLITE_NOMEM: .memory
    default: .other
    }
  }
}
