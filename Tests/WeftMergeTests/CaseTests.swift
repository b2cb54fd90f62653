import Testing
import WeftModel

@testable import WeftMerge

/// The concrete cases of the order by time: one line per source, how far the reader goes, the feed, the requests.
struct TimelineCase: CustomTestStringConvertible, Sendable {
  var number: Int
  var sources: [String]
  var scroll: Int
  var feed: String
  var asked: String
  var testDescription: String { "case \(number): \(sources.joined(separator: " ")), \(scroll)" }
}

@Test(arguments: [
  TimelineCase(number: 1, sources: ["A=[10,9|8]"], scroll: 1, feed: "A10", asked: "A1"),
  TimelineCase(number: 1, sources: ["A=[10,9|8]"], scroll: 2, feed: "A10 A9", asked: "A1"),
  TimelineCase(number: 1, sources: ["A=[10,9|8]"], scroll: 3, feed: "A10 A9 A8", asked: "A2"),
  TimelineCase(
    number: 2, sources: ["A=[10,8|6,4]", "B=[9,7|5,3]"], scroll: 3, feed: "A10 B9 A8", asked: "A1 B1"),
  TimelineCase(
    number: 3, sources: ["A=[10,8|6,4]", "B=[9,7|5,3]"], scroll: 4, feed: "A10 B9 A8 B7", asked: "A2 B1"),
  TimelineCase(
    number: 4, sources: ["A=[100,99|98,97|96,95]", "B=[50,40]"], scroll: 7,
    feed: "A100 A99 A98 A97 A96 A95 B50", asked: "A3 B1"),
  TimelineCase(number: 5, sources: ["A=[3,2]|", "B=[1]|"], scroll: 3, feed: "A3 A2 B1", asked: "A2 B1"),
  TimelineCase(number: 6, sources: ["A=[5,5|5]", "B=[5,4]"], scroll: 2, feed: "A5 A5", asked: "A1 B1"),
  TimelineCase(number: 6, sources: ["A=[5,5|5]", "B=[5,4]"], scroll: 4, feed: "A5 A5 A5 B5", asked: "A2 B1"),
  TimelineCase(number: 7, sources: ["A=[]", "B=[2,1]"], scroll: 1, feed: "B2", asked: "A1 B1"),
  TimelineCase(number: 8, sources: ["A=[]", "B=[]"], scroll: 9, feed: "", asked: "A1 B1"),
  TimelineCase(
    number: 17, sources: ["A=[1*,100,99|98,97]", "B=[50]"], scroll: 6, feed: "A100 A99 A98 A97 B50 A1", asked: "A2 B1"),
  TimelineCase(number: 19, sources: ["A=[100,-,98]", "B=[99]"], scroll: 4, feed: "A100 A- B99 A98", asked: "A1 B1"),
  TimelineCase(number: 20, sources: ["A=[-,98]", "B=[99]"], scroll: 3, feed: "B99 A- A98", asked: "A1 B1"),
])
func timeline(_ example: TimelineCase) {
  var simulation = Simulation(example.sources.map { Script($0) })
  simulation.read(example.scroll)
  #expect(simulation.named == example.feed)
  #expect(simulation.asked == example.asked)
}

/// Case 8, gone on with: where all sources are empty, no scroll asks again.
@Test func emptySourcesAreNeverAskedAgain() {
  for order in MergeSettings.Order.allCases {
    var simulation = Simulation([Script("A=[]"), Script("B=[]|"), Script("C=[]")], .eco.with { $0.order = order })
    for position in [1, 9, 3, 1_000, .max] {
      simulation.scroll(to: position)
      simulation.rest()
    }
    #expect(simulation.asked == "A1 B1 C1" && simulation.machine.isEnded)
  }
}

/// A source whose watermark lags behind its items is asked on, though a page of it waits.
@Test func disorderKeepsNobodyFromTheEnd() {
  var simulation = Simulation([Script("A=[10,9|20,19|8,7|6,5]"), Script("B=[4,3]")])
  simulation.read(.max)
  #expect(simulation.items.count == 10)
  #expect(simulation.asked == "A4 B1")
}
