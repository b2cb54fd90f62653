import TestSupport
import Testing

@testable import MarkupDocument

/// The scanner is ours; of documents that are well formed, libxml2's tree of the same bytes must say the same.
@Suite struct ScannerAgainstTreeTests {
  @Test func randomDocumentsReadAlike() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    for _ in 0..<600 {
      let text = RandomXML.document(using: &random)
      let (scanned, read) = try (Self.scanned(text), Self.read(text))
      #expect(scanned == read, "seed \(seed): \(text)")
    }
  }

  @Test(arguments: [
    "<a a='1\n2\t3'/>", "<a a=\"x&#10;y\"/>", "<a b='&lt;&amp;&quot;'><t>&gt;</t></a>",
    "<p:a xmlns:p='u'><p:b p:a='1'/></p:a>", "<a xmlns='u'><b xmlns=''><c/></b><d/></a>",
    "<a xmlns='u' xmlns:q='v'><q:b xmlns:q='w'><q:c/></q:b><q:b/></a>", "<a xmlns='u'><b c='1'/></a>",
    "<a><t><!-- <b> -->1<?x <c> ?><![CDATA[<d>]]>2</t></a>", "<日本 a='é'><t>ü</t></日本>",
    "<a xml:lang='de' xml:base='/x'><b/></a>", "<a\n b = '1'\n\t><t\n>x</t\n></a>", "<a.b-c_d a='1' b=\"'\" c='\"'/>",
    "<a xmlns:p='u' xmlns:q='u'><p:b/><q:b/></a>", "<t>a<t>b</t><b c='1'>c<d/></b></t>",
  ])
  func writtenDocumentsReadAlike(text: String) throws {
    #expect(try Self.scanned(text) == Self.read(text))
  }

  private static func scanned(_ text: String) throws -> [String] {
    let handler = LeafHandler()
    let repairs = try SAXParser.parse(Array(text.utf8), handler: handler)
    #expect(repairs == [])
    return handler.events
  }

  /// The same events from the tree.
  private static func read(_ text: String) throws -> [String] {
    let root = try #require(try MarkupTree.xml(Array(text.utf8)).root)
    var events: [String] = []
    func start(_ node: MarkupNode) -> Bool {
      var event = "<" + (node.namespace.map { "{\($0)}" } ?? "") + node.name
      for name in ["a", "b", "c", "p:a", "xml:lang"] {
        if let value = node.attribute(name) { event += " \(name)=\(value)" }
      }
      events.append(event)
      if LeafHandler.isLeaf(node.name) { events.append("\(node.name)>" + LeafHandler.trimmed(node.rawText)) }
      return !LeafHandler.isLeaf(node.name)
    }
    guard start(root) else { return events }
    root.walk { step in
      switch step {
      case .start(let node): return start(node)
      case .text: return false
      case .end(let node):
        events.append("\(node.name)>")
        return false
      }
    }
    return events + ["\(root.name)>"]
  }
}

/// Tells every element; those whose names begin with `t` with all their text.
private final class LeafHandler: SAXHandler {
  var events: [String] = []
  private var names: [(space: String?, name: String)] = []

  static func isLeaf(_ name: String) -> Bool { name.hasPrefix("t") }

  static func trimmed(_ text: String) -> String {
    let isSpace = { (scalar: Unicode.Scalar) in [" ", "\n", "\t", "\r"].contains(scalar) }
    let head = text.unicodeScalars.drop(while: isSpace)
    return String(String.UnicodeScalarView(head.reversed().drop(while: isSpace).reversed()))
  }

  func code(forElement name: String, namespace: String?, prefix: String?) -> UInt16 {
    names.append((namespace, name))
    return UInt16(names.count - 1)
  }

  func interruptsText(_ code: UInt16) -> Bool { false }

  func startElement(_ code: UInt16, attributes: borrowing SAXAttributes) -> SAXContent {
    let (space, name) = names[Int(code)]
    var event = "<" + (space.map { "{\($0)}" } ?? "") + name
    if let value = attributes["a"] { event += " a=" + value }
    if let value = attributes["b"] { event += " b=" + value }
    if let value = attributes["c"] { event += " c=" + value }
    if let value = attributes["p", "a"] { event += " p:a=" + value }
    if let value = attributes["xml", "lang"] { event += " xml:lang=" + value }
    events.append(event)
    return Self.isLeaf(name) ? .text : .children
  }

  func endElement(_ code: UInt16, text: borrowing SAXText) {
    let name = names[Int(code)].name
    events.append("\(name)>" + (Self.isLeaf(name) ? text.string ?? "" : ""))
  }

  func documentBrokeOff() { events.append("broke off") }
}
