internal import CIconv

/// One iconv descriptor; used by one call at a time and closed with the object.
final class Converter {
  private let handle: OpaquePointer
  private let isMultiByte: Bool

  /// Nil where the C library has no table for the charset (its modules can be missing on a bare system).
  init?(_ charset: Charset) {
    guard let handle = weft_iconv_open(Self.iconvName(charset.name)) else { return nil }
    self.handle = handle
    isMultiByte = ["gbk", "gb18030", "big5", "euc-jp", "shift_jis", "euc-kr"].contains(charset.name)
  }

  deinit { weft_iconv_close(handle) }

  /// The C library's table that is nearest to the Encoding Standard's index of that name.
  private static func iconvName(_ name: String) -> String {
    switch name {
    case "gbk": "GB18030"
    case "big5": "BIG5-HKSCS"
    case "euc-jp": "EUC-JP-MS"
    case "shift_jis": "CP932"
    case "euc-kr": "CP949"
    case "iso-8859-8-i": "ISO-8859-8"
    case "windows-874": "CP874"
    case "x-mac-cyrillic": "MAC-CYRILLIC"
    default: name.hasPrefix("windows-") ? "CP" + name.dropFirst(8) : name.uppercased()
    }
  }

  func convert(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBufferPointer { input in
      guard let base = input.baseAddress else { return [] }
      var output: [UInt8] = []
      output.reserveCapacity(input.count + input.count / 2 + 16)
      var index = 0
      while index < input.count {
        var taken = 0
        var status = WEFT_ICONV_DONE
        let chunk = [UInt8](unsafeUninitializedCapacity: 65_536) { room, written in
          status = weft_iconv_convert(
            handle, base + index, input.count - index, &taken, room.baseAddress, room.count, &written)
        }
        output.append(contentsOf: chunk)
        index += taken
        switch status {
        case WEFT_ICONV_DONE: index = input.count
        case WEFT_ICONV_FULL: continue
        case WEFT_ICONV_INCOMPLETE:
          output.appendUTF8(0xFFFD)
          index = input.count
        default:
          output.appendUTF8(0xFFFD)
          index += isPair(input, index) ? 2 : 1
        }
      }
      var taken = 0
      output += [UInt8](unsafeUninitializedCapacity: 64) { room, written in
        // Vietnamese and Hebrew letters wait for a combining mark until the text ends.
        _ = weft_iconv_convert(handle, nil, 0, &taken, room.baseAddress, room.count, &written)
      }
      return output
    }
  }

  /// Whether the fault is a lead byte with a trail byte beyond ASCII, which go together; an ASCII byte never gets lost.
  private func isPair(_ input: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    isMultiByte && index + 1 < input.count && input[index] > 0x80 && input[index] < 0xFF && input[index + 1] >= 0x80
  }
}
