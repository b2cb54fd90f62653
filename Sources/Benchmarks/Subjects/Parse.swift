import Feeds
import JSONDocument
import JSONPages
import MarkupDocument
import WeftModel

extension Subject {
  /// Bytes to items on one core, beside what the C library alone needs for the same bytes in the same run.
  static let parse = Subject(
    name: "parse", summary: "feeds, a JSON page: bytes to items, beside bare libxml2 and simdjson and Python readers"
  ) { report in
    for body in ParseDocuments.Body.allCases { feed(body, &report) }
    try jsonPage(&report)
  }

  /// Decodes one of the documents, for `--instructions` and for profilers.
  static func decode(_ name: String, times: Int) {
    let body = ParseDocuments.Body(rawValue: name)
    let bytes = body.map { ParseDocuments.feed($0) } ?? ParseDocuments.jsonPage
    let json = try? JSONKind().makeDecoder(ParseDocuments.jsonSettings)
    for _ in 0..<times {
      if body == nil {
        _ = try? json?.decode(Response(bytes, type: "application/json"))
      } else {
        _ = try? FeedDecoder().decode(Response(bytes, type: "application/rss+xml"))
      }
    }
  }

  private static func instructions(_ what: String, _ name: String, _ bytes: [UInt8], _ report: inout Report) {
    guard Instructions.areAskedFor else { return }
    if let count = Instructions.ofDecoding(name) {
      report.line(what, count / Double(bytes.count), "instructions a byte")
    } else {
      report.note("\(what): no instructions counted, there is no valgrind")
    }
  }

  private static func feed(_ body: ParseDocuments.Body, _ report: inout Report) {
    let bytes = ParseDocuments.feed(body)
    let what = "\(body.rawValue), \(Report.rounded(Double(bytes.count) / 1e6)) MB"
    var items = 0
    let decoder = FeedDecoder()
    let (own, bare) = inTurns(
      { items = (try? decoder.decode(Response(bytes, type: "application/rss+xml")))?.items.count ?? 0 },
      { _ = SAXYardstick.parse(bytes) })
    report.note("\(what): \(items) items")
    let speed = megabytes(bytes, own)
    // Bare SAX2 is the bar for CDATA and short items, fastfeedparser for the others.
    let bar: Double? =
      switch body {
      case .section: 1.2
      case .short: 0.5
      case .escaped, .japanese: nil
      }
    report.compared(what, speed, "bare SAX2", megabytes(bytes, bare), bar: bar)
    instructions(what, body.rawValue, bytes, &report)
    let readers = [
      ("fastfeedparser", "fastfeedparser.parse(text)", body == .section || body == .short ? 1.0 : 0.6),
      ("feedparser", "feedparser.parse(data)", 60.0),
    ]
    report.compare(what, speed, readers, bytes)
  }

  private static func jsonPage(_ report: inout Report) throws {
    let bytes = ParseDocuments.jsonPage
    let what = "JSON page of 8 fields, \(bytes.count / 1_000) kB"
    let decoder = try JSONKind().makeDecoder(ParseDocuments.jsonSettings)
    let yardstick = JSONYardstick(bytes)
    var items = 0
    let (own, bare) = inTurns(
      { items = (try? decoder.decode(Response(bytes, type: "application/json")))?.items.count ?? 0 },
      { _ = yardstick.parse() })
    report.note("\(what): \(items) items")
    let speed = megabytes(bytes, own)
    report.compared(what, speed, "bare simdjson", megabytes(bytes, bare), bar: nil)
    instructions(what, "json", bytes, &report)
    report.compare(what, speed, [("json", "json.loads(data)", 2.5), ("orjson", "orjson.loads(data)", 1)], bytes)
  }

  /// The seconds of the processor that two works take, run by turns so that both see the same machine: the smaller
  /// quarter of many runs, since others use the caches too.
  private static func inTurns(_ first: () -> Void, _ second: () -> Void) -> (Double, Double) {
    first()
    second()
    var firsts: [Double] = []
    var seconds: [Double] = []
    var spent = 0.0
    while firsts.count < 9 || (spent < 1 && firsts.count < 2_000) {
      firsts.append(Measurement.processorSeconds(first))
      seconds.append(Measurement.processorSeconds(second))
      spent += firsts[firsts.count - 1] + seconds[seconds.count - 1]
    }
    return (firsts.sorted()[firsts.count / 4], seconds.sorted()[seconds.count / 4])
  }

  private static func megabytes(_ bytes: [UInt8], _ seconds: Double) -> Double { Double(bytes.count) / seconds / 1e6 }
}

extension Report {
  /// A speed beside another one; without a bar the ratio is only said.
  fileprivate mutating func compared(_ what: String, _ speed: Double, _ name: String, _ other: Double, bar: Double?) {
    let yardstick = "\(name) (\(Report.rounded(other)) MB/s)"
    if let bar {
      line(what, speed, "MB/s", ratio: .init(value: speed / other, yardstick: yardstick, bar: bar))
    } else {
      line(what, speed, "MB/s, \(Report.rounded(speed / other)) × \(yardstick)")
    }
  }

  /// A speed beside Python readers.
  fileprivate mutating func compare(
    _ what: String, _ speed: Double, _ readers: [(module: String, expression: String, bar: Double)], _ bytes: [UInt8]
  ) {
    let figures = PythonYardsticks.figures(readers.map { ($0.module, $0.expression) }, input: bytes)
    for reader in readers {
      guard let figure = figures.first(where: { $0.name == reader.module }) else {
        note("\(what): no yardstick, WEFT_BENCH_PYTHON (or python3) has no \(reader.module)")
        continue
      }
      let other = Double(bytes.count) / figure.seconds / 1e6
      compared(what, speed, reader.expression, other, bar: reader.bar)
    }
  }
}

extension Response {
  fileprivate init(_ bytes: [UInt8], type: String) {
    self.init(
      headers: ["Content-Type": type], body: bytes, url: "https://notes.example.org/feed",
      receivedAt: Timestamp(seconds: 1_750_000_000))
  }
}
