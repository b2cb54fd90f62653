import Glibc
import WeftHTTP
import WeftModel

extension Subject {
  /// Many readers of `weft serve`, as fast as people scroll.
  static let readers = Subject(
    name: "readers",
    summary:
      "200 readers of `weft serve` scroll 10 items/s for a minute; of its 50 sources one is dead, one slow, one broken"
  ) { report in
    let upstream = try ServedSources()
    let site = try await ServedSite(upstream.configuration)
    defer { site.stop() }
    let before = site.residentBytes
    let start = ContinuousClock.now
    let transport = CurlTransport(connectionsPerHost: 256, connections: 256)
    let readings = await withTaskGroup(of: ScrollingReader.self) { group in
      for number in 0..<200 {
        group.addTask {
          var reader = ScrollingReader(transport: transport, origin: site.origin)
          // They come within the first five seconds.
          try? await Task.sleep(for: .milliseconds(number * 25))
          await reader.read(until: start.advanced(by: .seconds(60)))
          return reader
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let waits = readings.flatMap(\.waits).sorted()
    let stalls = readings.flatMap(\.stalls)
    let asked = upstream.askedPages
    report.line("pages read", Double(waits.count), "pages")
    report.line("items read", Double(readings.map(\.items).reduce(0, +)), "items")
    report.line("answers that were none", Double(readings.map(\.failures).reduce(0, +)), "answers")
    report.line("readers that stood still", Double(stalls.count), "times")
    report.line("stood still", stalls.reduce(0, +) * 1_000, "ms in all")
    report.line("p50 of a page", percentile(waits, 0.5) * 1_000, "ms")
    report.line("p99 of a page", percentile(waits, 0.99) * 1_000, "ms")
    report.line("longest", (waits.last ?? 0) * 1_000, "ms")
    report.line("upstream requests", Double(asked.count), "requests")
    report.line(
      "requests of each page", asked.isEmpty ? 0 : Double(asked.count), "requests",
      ratio: .init(
        value: Double(asked.count) / Double(max(1, Set(asked).count)), yardstick: "the pages", bar: 1,
        isUpperBound: true))
    report.line("resident at the start", before / 1e6, "MB")
    report.line("resident at the end", site.residentBytes / 1e6, "MB")
  }

  private static func percentile(_ sorted: [Double], _ part: Double) -> Double {
    sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
  }
}
