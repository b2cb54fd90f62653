import MarkupDocument

/// Hands what the parser tells to a `FeedReader`.
final class FeedHandler: SAXHandler {
  // The parser calls one function after the other, never from inside of another; checking that cost a thirtieth.
  @exclusivity(unchecked) var reader: FeedReader

  init(_ reader: FeedReader) { self.reader = reader }

  func code(forElement name: String, namespace: String?, prefix: String?) -> UInt16 {
    let namespace = FeedNamespace(uri: namespace, prefix: prefix)
    return FeedElementCode(element: FeedElement(name, in: namespace), namespace: namespace).rawValue
  }

  func interruptsText(_ code: UInt16) -> Bool { FeedElementCode(code).element == .item }

  func startElement(_ code: UInt16, attributes: borrowing SAXAttributes) -> SAXContent {
    reader.startElement(FeedElementCode(code), attributes: attributes)
  }

  func endElement(_ code: UInt16, text: borrowing SAXText) {
    reader.endElement(FeedElementCode(code), text: text)
  }

  func documentBrokeOff() { reader.isBrokenOff = true }
}
