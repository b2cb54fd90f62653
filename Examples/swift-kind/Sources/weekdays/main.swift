import WeftKit

/// The kind `weekdays`: one item a day, newest first, a week a page.
struct WeekdaysKind: SourceKind {
  let name = "weekdays"
  let summary = "one item a day, back from a date"
  let settings = [
    SettingDeclaration(
      key: "since", expects: "a number of days", summary: "how many days to go back", isRequired: true,
      schema: WeekdaysKind.wholeNumber)
  ]
  let needsURL = false
  let answersWholePages = true

  static var wholeNumber: ValueSchema {
    var schema = ValueSchema(.integer)
    schema.minimum = 1
    return schema
  }

  func makeSource(_ settings: SourceSettings, context: SourceContext) throws(SettingProblem) -> any PageSource {
    guard case .number(let digits) = settings.extra.first?.value, let count = Int(digits) else {
      throw SettingProblem("a whole number was expected", path: "since")
    }
    return Weekdays(count: count, today: context.clock.now())
  }
}

/// Pages of seven days; the cursor is the number of the page.
struct Weekdays: PageSource {
  let count: Int
  let today: Timestamp

  func page(at cursor: PageCursor?) async throws(SourceFailure) -> Page {
    var number = 0
    if case .page(let asked) = cursor { number = asked }
    let days = (number * 7)..<min(count, number * 7 + 7)
    let items = days.map { day in
      var item = Item(id: "day-\(day)")
      item.title = day == 0 ? "today" : "\(day) days ago"
      item.datePublished = today.advanced(by: .seconds(-86_400 * day))
      return item
    }
    let isLast = days.upperBound >= count
    return Page(items: items, following: isLast ? .end(.noNext) : .next(.page(number + 1), isAdvertised: false))
  }
}

let engine = Engine(kinds: BuiltInKinds.all + [WeekdaysKind()])
let text = "sources: {days: {kind: weekdays, since: 10}}"
for await item in try engine.feed(of: engine.configuration(reading: text).configuration) {
  print(item.position, item.source, item.item.title ?? "")
}
