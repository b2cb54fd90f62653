/// The element names of a document and the namespaces in force: each name is looked at once, later only its bytes are
/// compared.
struct XMLNames: ~Copyable {
  /// A name that was met.
  struct Slot {
    var hash: UInt64 = 0
    /// Where it stands in the input, with its prefix.
    var start = 0
    /// Its length in bytes; 0: the slot is free.
    var length = 0
    /// The length of its prefix with the colon; 0 where there is none.
    var prefixLength = 0
    /// The number of its prefix.
    var prefix = 0
    /// The number of the name among all of the document.
    var number = 0
    /// The namespace that the code belongs to.
    var space: Int32 = -1
    var code: UInt16 = 0
    /// The slot of the name that followed this one the last time.
    var next: UInt16 = 0
  }

  private struct Key: Hashable {
    var number: Int
    var space: Int32
  }

  /// A direct-mapped table in front of the dictionaries; feeds use a few dozen names.
  private let slots: UnsafeMutablePointer<Slot>
  private static let slotCount = 256
  /// The slot of the last start tag's name.
  private var last = 0

  private var numbers: [String: (number: Int, prefix: Int)] = [:]
  private var codes: [Key: UInt16] = [:]
  /// Prefixes by their numbers: the default namespace has none.
  private var prefixes: [String: Int] = ["": 0, "xml": 1]
  /// The namespaces' URIs by their numbers; 0 is none.
  private var uris = ["", XMLNames.xml]
  private var spaces: [String: Int32] = ["": 0, XMLNames.xml: 1]
  /// The namespace of each prefix.
  private var bindings: [Int32] = [0, 1]
  /// What bindings were before elements changed them.
  private var changes: [(depth: Int, prefix: Int, space: Int32)] = []
  /// The depth of the last of them; 0 where there is none.
  private var deepestChange = 0

  private static let xml = "http://www.w3.org/XML/1998/namespace"
  private static let reserved = "http://www.w3.org/2000/xmlns/"

  init() {
    slots = .allocate(capacity: Self.slotCount)
    slots.initialize(repeating: Slot(), count: Self.slotCount)
  }

  deinit { slots.deallocate() }

  /// The name that begins at a place, if it is the one that followed the last name before: items are written alike.
  @inline(__always) mutating func expectedSlot(
    _ input: UnsafeBufferPointer<UInt8>, at start: Int
  ) -> UnsafePointer<Slot>? {
    let next = Int(slots[last].next)
    let slot = slots + next
    let length = slot.pointee.length
    guard length > 0, start &+ length < input.count, !input[start &+ length].isXMLNameByte,
      input.hasSame(start, slot.pointee.start, count: length)
    else { return nil }
    last = next
    return UnsafePointer(slot)
  }

  /// The name in the input.
  @inline(__always) mutating func slot(_ input: UnsafeBufferPointer<UInt8>, _ name: Range<Int>) -> UnsafePointer<Slot> {
    let hash = input.fingerprint(of: name)
    let index = Int(truncatingIfNeeded: hash & UInt64(Self.slotCount - 1))
    // There are 256 slots, so that their indices fit into 16 bits.
    slots[last].next = UInt16(truncatingIfNeeded: index)
    last = index
    let slot = slots + index
    if slot.pointee.hash == hash, slot.pointee.length == name.count,
      input.hasSame(name.lowerBound, slot.pointee.start, count: name.count)
    {
      return UnsafePointer(slot)
    }
    fill(slot, input, name, hash)
    return UnsafePointer(slot)
  }

  @inline(never) private mutating func fill(
    _ slot: UnsafeMutablePointer<Slot>, _ input: UnsafeBufferPointer<UInt8>, _ name: Range<Int>, _ hash: UInt64
  ) {
    let prefixLength = XMLNames.prefixLength(input, name)
    let text = String(decoding: input[name], as: UTF8.self)
    let known: (number: Int, prefix: Int)
    if let found = numbers[text] {
      known = found
    } else {
      known = (numbers.count, prefixNumber(input, name.lowerBound..<(name.lowerBound + max(prefixLength - 1, 0))))
      numbers[text] = known
    }
    slot.pointee = Slot(
      hash: hash, start: name.lowerBound, length: name.count, prefixLength: prefixLength, prefix: known.prefix,
      number: known.number, next: slot.pointee.next)
  }

