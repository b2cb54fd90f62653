import CharacterReferences
internal import CLibXML2

extension MarkupTree {
  /// Elements inside elements, at most (libxml2's own limit).
  static let maximumXMLDepth = 256

  /// Reads XML; markup that is not well formed is mended as far as libxml2 can.
  ///
  /// No external entity is read and no network is asked; entities of HTML (`&nbsp;`) are known.
  /// - Parameter isUTF8: the bytes were decoded already, so that an encoding declaration in them no longer holds.
  /// - Throws: `MarkupError` where there is no element, or elements are nested too deep.
  public static func xml(_ bytes: [UInt8], isUTF8: Bool = true) throws(MarkupError) -> MarkupTree {
    guard bytes.count <= Int32.max else { throw .tooLarge }
    // Some servers put a blank line before the declaration, which XML forbids.
    let lead = bytes.prefix { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }.count
    let outcome = bytes.withUnsafeBytes { buffer -> (document: xmlDocPtr?, isTooDeep: Bool) in
      let text = UnsafeRawBufferPointer(rebasing: buffer[lead...])
      guard let base = text.baseAddress,
        let context = xmlCreateMemoryParserCtxt(base.assumingMemoryBound(to: CChar.self), Int32(text.count))
      else { return (nil, false) }
      defer { xmlFreeParserCtxt(context) }
      return read(context, isUTF8: isUTF8)
    }
    if outcome.isTooDeep {
      if let document = outcome.document { xmlFreeDoc(document) }
      throw .tooDeep(limit: maximumXMLDepth)
    }
    guard let document = outcome.document else { throw .noElement }
    let tree = MarkupTree(owning: document, syntax: .xml)
    guard !tree.elements.isEmpty else { throw .noElement }
    return tree
  }

  private static func read(
    _ context: xmlParserCtxtPtr, isUTF8: Bool
  ) -> (document: xmlDocPtr?, isTooDeep: Bool) {
    let options =
      XML_PARSE_RECOVER.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
      | XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue | XML_PARSE_NOCDATA.rawValue | XML_PARSE_COMPACT.rawValue
      | (isUTF8 ? XML_PARSE_IGNORE_ENC.rawValue : 0)
    xmlCtxtUseOptions(context, Int32(options))
    // An external entity is not even declared: libxml2 asks its own tables when a look-up of ours finds nothing.
    context.pointee.sax.pointee.entityDecl = { opaque, name, type, publicID, systemID, content in
      guard type == Int32(XML_INTERNAL_GENERAL_ENTITY.rawValue) || type == Int32(XML_INTERNAL_PARAMETER_ENTITY.rawValue)
      else { return }
      xmlSAX2EntityDecl(opaque, name, type, publicID, systemID, content)
    }
    context.pointee.sax.pointee.getEntity = { opaque, name in lookUpEntity(opaque, name) }
    xmlParseDocument(context)
    let document = context.pointee.myDoc
    context.pointee.myDoc = nil
    let isTooDeep =
      context.pointee.nodeNr > maximumXMLDepth
      || context.pointee.lastError.code == Int32(XML_ERR_INTERNAL_ERROR.rawValue)
        && context.pointee.lastError.message.map { String(cString: $0).hasPrefix("Excessive depth") } == true
    return (document, isTooDeep)
  }
}

/// The entity of that name: one that the document declares itself, else one of HTML.
private func lookUpEntity(_ opaque: UnsafeMutableRawPointer?, _ name: UnsafePointer<UInt8>?) -> xmlEntityPtr? {
  guard let opaque, let name else { return nil }
  if let entity = xmlSAX2GetEntity(opaque, name) { return entity }
  let context = opaque.assumingMemoryBound(to: xmlParserCtxt.self)
  let bytes = Array(name.terminated) + [0x3B]
  guard let document = context.pointee.myDoc,
    let found = bytes.withUnsafeBufferPointer({ HTMLCharacterReferences.reference(in: $0, at: 0, inAttribute: false) }),
    found.length == bytes.count
  else { return nil }
  var text = ""
  for value in [found.first, found.second] where value != 0 {
    // The text of an entity is read again: these two would be markup.
    if value == 0x26 || value == 0x3C {
      text += "&#\(value);"
    } else if let scalar = Unicode.Scalar(value) {
      text.unicodeScalars.append(scalar)
    }
  }
  if document.pointee.intSubset == nil, xmlCreateIntSubset(document, "html", nil, nil) == nil { return nil }
  return xmlAddDocEntity(document, name, Int32(XML_INTERNAL_GENERAL_ENTITY.rawValue), nil, nil, text)
}
