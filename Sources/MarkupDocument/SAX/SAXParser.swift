internal import CLibXML2

/// Reads XML with libxml2's SAX2 interface, whatever state the document is in.
public enum SAXParser {
  /// Reads a document.
  ///
  /// Nothing outside of the document is ever opened: document types never reach the parser.
  /// - Parameters:
  ///   - bytes: the document in UTF-8, whatever its declaration says; bytes that are no UTF-8 become U+FFFD.
  ///   - start: where it begins.
  ///   - handler: what is told of its elements.
  /// - Returns: what had to be mended.
  /// - Throws: `SAXError`, before the handler was called where there is no element or a limit is passed.
  public static func parse(
    _ bytes: [UInt8], from start: Int = 0, limits: SAXLimits = SAXLimits(), handler: any SAXHandler
  ) throws(SAXError) -> SAXRepairs {
    var repairs: SAXRepairs = []
    let clean = XMLCharacters.cleaned(bytes, repairs: &repairs)
    // A typed throw does not pass through `withUnsafeBufferPointer`.
    let outcome = clean.withUnsafeBufferPointer { input -> Result<SAXRepairs, SAXError> in
      do throws(SAXError) {
        return .success(try parse(input, from: start, limits: limits, handler: handler))
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get().union(repairs)
  }

  private static func parse(
    _ input: UnsafeBufferPointer<UInt8>, from start: Int, limits: SAXLimits, handler: any SAXHandler
  ) throws(SAXError) -> SAXRepairs {
    var preparation = XMLPreparation(input, limits: limits)
    try preparation.run(from: start)
    var context = SAXContext(
      handler: handler, input: input, limits: limits, lifts: preparation.lifts, references: preparation.references)
    guard !preparation.references.isExhausted else { throw .entityExpansion(limit: limits.expansion) }
    let isParsed = withUnsafeMutablePointer(to: &context) { run(preparation.markup.bytes, context: $0) }
    guard isParsed else { throw .outOfMemory }
    guard !context.references.isExhausted else { throw .entityExpansion(limit: limits.expansion) }
    if context.references.isMended { context.repairs.insert(.references) }
    return context.repairs.union(preparation.repairs)
  }

  private static func run(
    _ markup: UnsafeBufferPointer<UInt8>, context: UnsafeMutablePointer<SAXContext>
  ) -> Bool {
    guard let parser = xmlNewParserCtxt() else { return false }
    defer { xmlFreeParserCtxt(parser) }
    guard let callbacks = parser.pointee.sax else { return false }
    // All callbacks that build a tree, load something or print are taken away; five are ours.
    callbacks.pointee = xmlSAXHandler()
    callbacks.pointee.initialized = UInt32(XML_SAX2_MAGIC)
    callbacks.pointee.startElementNs = startElement
    callbacks.pointee.endElementNs = endElement
    callbacks.pointee.characters = characters
    callbacks.pointee.ignorableWhitespace = characters
    callbacks.pointee.processingInstruction = instruction
    callbacks.pointee.serror = silence
    context.pointee.parser = parser
    parser.pointee.userData = UnsafeMutableRawPointer(context)
    // With XML_PARSE_NOENT an attribute's `&amp;` is `&` and not `&#38;`; there are no entities of a document's own.
    let options =
      XML_PARSE_NOENT.rawValue | XML_PARSE_RECOVER.rawValue | XML_PARSE_NONET.rawValue
      | XML_PARSE_IGNORE_ENC.rawValue
    markup.withMemoryRebound(to: CChar.self) { text in
      // Without a document type and without callbacks for one, no tree is built.
      let document = xmlCtxtReadMemory(
        parser, text.baseAddress, Int32(clamping: text.count), nil, nil, Int32(options))
      xmlFreeDoc(document)
    }
    context.pointee.parser = nil
    return true
  }
}
