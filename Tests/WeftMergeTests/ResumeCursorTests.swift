import TestSupport
import Testing
import WeftModel
import WeftPaging

@testable import WeftMerge

@Suite struct ResumeCursorTests {
  private let key: [UInt8] = Array(0..<32)
  private let now = Timestamp(seconds: 1_700_000_000)

  private func text(_ point: ResumePoint, configuration: UInt64 = 7) -> String {
    ResumeCursor(point, configuration: configuration, issued: now).text(key: key) ?? ""
  }

  private func read(
    _ text: String, key: [UInt8]? = nil, configuration: UInt64 = 7, after: Duration = .zero
  ) throws(ResumeCursor.Problem) -> ResumeCursor {
    try ResumeCursor(
      text: text, key: key ?? self.key, configuration: configuration, now: now.advanced(by: after))
  }

  /// A place with something in every field that a number, a text or nothing can be in.
  private func randomPoint(_ random: inout SplitMix64) -> ResumePoint {
    func number(_ random: inout SplitMix64) -> Int { random.below(1 << random.pick([1, 7, 14, 40])) }
    func key(_ random: inout SplitMix64, _ source: Int? = nil) -> MergeKey {
      let major = Int64(truncatingIfNeeded: random.next() >> UInt64(random.below(64)))
      let place = UInt64(source ?? number(&random) & 0xFFFF) << 32 | UInt64(number(&random) & 0xFFFF_FFFF)
      return MergeKey(major: random.below(2) == 0 ? major : 0 &- major, minor: place)
    }
    var point = ResumePoint()
    point.count = number(&random)
    point.boundary = random.below(4) == 0 ? nil : key(&random)
    point.top = random.below(3) == 0 ? nil : key(&random).major
    if random.below(3) > 0 { (point.runSource, point.runLength) = (number(&random), 1 + number(&random)) }
    point.passes = (0..<random.below(4)).map { _ in
      ResumePoint.Passed(
        source: number(&random), sequence: UInt32(truncatingIfNeeded: number(&random)), count: number(&random))
    }
    point.timelineTurns = UInt64(number(&random))
    point.lastTurn = random.below(2) == 0 ? nil : key(&random)
    point.roundOffset = number(&random)
    for index in 0..<random.below(6) {
      var source = ResumePoint.Source()
      let state = random.below(3)
      if state == 0 {
        point.sources.append(source)
        continue
      }
      source.state = state == 1 ? .open : .ended(random.pick(EndReason.allCases))
      source.isLane = random.below(2) == 0
      source.bound = random.below(3) == 0 ? .greatest : key(&random, index)
      source.turn = UInt64(1 + number(&random))
      source.disorder = Int64(number(&random))
      source.disorderedPages = number(&random)
      source.anchor = random.below(2) == 0 ? nil : UInt32(truncatingIfNeeded: random.next())
      source.isSearching = random.below(2) == 0
      for _ in 0..<(state == 1 ? random.below(3) : 0) {
        var mark = ResumePoint.Mark()
        let kinds: [SelectedValue.Kind] = [.null, .bool, .number, .string, .array, .object]
        mark.cursor = random.pick([
          nil, .page(number(&random)), .page(-3), .offset(number(&random), anchor: nil),
          .offset(number(&random), anchor: random.next()), .url("https://example.org/?a=\u{1F600}"),
          .token(SelectedValue(kind: random.pick(kinds), text: "1907382645019283746")), .token(SelectedValue("")),
        ])
        mark.isLane = random.below(2) == 0
        mark.ordinal = 1 + number(&random)
        mark.itemsBefore = number(&random)
        mark.sequence = UInt32(truncatingIfNeeded: random.below(2) == 0 ? mark.itemsBefore : number(&random))
        mark.runs = (0..<random.below(4)).map { _ in number(&random) }
        mark.tail = random.below(2) == 0 ? nil : Int64(number(&random))
        mark.neighbour = random.pick([
          nil, Timestamp(microseconds: Int64(number(&random))), Timestamp(microseconds: 0 &- source.bound.major),
        ])
        source.pages.append(mark)
      }
      point.sources.append(source)
    }
    for _ in 0..<random.below(4) {
      point.recent.append(ResumePoint.Identity(hash: random.next(), source: number(&random)))
    }
    return point
  }

  @Test func everyPlaceComesBack() throws {
    for seed in UInt64(1)...2_000 {
      var random = SplitMix64(seed: seed)
      let point = randomPoint(&random)
      let cursor = try read(text(point))
      #expect(cursor.point == point, "seed \(seed)")
      #expect(cursor.issued == now && cursor.configuration == 7)
    }
  }

  /// P15: no change of a single bit of the text is accepted, nor a letter more or less.
  @Test func everyChangeIsRefused() throws {
    var count = 0
    for seed in UInt64(1)...(isLong ? 40 : 4) {
      var random = SplitMix64(seed: seed)
      let bytes = Array(text(randomPoint(&random)).utf8)
      for index in bytes.indices {
        for bit in 0..<8 {
          var changed = bytes
          changed[index] ^= 1 << UInt8(bit)
          let text = String(decoding: changed, as: UTF8.self)
          #expect(throws: ResumeCursor.Problem.self) { try read(text) }
          count += 1
        }
      }
      for end in [String(decoding: bytes.dropLast(), as: UTF8.self), String(decoding: bytes + [0x41], as: UTF8.self)] {
        #expect(throws: ResumeCursor.Problem.damaged) { try read(end) }
      }
    }
    #expect(count > 3_000)
  }

  @Test(arguments: ["", "A", "AQ", "not a cursor", String(repeating: "A", count: 100), "AQAA\n", "\u{E9}"])
  func noCursor(_ text: String) {
    #expect(throws: ResumeCursor.Problem.self) { try read(text) }
  }

  @Test func reasons() {
    let cursor = text(ResumePoint())
    #expect(throws: ResumeCursor.Problem.foreign) { try read(cursor, key: Array(1...32)) }
    #expect(throws: ResumeCursor.Problem.configuration) { try read(cursor, configuration: 8) }
    #expect(throws: ResumeCursor.Problem.expired(issued: now)) { try read(cursor, after: .seconds(30 * 86_400 + 1)) }
    #expect(throws: Never.self) { try read(cursor, after: .seconds(30 * 86_400)) }
    // A clock that was set back does not spoil a cursor.
    #expect(throws: Never.self) { try read(cursor, after: .seconds(-86_400)) }
    #expect(throws: ResumeCursor.Problem.version(2)) { try read("AgAA" + cursor.dropFirst(4)) }
  }

  /// A numbered source takes about 17 bytes, whatever the length of what was read.
  @Test func cursorsAreShort() {
    let scripts = (0..<50).map { index in
      Script("S\(index)=[" + (0..<40).map { String(2_000_000 - $0 * 1_000 - index) }.joined(separator: ",") + "|5]")
    }
    var simulation = Simulation(scripts, .eco.with { $0.deduplication.scope = .source })
    simulation.read(1_000)
    let length = text(simulation.machine.resumePoint(consumed: simulation.lastBatch)).utf8.count
    #expect(length < 1_500)
  }
}
