internal import CLibXML2

// The functions that libxml2 calls; `context` is the `SAXContext` of the document.

private func withContext(_ context: UnsafeMutableRawPointer?, _ body: (inout SAXContext) -> Void) {
  guard let context else { return }
  body(&context.assumingMemoryBound(to: SAXContext.self).pointee)
}

let startElement: startElementNsSAX2Func = { context, name, prefix, uri, _, _, count, _, attributes in
  guard let name else { return }
  withContext(context) {
    $0.start(
      name: name, prefix: prefix, namespace: uri, attributes: SAXAttributes(attributes, count: Int(count)))
  }
}

let endElement: endElementNsSAX2Func = { context, name, _, _ in
  guard let name else { return }
  withContext(context) { $0.end(name: name) }
}

let characters: charactersSAXFunc = { context, bytes, count in
  guard let bytes, count > 0 else { return }
  withContext(context) { $0.characters(UnsafeBufferPointer(start: bytes, count: Int(count))) }
}

let instruction: processingInstructionSAXFunc = { context, target, _ in
  guard let target else { return }
  // Only the preparation writes instructions: `t` for lifted text, `b` where the document broke off.
  withContext(context) {
    if target[0] == UInt8(ascii: "b") {
      $0.handler.documentBrokeOff()
    } else if let input = $0.parser?.pointee.input {
      let offset = Int(bitPattern: input.pointee.cur) - Int(bitPattern: input.pointee.base)
      $0.mark(at: offset + Int(input.pointee.consumed))
    }
  }
}

/// libxml2 prints what nobody takes.
let silence: xmlStructuredErrorFunc = { _, _ in }
