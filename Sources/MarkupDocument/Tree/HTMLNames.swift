/// Sets of HTML element names that readers and writers need.
enum HTMLNames {
  /// Elements without an end tag (HTML standard 13.1.2).
  static func isVoid(_ name: UnsafePointer<UInt8>) -> Bool {
    switch name[0] {
    case 0x61: name.equals("area")
    case 0x62: name.equals("br") || name.equals("base") || name.equals("bgsound")
    case 0x63: name.equals("col")
    case 0x65: name.equals("embed")
    case 0x66: name.equals("frame")
    case 0x68: name.equals("hr")
    case 0x69: name.equals("img") || name.equals("input")
    case 0x6B: name.equals("keygen")
    case 0x6C: name.equals("link")
    case 0x6D: name.equals("meta")
    case 0x70: name.equals("param")
    case 0x73: name.equals("source")
    case 0x74: name.equals("track")
    case 0x77: name.equals("wbr")
    default: false
    }
  }

  /// Elements whose text is written as it stands (HTML standard 13.3).
  static func isRawText(_ name: UnsafePointer<UInt8>) -> Bool {
    switch name[0] {
    case 0x73: name.equals("script") || name.equals("style")
    case 0x78: name.equals("xmp")
    case 0x69: name.equals("iframe")
    case 0x6E: name.equals("noembed") || name.equals("noframes")
    case 0x70: name.equals("plaintext")
    default: false
    }
  }
}
