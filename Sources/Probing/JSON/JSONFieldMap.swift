import Dates
import WeftModel

/// Which members of the items become which fields, by their names and by the shape of their values.
struct JSONFieldMap {
  /// One field that was found.
  struct Choice {
    var field: FieldName
    var value: ValueSetting
    var certainty: Proposal.Certainty
    /// The share of items that have it.
    var presence: Double
  }

  private(set) var choices: [Choice] = []
  private(set) var authors: Choice?
  /// What should be said.
  private(set) var notes: [Proposal.Note] = []
  private let members: [MemberSample]
  private var taken = Set<JSONMemberPath>()

  init(_ members: [MemberSample]) {
    self.members = members
    chooseAddresses()
    chooseTexts()
    chooseDates()
    chooseOthers()
    let order: [FieldName] = [
      .id, .url, .externalURL, .title, .contentHTML, .contentText, .summary, .image, .datePublished, .dateModified,
      .language, .tags,
    ]
    choices.sort { (order.firstIndex(of: $0.field) ?? 0) < (order.firstIndex(of: $1.field) ?? 0) }
  }

  /// The field is there.
  func has(_ field: FieldName) -> Bool { choices.contains { $0.field == field } }

  /// How much the items look like content: what a list of items is chosen by.
  var worth: Double {
    let weights: [(FieldName, Double)] = [
      (.url, 3), (.title, 3), (.contentHTML, 2), (.contentText, 2), (.datePublished, 2), (.id, 1), (.summary, 1),
      (.image, 0.5), (.dateModified, 0.5),
    ]
    return weights.reduce(authors == nil ? 0 : 0.5) { sum, weight in
      guard let choice = choices.first(where: { $0.field == weight.0 }) else { return sum }
      return sum + weight.1 * choice.presence * (choice.certainty == .sure ? 1 : 0.6)
    }
  }

  // MARK: Candidates

  /// The place of a member in a list of names; `nil` where it has none of them.
  private func rank(_ member: MemberSample, in names: [String]) -> (place: Int, depth: Int)? {
    var parts = member.path.names.map(FieldNames.normalized)
    while parts.count > 1, let first = parts.first, FieldNames.wrappers.contains(first) { parts.removeFirst() }
    guard parts.count <= 3, let place = names.firstIndex(of: parts.joined(separator: ".")) else { return nil }
    return (place, member.path.steps.count)
  }

  /// The members with one of the names whose values fit, the best first.
  private func named(
    _ names: [String], plural: Bool = false, _ fits: (MemberSample) -> Bool,
    demerit: (MemberSample) -> Double = { _ in 0 }
  ) -> [MemberSample] {
    var found: [(member: MemberSample, score: Double)] = []
    for member in members where (plural || !member.path.isPlural) && !taken.contains(member.path) {
      guard let (place, depth) = rank(member, in: names), fits(member) else { continue }
      let score = member.presence * 6 - Double(place) * 0.35 - Double(depth) * 0.1 - demerit(member)
      found.append((member, score))
    }
    return found.sorted { $0.score > $1.score }.map(\.member)
  }

  private mutating func choose(
    _ field: FieldName, _ member: MemberSample, _ certainty: Proposal.Certainty = .sure, value: ValueSetting? = nil
  ) {
    taken.insert(member.path)
    choices.append(
      Choice(
        field: field, value: value ?? .selector(member.path.selector), certainty: certainty, presence: member.presence))
  }

  // MARK: Fields

  private mutating func chooseAddresses() {
    func isAddress(_ member: MemberSample) -> Bool {
      member.share { ValueShape.isWebAddress($0) || ValueShape.isPath($0) } > 0.9 && member.distinctness > 0.4
    }
    let addresses = named(FieldNames.url, isAddress) { member in
      member.share(ValueShape.isForPrograms) * 5 + member.share(ValueShape.isPicture) * 4 + (1 - member.distinctness)
        * 2
    }
    if let best = addresses.first {
      let isForPrograms = best.share(ValueShape.isForPrograms) > 0.5
      var value: ValueSetting?
      if best.presence < 0.9, let second = addresses.dropFirst().first(where: { $0.presence > 0.2 }) {
        value = .first([.selector(best.path.selector), .selector(second.path.selector)])
      }
      choose(.url, best, isForPrograms ? .unsure : .sure, value: value)
      if isForPrograms {
        note(.unsure, "url: \(best.path.selector) is an address for programs; no other address was found in the items")
      }
    } else if let best = members.first(where: { member in
      !member.path.isPlural && member.path.steps.count <= 2 && member.share(ValueShape.isWebAddress) > 0.9
        && member.distinctness > 0.8 && member.share(ValueShape.isPicture) == 0
        && member.share(ValueShape.isForPrograms) < 0.5
    }) {
      choose(.url, best, .guessed)
      note(
        .guessed, "url: \(best.path.selector) is an address in each item; its name does not say that it is the item's")
    } else {
      note(.unsure, "no address of the items was found: {template: \"https://…/{id}\"} can make one of their id")
    }
    let identities = named(FieldNames.id, { $0.distinctness == 1 && $0.averageLength < 300 })
    if let best = identities.first { choose(.id, best) }
    // Two words such as id and key may both serve; the address is the identity where none does.
  }

