import MarkupDocument

/// Makes HTML of the outside world fit for a page of ours: what is on a list stays, all else goes.
///
/// The markup is read into a tree as a browser would read it, and the tree is written anew, element by element: only names
/// and attributes of the list are ever written, all text is escaped, every element is closed. So nothing depends on how
/// another reader takes broken markup: there is none in the result. Raw text, foreign content and comments, in which markup
/// means something else, are never written (that is what mutations of markup live on).
public struct HTMLSanitizer: Sendable {
  /// The address against which relative addresses are resolved; `nil`: those go.
  public var base: String?
  /// The longest result in bytes; what follows is left out, and open elements are closed.
  public var limit: Int
  /// Elements inside elements, at most; deeper ones leave their inside where they stood.
  public var depth: Int

  /// A sanitizer.
  public init(base: String? = nil, limit: Int = 1 << 20, depth: Int = 64) {
    self.base = base
    self.limit = limit
    self.depth = depth
  }

  /// The markup with nothing in it but what is safe to show; empty where nothing is left or it cannot be read.
  public func sanitized(_ html: String) -> String {
    guard let tree = try? MarkupTree.html(Array(html.utf8)), let root = tree.root else { return "" }
    var writer = Writer(sanitizer: self)
    root.walk { writer.take($0) }
    return writer.finished()
  }

  /// The page as it grows.
  private struct Writer {
    let sanitizer: HTMLSanitizer
    private var bytes: [UInt8] = []
    /// What was written for each element that is open in the tree; `nil`: nothing.
    private var open: [String?] = []
    private var written = 0
    private var isFull = false

    init(sanitizer: HTMLSanitizer) { self.sanitizer = sanitizer }

    mutating func take(_ step: MarkupStep) -> Bool {
      guard !isFull else { return false }
      switch step {
      case .text(let text): append(text)
      case .start(let node): return start(node)
      case .end:
        guard let name = open.popLast(), let name else { return true }
        close(name)
      }
      return true
    }

    private mutating func append(_ text: String) {
      HTMLEscaping.append(text, to: &bytes)
      guard bytes.count > sanitizer.limit else { return }
      // Cut between characters and not inside of a reference: go back to the last safe place.
      var end = sanitizer.limit
      while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
      let tail = bytes[max(0, end - 8)..<end]
      if let mark = tail.lastIndex(of: UInt8(ascii: "&")), !bytes[mark..<end].contains(UInt8(ascii: ";")) { end = mark }
      bytes.removeSubrange(end...)
      bytes += "…".utf8
      isFull = true
    }

    /// Answers whether the inside is wanted.
    private mutating func start(_ node: MarkupNode) -> Bool {
      let name = node.name
      switch AllowList.treatment(of: name) {
      case .drop: return false
      case .unwrap: open.append(nil)
      case .keep(let shown):
        let isVoid = AllowList.void.contains(shown)
        guard written < sanitizer.depth || isVoid, let attributes = attributes(of: node, shown) else {
          if isVoid { return false }
          open.append(nil)
          return true
        }
        guard bytes.count + attributes.count + shown.utf8.count + 2 <= sanitizer.limit else {
          isFull = true
          return false
        }
        bytes += "<\(shown)".utf8
        bytes += attributes
        bytes.append(UInt8(ascii: ">"))
        if isVoid { return false }
        open.append(shown)
        written += 1
        // A line end right behind this tag would be taken away by the next reader.
        if shown == "pre" { bytes.append(0x0A) }
      }
      return true
    }

    /// The attributes as text; `nil` where one that the element needs is missing.
    private func attributes(of node: MarkupNode, _ shown: String) -> [UInt8]? {
      var result: [UInt8] = []
      let needed = AllowList.needed[shown]
      for (name, rule) in (AllowList.attributes[shown] ?? []) + AllowList.everywhere {
        guard let text = node.attribute(name), let value = value(text, rule) else {
          if name == needed { return nil }
          continue
        }
        result += " \(name)=\"".utf8
        HTMLEscaping.append(value, to: &result)
        result.append(UInt8(ascii: "\""))
      }
      if let added = AllowList.added[shown] { result += added.utf8 }
      return result
    }

    private func value(_ text: String, _ rule: AllowList.Value) -> String? {
      switch rule {
      case .text: return text.utf8.count <= 4_096 ? text : nil
      case .number(let most):
        guard text.utf8.count <= 9, let number = Int(text), (0...most).contains(number) else { return nil }
        return String(number)
      case .word(let words): return words.contains(text) ? text : nil
      case .language:
        let isTag = text.utf8.allSatisfy { byte in
          (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x2D
        }
        return isTag && (1...35).contains(text.utf8.count) ? text : nil
      case .dateTime:
        let isDate = text.utf8.allSatisfy { byte in
          (0x30...0x3A).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
            || [0x20, 0x2B, 0x2D, 0x2E].contains(byte)
        }
        return isDate && (1...40).contains(text.utf8.count) ? text : nil
      case .link: return SafeAddress.link(text, base: sanitizer.base)
      case .picture: return SafeAddress.picture(text, base: sanitizer.base)
      }
    }

    private mutating func close(_ name: String) {
      bytes += "</\(name)>".utf8
      written -= 1
    }

    mutating func finished() -> String {
      while let name = open.popLast() { if let name { close(name) } }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
