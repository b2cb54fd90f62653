/// The character references of HTML (WHATWG HTML, sections 13.2.5.72 to 13.2.5.80 and 13.5): one table for all that read them.
public enum HTMLCharacterReferences {
  private struct Entry {
    /// Where the name stands in the data.
    var start: Int32
    var count: Int32
    var needsSemicolon: Bool
    var first: UInt32
    var second: UInt32
  }

  /// All names, sorted by their bytes.
  private static let entries: ContiguousArray<Entry> = {
    let data = UnsafeBufferPointer(start: htmlEntityData.utf8Start, count: htmlEntityData.utf8CodeUnitCount)
    var entries = ContiguousArray<Entry>()
    var index = 0
    while index < data.count {
      if data[index] == 0x20 || data[index] == 0x0A {
        index += 1
        continue
      }
      let start = index
      while index < data.count, data[index] != 0x3D, data[index] != 0x21 { index += 1 }
      guard index < data.count else { break }
      var entry = Entry(
        start: Int32(start), count: Int32(index - start), needsSemicolon: data[index] == 0x3D, first: 0, second: 0)
      var value: UInt32 = 0
      index += 1
      while index < data.count, data[index] != 0x20, data[index] != 0x0A {
        let byte = data[index]
        if byte == 0x2B {
          entry.first = value
          value = 0
        } else {
          value = value << 4 | UInt32(byte <= 0x39 ? byte - 0x30 : byte - 0x37)
        }
        index += 1
      }
      if entry.first == 0 { entry.first = value } else { entry.second = value }
      entries.append(entry)
    }
    return entries
  }()

  /// The longest name, in bytes.
  public static let longestName = 32

  /// The reference that begins right after an `&`: how many bytes it takes, and what it stands for.
  ///
  /// - Parameter inAttribute: a reference without its semicolon before a letter, a digit or `=` stands for itself there.
  public static func reference(
    in text: UnsafeBufferPointer<UInt8>, at start: Int, inAttribute: Bool
  ) -> (length: Int, first: UInt32, second: UInt32)? {
    var length = 0
    while length < longestName, start + length < text.count, isAlphanumeric(text[start + length]) { length += 1 }
    let isClosed = start + length < text.count && text[start + length] == 0x3B
    if isClosed, let entry = entry(text, start, length) { return (length + 1, entry.first, entry.second) }
    // The longest beginning that needs no semicolon.
    while length >= 2 {
      if let entry = entry(text, start, length), !entry.needsSemicolon {
        if inAttribute, start + length < text.count {
          let next = text[start + length]
          if next == 0x3D || isAlphanumeric(next) { return nil }
        }
        return (length, entry.first, entry.second)
      }
      length -= 1
    }
    return nil
  }

  /// What a name stands for that a semicolon ends: one scalar or two (`second` is then not 0); `nil` where HTML knows no
  /// such name. Names are case-sensitive.
  public static func named(_ name: UnsafeBufferPointer<UInt8>) -> (first: UInt32, second: UInt32)? {
    guard !name.isEmpty, name.count <= longestName else { return nil }
    return entry(name, 0, name.count).map { ($0.first, $0.second) }
  }

  private static func entry(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ length: Int) -> Entry? {
    let data = htmlEntityData.utf8Start
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      let entry = entries[middle]
      var order = 0
      var index = 0
      while index < length, index < Int(entry.count), order == 0 {
        order = Int(text[start + index]) - Int(data[Int(entry.start) + index])
        index += 1
      }
      if order == 0 { order = length - Int(entry.count) }
      if order == 0 { return entry }
      if order < 0 { high = middle } else { low = middle + 1 }
    }
    return nil
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || (byte >= 0x30 && byte <= 0x39)
  }

  /// What a number stands for: those of windows-1252 are mended, and what is no character is U+FFFD (13.2.5.80).
  public static func scalar(numbered value: UInt32) -> UInt32 {
    if value >= 0x80, value <= 0x9F { return windows1252[Int(value - 0x80)] }
    if value == 0 || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF) { return 0xFFFD }
    return value
  }

  private static let windows1252: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
    0x017E, 0x0178,
  ]
}