  /// The length of a name's prefix with its colon (Namespaces in XML 1.0 section 4); 0 where the name has none, or is
  /// no qualified name.
  static func prefixLength(_ input: UnsafeBufferPointer<UInt8>, _ name: Range<Int>) -> Int {
    guard let colon = input[name].firstIndex(of: UInt8(ascii: ":")), colon > name.lowerBound,
      colon + 1 < name.upperBound, input[colon + 1].isXMLNameStart, input[colon + 1] != UInt8(ascii: ":")
    else { return 0 }
    return colon + 1 - name.lowerBound
  }

  private mutating func prefixNumber(_ input: UnsafeBufferPointer<UInt8>, _ prefix: Range<Int>) -> Int {
    let text = String(decoding: input[prefix], as: UTF8.self)
    if let known = prefixes[text] { return known }
    let number = bindings.count
    prefixes[text] = number
    bindings.append(0)
    return number
  }

  /// The handler's code of a name, in the namespace that its prefix has here.
  @inline(__always) mutating func code(
    _ slot: UnsafePointer<Slot>, _ input: UnsafeBufferPointer<UInt8>, _ handler: any SAXHandler
  ) -> UInt16 {
    let space = bindings[slot.pointee.prefix]
    if slot.pointee.space == space { return slot.pointee.code }
    return code(UnsafeMutablePointer(mutating: slot), input, handler, space)
  }

  @inline(never) private mutating func code(
    _ slot: UnsafeMutablePointer<Slot>, _ input: UnsafeBufferPointer<UInt8>, _ handler: any SAXHandler, _ space: Int32
  ) -> UInt16 {
    let key = Key(number: slot.pointee.number, space: space)
    let code: UInt16
    if let known = codes[key] {
      code = known
    } else {
      let start = slot.pointee.start
      let local = start + slot.pointee.prefixLength
      let prefix = slot.pointee.prefixLength > 0 ? input[start..<(local - 1)] : nil
      code = handler.code(
        forElement: String(decoding: input[local..<(start + slot.pointee.length)], as: UTF8.self),
        namespace: space == 0 ? nil : uris[Int(space)], prefix: prefix.map { String(decoding: $0, as: UTF8.self) })
      codes[key] = code
    }
    slot.pointee.space = space
    slot.pointee.code = code
    return code
  }

  /// Takes a declaration of the element at this depth: `xmlns` with an empty prefix, or `xmlns:prefix`.
  mutating func declare(
    _ input: UnsafeBufferPointer<UInt8>, prefix: Range<Int>, uri: UnsafeBufferPointer<UInt8>, depth: Int
  ) {
    let text = String(decoding: uri, as: UTF8.self)
    let number = prefixNumber(input, prefix)
    // What section 3 of Namespaces in XML forbids is as if it were not there.
    guard number != 1, text != Self.xml, text != Self.reserved, number == 0 || !text.isEmpty else { return }
    // Of two declarations of one prefix in one tag the first counts.
    for change in changes.reversed() {
      guard change.depth == depth else { break }
      if change.prefix == number { return }
    }
    let space: Int32
    if let known = spaces[text] {
      space = known
    } else {
      space = Int32(clamping: uris.count)
      uris.append(text)
      spaces[text] = space
    }
    changes.append((depth, number, bindings[number]))
    deepestChange = depth
    bindings[number] = space
  }

  /// Ends the declarations of elements deeper than this.
  @inline(__always) mutating func leave(depth: Int) {
    if depth < deepestChange { endDeclarations(below: depth) }
  }

  @inline(never) private mutating func endDeclarations(below depth: Int) {
    while let last = changes.last, last.depth > depth {
      bindings[last.prefix] = last.space
      changes.removeLast()
    }
    deepestChange = changes.last?.depth ?? 0
  }
}
