import Dates
import WeftModel

/// The text of an exchange, for people and for a replay: the request, an empty line, what came, an empty line, the
/// response's header fields. Bodies are files of their own.
///
///     GET https://example.org/feed?page=2
///     Accept: application/json
///
///     200
///     url: https://example.org/feed?page=2
///     received: 2026-01-31T10:00:00.123Z
///     took: 152 ms
///     body: 0002-example.org.json
///
///     Content-Type: application/json
enum ExchangeText {
  /// Why a text is no exchange.
  struct Problem: Error, Equatable {
    /// The line, from 1.
    var line: Int
    /// What was expected.
    var message: String
  }

  /// Where the bodies of an exchange are.
  struct BodyNames: Equatable {
    var request: String?
    var response: String?
  }

  static func text(_ exchange: Exchange, bodies: BodyNames) -> String {
    var lines = ["\(exchange.method) \(exchange.url)"]
    if !exchange.source.isEmpty { lines.append("weft-source: \(line(exchange.source))") }
    lines += exchange.requestHeaders.fields.map { "\($0.name): \(line($0.value))" }
    if let name = bodies.request { lines.append("body-file: \(name)") }
    lines.append("")
    switch exchange.outcome {
    case .response(let response):
      lines.append("\(response.status)")
      lines.append("url: \(response.url)")
      lines += response.redirects.map { "redirect: \($0)" }
      lines.append("received: \(response.receivedAt.rfc3339)")
      lines.append("took: \(response.duration.inMicroseconds / 1_000) ms")
      lines += response.warnings.map { "warning: \($0.code) \(line($0.text))" }
      if let name = bodies.response { lines.append("body: \(name)") }
      lines.append("")
      lines += response.headers.fields.map { "\($0.name): \(line($0.value))" }
    case .failure(let failure):
      lines.append("failed")
      lines.append("kind: \(failure.kind.rawValue)")
      lines.append("message: \(line(failure.message))")
      if let url = failure.url { lines.append("url: \(url)") }
      if let status = failure.status { lines.append("status: \(status)") }
      lines.append("retry: \(retry(failure.retry))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  static func read(_ text: String) throws(Problem) -> (exchange: Exchange, bodies: BodyNames) {
    var reader = LineReader(text)
    var bodies = BodyNames()
    let first = try reader.next("a method and an address").split(separator: " ", maxSplits: 1)
    guard first.count == 2 else { throw reader.problem("a method and an address") }
    var requestHeaders = HeaderFields()
    var source = ""
    while let (name, value) = try reader.field() {
      switch name {
      case "body-file": bodies.request = value
      case "weft-source": source = value
      default: requestHeaders.append(name, value)
      }
    }
    let outcome: Exchange.Outcome
    let status = try reader.next("a status, or failed")
    if status == "failed" {
      outcome = .failure(try failure(&reader))
    } else {
      guard let number = Int(status), (100...999).contains(number) else { throw reader.problem("a status, or failed") }
      outcome = .response(try response(number, &reader, &bodies))
    }
    var exchange = Exchange(method: String(first[0]), url: String(first[1]), outcome: outcome)
    exchange.requestHeaders = requestHeaders
    exchange.source = source
    return (exchange, bodies)
  }

  private static func response(
    _ status: Int, _ reader: inout LineReader, _ bodies: inout BodyNames
  ) throws(Problem) -> Response {
    var response = Response(status: status, body: [], url: "", receivedAt: Timestamp(seconds: 0))
    while let (name, value) = try reader.field() {
      switch name {
      case "url": response.url = value
      case "redirect": response.redirects.append(value)
      case "received": response.receivedAt = try instant(value, reader)
      case "took":
        guard value.hasSuffix(" ms"), let count = Int64(value.dropLast(3)), (0..<86_400_000_000).contains(count) else {
          throw reader.problem("a time such as 152 ms")
        }
        response.duration = .milliseconds(count)
      case "warning":
        let parts = value.split(separator: " ", maxSplits: 1).map(String.init)
        response.warnings.append(SourceWarning(code: parts.first ?? "", text: parts.count > 1 ? parts[1] : ""))
      case "body": bodies.response = value
      default: throw reader.problem("url, redirect, received, took, warning or body")
      }
    }
    while let (name, value) = try reader.field() { response.headers.append(name, value) }
    return response
  }

  private static func failure(_ reader: inout LineReader) throws(Problem) -> SourceFailure {
    var failure = SourceFailure(.connect, "")
    while let (name, value) = try reader.field() {
      switch name {
      case "kind":
        guard let kind = SourceFailure.Kind(rawValue: value) else { throw reader.problem("a kind of failure") }
        failure.kind = kind
      case "message": failure.message = value
      case "url": failure.url = value
      case "status": failure.status = Int(value)
      case "retry":
        let words = value.split(separator: " ", maxSplits: 1).map(String.init)
        switch words.first {
        case "never": failure.retry = .never
        case "once": failure.retry = .once
        case "scheduled": failure.retry = .scheduled
        case "after" where words.count == 2: failure.retry = .notBefore(try instant(words[1], reader))
        default: throw reader.problem("never, once, scheduled or after an instant")
        }
      default: throw reader.problem("kind, message, url, status or retry")
      }
    }
    return failure
  }

  private static func instant(_ text: String, _ reader: LineReader) throws(Problem) -> Timestamp {
    guard let date = DateParser.parse(text) else { throw reader.problem("an instant as RFC 3339 writes it") }
    return Timestamp(microseconds: date.microseconds)
  }

  private static func retry(_ retry: SourceFailure.Retry) -> String {
    switch retry {
    case .never: "never"
    case .once: "once"
    case .scheduled: "scheduled"
    case .notBefore(let instant): "after \(instant.rfc3339)"
    }
  }

  /// One line: a value with a line end would begin another field.
  private static func line(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
  }

  /// Reads a text line by line.
  private struct LineReader {
    private var lines: ArraySlice<Substring>
    private var number = 0

    init(_ text: String) {
      // Editors of other systems end lines with CR LF, which is one Character.
      lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }[...]
    }

    mutating func next(_ expected: String) throws(Problem) -> String {
      number += 1
      guard let line = lines.popFirst(), !line.isEmpty else { throw problem(expected) }
      return String(line)
    }

    /// A field; `nil` at an empty line, which is passed over, and at the end.
    mutating func field() throws(Problem) -> (name: String, value: String)? {
      number += 1
      guard let line = lines.popFirst(), !line.isEmpty else { return nil }
      guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else { throw problem("NAME: VALUE") }
      return (String(line[..<colon]), String(line[line.index(after: colon)...].drop { $0 == " " }))
    }

    func problem(_ expected: String) -> Problem { Problem(line: number, message: "\(expected) was expected") }
  }
}
