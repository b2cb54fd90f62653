internal import CLibXML2
import Charsets

extension MarkupTree {
  /// Reads HTML that is UTF-8 already, as a browser would (without scripting).
  ///
  /// Any bytes make a tree: even nothing at all has `html`, `head` and `body`.
  /// - Throws: `MarkupError.tooLarge` beyond 2 GiB, `MarkupError.noElement` where there is no memory.
  public static func html(_ bytes: [UInt8]) throws(MarkupError) -> MarkupTree {
    guard bytes.count < Int32.max / 2 else { throw .tooLarge }
    guard let document = htmlNewDocNoDtD(nil, nil) else { throw .noElement }
    // The document owns the dictionary and frees it.
    document.pointee.dict = xmlDictCreate()
    guard let names = document.pointee.dict, let name = xmlDictLookup(names, "html", 4) else {
      xmlFreeDoc(document)
      throw .noElement
    }
    let input = normalized(bytes) ?? bytes
    let memory = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16) { decoded in
      input.withUnsafeBufferPointer { buffer in
        var builder = HTMLTreeBuilder(
          document: document, names: names, name: name, tokenizer: HTMLTokenizer(buffer, decoded: decoded))
        builder.build()
        return builder.arena.memory
      }
    }
    let tree = MarkupTree(owning: document, syntax: .html, nodes: memory)
    guard !tree.elements.isEmpty else { throw .noElement }
    return tree
  }

  /// The text without carriage returns (HTML standard 13.2.3.5) and without a byte order mark, and with U+FFFD for
  /// what is no UTF-8; `nil` where it is fine as it stands.
  private static func normalized(_ bytes: [UInt8]) -> [UInt8]? {
    var text = bytes
    var changed = false
    if text.starts(with: [0xEF, 0xBB, 0xBF]) {
      text.removeFirst(3)
      changed = true
    }
    // Text that Charsets decoded is well formed, and looking costs little.
    if !text.withUnsafeBufferPointer({ isValidUTF8($0) }) {
      text = Array(String(decoding: text, as: UTF8.self).utf8)
      changed = true
    }
    if text.withUnsafeBufferPointer({ $0.index(of: 0x0D, from: 0) }) != nil {
      var clean: [UInt8] = []
      clean.reserveCapacity(text.count)
      var index = 0
      while index < text.count {
        if text[index] == 0x0D {
          clean.append(0x0A)
          if index + 1 < text.count, text[index + 1] == 0x0A { index += 1 }
        } else {
          clean.append(text[index])
        }
        index += 1
      }
      return clean
    }
    return changed ? text : nil
  }
}
