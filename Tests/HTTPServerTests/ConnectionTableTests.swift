import Testing

@testable import HTTPServer

/// Which connections are one too many, and which take too long; with times as numbers.
@Suite struct ConnectionTableTests {
  private func table(_ change: (inout ServerLimits) -> Void = { _ in }) -> ConnectionTable {
    var limits = ServerLimits()
    limits.connections = 4
    limits.connectionsPerAddress = 2
    limits.requestSeconds = 10
    limits.answerSeconds = 100
    change(&limits)
    return ConnectionTable(limits: limits)
  }

  @Test func aClientHasSoMany() {
    var table = table()
    for number in 1...3 { table.open(number, client: "a", socket: Int32(number), at: 0) }
    table.open(4, client: "b", socket: 4, at: 0)
    #expect([1, 2, 3, 4].map(table.isRefused) == [false, false, true, false])
    // Which ones stay is settled when they come; the next has the place of one that went.
    table.close(1)
    table.open(5, client: "a", socket: 5, at: 0)
    #expect(table.isRefused(5))
    table.close(3)
    table.close(5)
    table.open(6, client: "a", socket: 6, at: 0)
    #expect(!table.isRefused(6))
  }

  @Test func allHaveSoMany() {
    var table = table()
    for number in 1...5 { table.open(number, client: "\(number)", socket: Int32(number), at: 0) }
    #expect((1...5).map(table.isRefused) == [false, false, false, false, true])
  }

  @Test func aRequestHasATime() {
    var table = table()
    table.open(1, client: "a", socket: 11, at: 5)
    #expect(table.overdue(at: 14) == [])
    #expect(table.overdue(at: 15) == [11])
    // A handler may take as long as it wants.
    table.asked(1, at: 14)
    #expect(table.overdue(at: 10_000) == [])
    table.answers(1, withoutEnd: false, at: 20)
    #expect(table.overdue(at: 119) == [])
    #expect(table.overdue(at: 120) == [11])
    // The next request has its own time.
    table.answered(1, at: 50)
    #expect(table.overdue(at: 59) == [])
    #expect(table.overdue(at: 60) == [11])
    table.close(1)
    #expect(table.overdue(at: 10_000) == [])
  }

  @Test func listenersStay() {
    var table = table()
    table.open(1, client: "a", socket: 11, at: 0)
    table.asked(1, at: 1)
    table.answers(1, withoutEnd: true, at: 1)
    #expect(table.overdue(at: 1_000_000) == [])
  }

  @Test func whatIsNotThereChangesNothing() {
    var table = table()
    table.asked(7, at: 0)
    table.answered(7, at: 0)
    table.close(7)
    #expect(table.overdue(at: 1_000) == [])
    #expect(!table.isRefused(7))
  }
}
