internal import CLibXML2

extension MarkupTree {
  /// Reads HTML that is UTF-8 already.
  ///
  /// - Throws: `MarkupError` where there is no element at all.
  public static func html(_ bytes: [UInt8]) throws(MarkupError) -> MarkupTree {
    guard bytes.count <= Int32.max else { throw .tooLarge }
    let document = bytes.withUnsafeBytes { buffer in
      htmlReadMemory(
        buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), nil, "UTF-8",
        Int32(
          HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
            | HTML_PARSE_NONET.rawValue | HTML_PARSE_COMPACT.rawValue))
    }
    guard let document else { throw .noElement }
    let tree = MarkupTree(owning: document, syntax: .html)
    guard !tree.elements.isEmpty else { throw .noElement }
    return tree
  }
}
