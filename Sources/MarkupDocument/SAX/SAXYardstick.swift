internal import CLibXML2

/// What libxml2 alone needs for a document: its SAX2 pull parser with callbacks that do nothing, for benchmarks.
public enum SAXYardstick {
  /// Reads the document as it stands.
  ///
  /// - Returns: the number of elements, so that nothing is left out.
  public static func parse(_ bytes: [UInt8]) -> Int {
    var elements = 0
    withUnsafeMutablePointer(to: &elements) { counter in
      guard let parser = xmlNewParserCtxt() else { return }
      defer { xmlFreeParserCtxt(parser) }
      guard let callbacks = parser.pointee.sax else { return }
      callbacks.pointee = xmlSAXHandler()
      callbacks.pointee.initialized = UInt32(XML_SAX2_MAGIC)
      callbacks.pointee.startElementNs = { context, _, _, _, _, _, _, _, _ in
        context?.assumingMemoryBound(to: Int.self).pointee += 1
      }
      callbacks.pointee.endElementNs = { _, _, _, _ in }
      callbacks.pointee.characters = { _, _, _ in }
      callbacks.pointee.cdataBlock = { _, _, _ in }
      callbacks.pointee.serror = silence
      parser.pointee.userData = UnsafeMutableRawPointer(counter)
      bytes.withUnsafeBytes { raw in
        let document = xmlCtxtReadMemory(
          parser, raw.bindMemory(to: CChar.self).baseAddress, Int32(clamping: raw.count), nil, nil,
          Int32(XML_PARSE_NONET.rawValue))
        xmlFreeDoc(document)
      }
    }
    return elements
  }
}

/// libxml2 prints what nobody takes.
private let silence: xmlStructuredErrorFunc = { _, _ in }
