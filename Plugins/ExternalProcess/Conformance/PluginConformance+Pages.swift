import WeftModel

extension PluginConformance {
  private static let mostPages = 50

  @Sendable func checkPages(_ dialogue: PluginDialogue) async throws {
    var cursor: SelectedValue?
    var seenCursors: Set<SelectedValue> = []
    var seenIDs: [String: Int] = [:]
    for number in 1...PluginConformance.mostPages {
      let page: ConformancePage
      do {
        page = try await self.page(dialogue, cursor: cursor, what: "page \(number)")
      } catch let failure as Failure {
        throw Failure(failure.text, isFinal: number == 1)
      }
      if let next = page.next, !seenCursors.insert(next).inserted {
        throw Failure(
          "page \(number): the cursor \(ShownText.line(next.json, limit: 60)) came before: the pages go round")
      }
      for id in page.ids {
        if let earlier = seenIDs[id] {
          throw Failure(
            "page \(number): the id \(ShownText.line(id, limit: 60)) stands twice"
              + (earlier == number ? " on it" : ", on page \(earlier) too"))
        }
        seenIDs[id] = number
      }
      guard let next = page.next else { return }
      cursor = next
    }
  }

  @Sendable func checkStability(_ dialogue: PluginDialogue) async throws {
    let first = try await page(dialogue, what: "the first page")
    let again = try await page(dialogue, what: "the first page again")
    try compare(first, again, "the first page")
    guard let cursor = first.next else { return }
    let second = try await page(dialogue, cursor: cursor, what: "page 2")
    // A walk somewhere else in between changes nothing: the cursor says all.
    _ = try await page(dialogue, what: "the first page once more")
    let secondAgain = try await page(dialogue, cursor: cursor, what: "page 2 again")
    try compare(second, secondAgain, "page 2")
  }

  private func compare(_ page: ConformancePage, _ again: ConformancePage, _ what: String) throws {
    guard page.ids == again.ids else { throw Failure("\(what), asked twice, has other items the second time") }
    guard page.next == again.next else {
      throw Failure("\(what), asked twice, has another next cursor the second time")
    }
  }

  @Sendable func checkTwoSources(_ dialogue: PluginDialogue) async throws {
    let alone = try await page(dialogue, what: "the first page")
    let left = dialogue.request("page", params(source: "left"))
    let right = dialogue.request("page", params(source: "right"))
    let next = alone.next.map { dialogue.request("page", params(cursor: $0, source: "left")) }
    // The second first: answers may come in any order, each with its id.
    let ofRight = try ConformancePage(try await result(dialogue, right, "the second of two requests"), "the second")
    let ofLeft = try ConformancePage(try await result(dialogue, left, "the first of two requests"), "the first")
    if let next {
      let following = try ConformancePage(try await result(dialogue, next, "the third of three requests"), "the third")
      guard following.ids != alone.ids || alone.ids.isEmpty else {
        throw Failure("page 2 of one source came as page 1 while another was asked too")
      }
    }
    guard ofLeft == alone, ofRight == alone else {
      throw Failure("two sources with the same settings, asked at once, have different pages")
    }
  }

  @Sendable func checkSlowReader(_ dialogue: PluginDialogue) async throws {
    let began = clock.now()
    let id = dialogue.request("page", params())
    let json = try await result(dialogue, id, "the first page")
    let whole = try ConformancePage(json, "the first page")
    // More than a pipe holds; of a plugin that takes its time, less.
    let took = max(1, clock.now().since(began).inMicroseconds)
    let count = min(400, Int(clamping: max(3, 2_000_000 / took)), (256 << 10) / max(1, json.utf8.count) + 3)
    dialogue.hold()
    let ids = (0..<count).map { _ in dialogue.request("page", params()) }
    try? await clock.sleep(until: clock.now().advanced(by: .milliseconds(300)))
    dialogue.release()
    for (number, id) in ids.enumerated() {
      let what = "answer \(number + 1) of \(count), read late"
      let page = try ConformancePage(try await result(dialogue, id, what), what)
      guard page == whole else { throw Failure("\(what): the page is not the same") }
    }
  }
}
