/// Brings the signs of other scripts into the ones that the wider reader knows.
enum DateTextNormalizer {
  struct Normalized {
    var bytes: [UInt8]
    /// Whether the text has East Asian signs for its parts, which stand in the order year, month, day.
    var isYearFirst = false
  }

  static func normalized(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Normalized {
    if bytes.allSatisfy({ $0 < 0x80 && $0 >= 0x20 }) { return Normalized(bytes: Array(bytes)) }
    var result = Normalized(bytes: [])
    let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      if index + 1 < scalars.count, let meridiem = meridiem(scalar, scalars[index + 1]) {
        result.bytes.append(contentsOf: meridiem.utf8)
        index += 2
        continue
      }
      index += 1
      if scalar.value < 0x80 {
        result.bytes.append(scalar.value < 0x20 ? 0x20 : UInt8(scalar.value))
      } else if scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue {
        result.bytes.append(0x30 + UInt8(value))
      } else if let sign = sign(scalar) {
        if scalar == "年" || scalar == "년" { result.isYearFirst = true }
        result.bytes.append(sign)
      } else {
        result.bytes.append(contentsOf: String(Character(scalar)).utf8)
      }
    }
    return result
  }

  private static func sign(_ scalar: Unicode.Scalar) -> UInt8? {
    switch scalar {
    case "年", "년", "月", "월", "\u{2010}"..."\u{2015}", "\u{2212}": UInt8(ascii: "-")
    case "日", "일", "\u{2019}", "\u{200E}", "\u{200F}", "\u{FEFF}": UInt8(ascii: " ")
    case "時", "时", "시": UInt8(ascii: "h")
    case "分", "분": UInt8(ascii: "m")
    case "秒", "초": UInt8(ascii: "s")
    case "：": UInt8(ascii: ":")
    case "／": UInt8(ascii: "/")
    case "，", "、": UInt8(ascii: ",")
    default: scalar.properties.isWhitespace ? UInt8(ascii: " ") : nil
    }
  }

  private static func meridiem(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> String? {
    switch (first, second) {
    case ("午", "前"), ("上", "午"), ("오", "전"): " am "
    case ("午", "後"), ("下", "午"), ("오", "후"): " pm "
    default: nil
    }
  }
}
