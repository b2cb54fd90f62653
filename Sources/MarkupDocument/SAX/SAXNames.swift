internal import CLibXML2

/// The codes of a document's element names: each name is looked at once, later only its interned pointers.
struct SAXNames {
  /// An element's name as libxml2's dictionary holds it; a prefix counts only where no namespace is declared.
  private struct Key: Hashable {
    var name: UInt
    var space: UInt
  }

  private struct Slot {
    var key = Key(name: 0, space: 0)
    var code: UInt16 = 0
  }

  /// A direct-mapped cache in front of the dictionary; feeds use a few dozen names.
  private var slots = [Slot](repeating: Slot(), count: 256)
  private var codes: [Key: UInt16] = [:]

  mutating func code(
    name: UnsafePointer<xmlChar>, prefix: UnsafePointer<xmlChar>?, namespace: UnsafePointer<xmlChar>?,
    handler: any SAXHandler
  ) -> UInt16 {
    let key = Key(name: UInt(bitPattern: name), space: UInt(bitPattern: namespace ?? prefix))
    let index = Int(truncatingIfNeeded: ((key.name ^ (key.space << 3)) &* 0x9E37_79B9_7F4A_7C15) >> 56)
    if slots[index].key == key { return slots[index].code }
    let code: UInt16
    if let known = codes[key] {
      code = known
    } else {
      code = handler.code(
        forElement: String(cString: name), namespace: namespace.map { String(cString: $0) },
        prefix: prefix.map { String(cString: $0) })
      codes[key] = code
    }
    slots[index] = Slot(key: key, code: code)
    return code
  }
}
