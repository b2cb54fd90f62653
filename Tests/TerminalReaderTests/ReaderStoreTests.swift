import Foundation
import Glibc
import SQLite
import TestSupport
import Testing
import WeftKit

@testable import TerminalReader

/// The place and what was read, kept on disk.
@Suite struct ReaderStoreTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file("state/weft/reader.sqlite") }
  private let place = ReaderStore.Place(cursor: "abc", top: .max, selected: 7, limit: 42)

  @Test func nothingAtFirst() throws {
    let (place, read) = try ReaderStore(path: path).load(configuration: 1)
    #expect(place == nil && read.isEmpty)
    #expect(access(path, F_OK) != 0)
  }

  @Test func keeps() throws {
    try ReaderStore(path: path).save(configuration: .max, place: place, read: [1, .max, 1], seconds: 5)
    try ReaderStore(path: path).save(configuration: 2, place: nil, read: [3], seconds: 6)
    #expect(try ReaderStore(path: path).load(configuration: .max) == (place, [1, .max, 3]))
    #expect(try ReaderStore(path: path).load(configuration: 2).place == nil)
    // A run that saw nothing leaves the place alone.
    try ReaderStore(path: path).save(configuration: .max, place: nil, read: [], seconds: 7)
    #expect(try ReaderStore(path: path).load(configuration: .max).place == place)
    let later = ReaderStore.Place(cursor: nil, top: 1, selected: 2, limit: 3)
    try ReaderStore(path: path).save(configuration: .max, place: later, read: [], seconds: 8)
    #expect(try ReaderStore(path: path).load(configuration: .max).place == later)
  }

  @Test func forgetsWhatWasReadLongAgo() throws {
    let store = ReaderStore(path: path)
    let count = UInt64(ReaderStore.readLimit)
    try store.save(configuration: 1, place: nil, read: Array(0..<count + 100), seconds: 5)
    let read = try store.load(configuration: 1).read
    #expect(read.count == ReaderStore.readLimit && !read.contains(99) && read.contains(100))
  }

  @Test func damageIsThrown() throws {
    let file = folder.file("damaged.sqlite")
    try Data("no database at all, but long enough to be looked at as one".utf8).write(to: URL(filePath: file))
    #expect(throws: SQLiteError.self) { try ReaderStore(path: file).load(configuration: 1) }
    #expect(throws: SQLiteError.self) {
      try ReaderStore(path: file).save(configuration: 1, place: place, read: [], seconds: 1)
    }
    #expect(throws: SQLiteError.self) {
      try ReaderStore(path: "/proc/none/reader.sqlite").save(configuration: 1, place: place, read: [], seconds: 1)
    }
  }
}
