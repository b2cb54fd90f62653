import HTTPServer
import TestSupport
import Testing
import WeftKit

@testable import WebReader

@Suite struct ClientBudgetsTests {
  private let clock = TestClock()

  @Test func aBucketEmptiesAndFills() {
    let budgets = ClientBudgets(.init(burst: 3, perSecond: 0.5))
    func asks(_ client: String = "a") -> Int? { budgets.charge(client, 1, at: clock.now())?.status }
    #expect([asks(), asks(), asks(), asks()] == [nil, nil, nil, 429])
    // Others have their own.
    #expect(asks("b") == nil)
    clock.advance(by: .milliseconds(1_999))
    #expect(asks() == 429)
    clock.advance(by: .milliseconds(1))
    #expect([asks(), asks()] == [nil, 429])
    clock.advance(by: .seconds(1_000_000))
    #expect([asks(), asks(), asks(), asks()] == [nil, nil, nil, 429])
  }

  @Test func itSaysWhenToAskAgain() {
    let budgets = ClientBudgets(.init(burst: 1, perSecond: 0.1))
    #expect(budgets.charge("a", 1, at: clock.now()) == nil)
    let refusal = budgets.charge("a", 1, at: clock.now())
    #expect(refusal?.header("Retry-After") == "10")
    clock.advance(by: .milliseconds(9_500))
    #expect(budgets.charge("a", 1, at: clock.now())?.header("Retry-After") == "1")
  }

  /// However many addresses ask, so much is remembered of them.
  @Test func memoryIsBounded() {
    let budgets = ClientBudgets(.init(burst: 1, perSecond: 0.1))
    for number in 0..<25_000 { _ = budgets.charge("\(number)", 1, at: clock.now()) }
    #expect(budgets.count <= 10_000)
  }
}
