internal import CLibXML2

/// What libxml2 alone needs for a page: its HTML parser and tree, for benchmarks.
public enum HTMLYardstick {
  /// Reads the page as it stands.
  ///
  /// - Returns: whether there was a tree, so that nothing is left out.
  public static func parse(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { raw in
      let options = HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
      guard
        let document = htmlReadMemory(
          raw.bindMemory(to: CChar.self).baseAddress, Int32(clamping: raw.count), nil, "UTF-8",
          Int32(options | HTML_PARSE_NONET.rawValue))
      else { return false }
      xmlFreeDoc(document)
      return true
    }
  }
}
