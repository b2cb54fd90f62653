import Listings
import MarkupDocument

/// `{"html_hex", "url"}` → `{"next": URL or null}`: what the standard signals of an HTML page name.
@Sendable func answerNext(_ line: JSONValue) -> [String: JSONValue] {
  guard let page = page(line) else { return [:] }
  return ["next": page.standard.map { .string($0) } ?? .null]
}

/// The same where a guess stands in when there is no signal; to measure the guess, not to follow it.
@Sendable func answerNextGuess(_ line: JSONValue) -> [String: JSONValue] {
  guard let page = page(line) else { return [:] }
  return ["next": (page.standard ?? page.guesses.first?.url).map { .string($0) } ?? .null]
}

private func page(_ line: JSONValue) -> NextPage? {
  guard let digits = line["html_hex"]?.string, let url = line["url"]?.string else { return nil }
  var body: [UInt8] = []
  body.reserveCapacity(digits.utf8.count / 2)
  var high: UInt8?
  for digit in digits.utf8 {
    guard let value = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
    if let first = high {
      body.append(first << 4 | UInt8(value))
      high = nil
    } else {
      high = UInt8(value)
    }
  }
  return NextPage(html: body, url: url)
}
