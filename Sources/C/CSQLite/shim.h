#include <sqlite3.h>

/// Binds a text; SQLite copies it. The macro SQLITE_TRANSIENT is a pointer that Swift cannot read.
static inline int weft_sqlite_bind_text(
    sqlite3_stmt *statement, int index, const char *bytes, sqlite3_uint64 length) {
  return sqlite3_bind_text64(statement, index, bytes, length, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Binds bytes; SQLite copies them. No bytes are an empty blob, not NULL.
static inline int weft_sqlite_bind_blob(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 length) {
  if (length == 0) return sqlite3_bind_zeroblob(statement, index, 0);
  return sqlite3_bind_blob64(statement, index, bytes, length, SQLITE_TRANSIENT);
}
