import MessageAuthentication
import SQLite

/// The tables of the cache's file.
enum ResponseSchema {
  /// "Weft" as a number: what `PRAGMA application_id` says of a file of ours.
  static let application: Int32 = 0x5765_6674
  /// What `PRAGMA user_version` says; a change of the tables is a new version.
  static let version: Int64 = 1

  /// Makes the tables where they are missing, and returns the salt of the file.
  ///
  /// - Throws: `otherVersion` where a newer or older Weft made the file.
  static func prepare(_ database: SQLiteDatabase) throws(SQLiteError) -> [UInt8] {
    // Two processes may come to a new file at once: who waits for the lock finds the tables made.
    try database.transaction { () throws(SQLiteError) in
      let found = try database.value("PRAGMA user_version")?.integer
      if found == 0 {
        guard let salt = RandomBytes.make(32) else {
          throw SQLiteError(.other, "libcrypto has no random bytes")
        }
        try database.execute(tables)
        try database.run("INSERT INTO cache (salt) VALUES (?)", [.blob(salt)])
      } else if found != version {
        throw SQLiteError(.foreign, "it was made by another version of Weft")
      }
    }
    guard let salt = try database.value("SELECT salt FROM cache")?.blob, salt.count == 32 else {
      throw SQLiteError(.corrupt, "its salt is missing")
    }
    return salt
  }

  private static let tables = """
    PRAGMA application_id = \(application);
    PRAGMA user_version = \(version);
    CREATE TABLE cache (
      salt BLOB NOT NULL,
      bytes INTEGER NOT NULL DEFAULT 0, -- the sum of responses.size
      uses INTEGER NOT NULL DEFAULT 0   -- the last responses.used
    ) STRICT;
    CREATE TABLE responses (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      address BLOB NOT NULL, -- tags; see CacheKey
      holder BLOB NOT NULL,
      vary TEXT NOT NULL,    -- names of the request's fields
      variant BLOB NOT NULL, -- the tag of their values
      status INTEGER NOT NULL,
      received INTEGER NOT NULL, -- microseconds since 1970
      validated INTEGER NOT NULL,
      delay INTEGER NOT NULL,
      sets_cookie INTEGER NOT NULL,
      marker BLOB NOT NULL, -- see SecretMask
      head BLOB NOT NULL,
      tag BLOB NOT NULL,
      is_archive INTEGER NOT NULL,
      size INTEGER NOT NULL,
      used INTEGER NOT NULL -- a count, not a time: clocks differ
    ) STRICT;
    -- Apart, so that a 304 or a use does not write the body anew.
    CREATE TABLE bodies (
      id INTEGER PRIMARY KEY REFERENCES responses (id) ON DELETE CASCADE,
      body BLOB NOT NULL
    ) STRICT;
    CREATE INDEX responses_by_key ON responses (address, holder);
    CREATE INDEX responses_by_use ON responses (is_archive, used);
    CREATE TRIGGER inserted AFTER INSERT ON responses BEGIN
      UPDATE cache SET bytes = bytes + new.size;
    END;
    CREATE TRIGGER deleted AFTER DELETE ON responses BEGIN
      UPDATE cache SET bytes = bytes - old.size;
    END;
    CREATE TRIGGER resized AFTER UPDATE OF size ON responses BEGIN
      UPDATE cache SET bytes = bytes - old.size + new.size;
    END;
    """
}
