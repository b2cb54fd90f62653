import MarkupDocument

/// Writes down what it is told, one event a word.
final class RecordingHandler: SAXHandler {
  var events: [String] = []
  private var names: [String] = ["?"]

  /// How the inside of an element of this name is read; the others' children are reported.
  private let contents: [String: SAXContent]
  /// Elements that end an open text.
  private let interrupting: Set<String>

  init(contents: [String: SAXContent] = [:], interrupting: Set<String> = []) {
    self.contents = contents
    self.interrupting = interrupting
  }

  func code(forElement name: String, namespace: String?, prefix: String?) -> UInt16 {
    names.append(namespace.map { "{\($0)}" + name } ?? prefix.map { $0 + ":" + name } ?? name)
    return UInt16(names.count - 1)
  }

  func interruptsText(_ code: UInt16) -> Bool { interrupting.contains(names[Int(code)]) }

  func startElement(_ code: UInt16, attributes: borrowing SAXAttributes) -> SAXContent {
    let name = names[Int(code)]
    var event = "<" + name
    if let value = attributes["a"] { event += " a=" + value }
    if let value = attributes["xml", "base"] { event += " base=" + value }
    if let value = attributes.value(ignoringCase: "camelCase") { event += " camel=" + value }
    events.append(event)
    return contents[name] ?? .children
  }

  func endElement(_ code: UInt16, text: borrowing SAXText) {
    let cut = text.isCut ? " cut" : ""
    events.append("\(names[Int(code)])>" + (text.string ?? "") + cut + (text.holdsElements ? " +" : ""))
  }

  func documentBrokeOff() { events.append("broke off") }
}

/// The events of a document, and what had to be mended.
func events(
  _ text: String, _ contents: [String: SAXContent] = [:], interrupting: Set<String> = [],
  limits: SAXLimits = SAXLimits()
) throws(SAXError) -> (events: [String], repairs: SAXRepairs) {
  let handler = RecordingHandler(contents: contents, interrupting: interrupting)
  let repairs = try SAXParser.parse(Array(text.utf8), limits: limits, handler: handler)
  return (handler.events, repairs)
}