  private mutating func chooseTexts() {
    func isTitle(_ member: MemberSample) -> Bool {
      member.averageLength <= 300 && member.numbers == 0 && member.share(ValueShape.isWebAddress) < 0.2
        && member.share { $0.contains("<p") } < 0.2
    }
    let titles = named(FieldNames.title, isTitle) { (1 - $0.distinctness) * 3 }
    if let best = titles.first {
      var value: ValueSetting?
      if best.presence < 0.95, let second = titles.dropFirst().first(where: { $0.presence > 0.1 }) {
        value = .first([.selector(best.path.selector), .selector(second.path.selector)])
      }
      choose(.title, best, value: value)
    } else if let best = titlesOfPlural(isTitle) {
      choose(.title, best, value: .selector(Self.firstElement(best.path).selector))
    }
    func isText(_ member: MemberSample) -> Bool {
      member.numbers == 0 && member.averageLength >= 8 && member.share(ValueShape.isWebAddress) < 0.3
    }
    if let best = named(FieldNames.content, isText, demerit: { $0.averageLength < 30 ? 1 : 0 }).first {
      let isMarkup = best.share(ValueShape.isMarkup) > 0.2
      choose(isMarkup ? .contentHTML : .contentText, best)
    }
    if let best = named(FieldNames.summary, isText).first { choose(.summary, best) }
    if !has(.title), !has(.contentHTML), !has(.contentText), !has(.summary),
      let best = members.first(where: { member in
        !member.path.isPlural && member.path.steps.count <= 2 && member.numbers == 0 && member.distinctness > 0.7
          && (8...200).contains(member.averageLength) && member.share { $0.contains(" ") } > 0.6
          && !taken.contains(member.path) && member.share(ValueShape.isDate) < 0.2
      })
    {
      choose(.title, best, .guessed)
      note(
        .guessed, "title: \(best.path.selector) is a short text in each item; its name does not say that it is a title")
    }
  }

  /// A title in a list of one, as Crossref has it.
  private func titlesOfPlural(_ fits: (MemberSample) -> Bool) -> MemberSample? {
    named(FieldNames.title, plural: true, fits).first { $0.path.steps.last == .all && $0.presence > 0.5 }
  }

  private static func firstElement(_ path: JSONMemberPath) -> JSONMemberPath {
    JSONMemberPath(steps: path.steps.map { $0 == .all ? .first : $0 })
  }

  private mutating func chooseDates() {
    for (field, names) in [(FieldName.datePublished, FieldNames.published), (.dateModified, FieldNames.modified)] {
      let dates = named(names, { Self.dateValue($0) != nil }, demerit: { $0.numbers > 0 ? 0.5 : 0 })
      if let best = dates.first, let value = Self.dateValue(best) { choose(field, best, value: value) }
    }
    guard !has(.datePublished), !has(.dateModified) else { return }
    if let best = members.first(where: { member in
      !member.path.isPlural && member.path.steps.count <= 2 && member.share(ValueShape.isDate) > 0.9
        && member.presence > 0.8 && !taken.contains(member.path)
    }) {
      choose(.datePublished, best, .guessed, value: Self.dateValue(best))
      note(.guessed, "date_published: \(best.path.selector) holds dates; its name does not say which")
    }
  }

  /// How the date is read; `nil` where the values are no dates.
  private static func dateValue(_ member: MemberSample) -> ValueSetting? {
    let selector = member.path.selector
    var steps = ValueSteps()
    steps.select = selector
    if member.share({ ValueShape.unixUnit($0) == .seconds }) > 0.9 {
      steps.unix = .seconds
      return .steps(steps)
    }
    if member.share({ ValueShape.unixUnit($0) == .milliseconds }) > 0.9 {
      steps.unix = .milliseconds
      return .steps(steps)
    }
    guard member.share(ValueShape.isDate) > 0.9 else { return nil }
    if FieldNames.normalized(member.path.names.last ?? "").hasSuffix("gmt") {
      steps.zone = "UTC"
      return .steps(steps)
    }
    return .selector(selector)
  }

  private mutating func chooseOthers() {
    func isPicture(_ member: MemberSample) -> Bool {
      member.share { ValueShape.isWebAddress($0) || ValueShape.isPath($0) } > 0.9
    }
    if let best = named(FieldNames.image, plural: true, isPicture, demerit: { (1 - $0.distinctness) * 2 }).first,
      best.presence > 0.1
    {
      choose(.image, best, value: .selector(best.path.selector))
    }
    if let best = named(FieldNames.language, { $0.share(ValueShape.isLanguage) > 0.9 }).first {
      choose(.language, best)
    }
    if let best = named(FieldNames.tags, plural: true, { $0.averageLength < 60 && $0.numbers == 0 }).first {
      choose(.tags, best)
    }
    let people = named(
      FieldNames.authors, plural: true,
      { member in
        member.averageLength < 100 && member.numbers == 0 && member.share(ValueShape.isWebAddress) < 0.2
      })
    if let best = people.first, best.presence > 0.2 {
      taken.insert(best.path)
      authors = Choice(
        field: .title, value: .selector(best.path.selector), certainty: .sure, presence: best.presence)
    }
  }

  private mutating func note(_ certainty: Proposal.Certainty, _ text: String) {
    notes.append(Proposal.Note(certainty, text))
  }
}
