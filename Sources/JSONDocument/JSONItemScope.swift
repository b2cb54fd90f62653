public import WeftModel

/// The selections of one item after the other: the members of an object are looked through once, then found by their
/// names' first bytes.
///
/// Meant to be kept for all items of a page, so that its memory is used again; it cannot be copied, since a copy at each
/// question would cost more than the answer.
public struct JSONItemScope: ~Copyable {
  private let table: JSONSelectorTable
  private var item: JSONNode
  /// That of the item's document, which `item` keeps alive: asking the document each time would count references.
  private var tape: JSONTape
  /// For each of the table's first names the place of its value on the tape; 0 where the item has none of that name.
  private var found: [Int]
  /// What the item before had at each place among its members: items of a page mostly have the same ones in the same
  /// order.
  private var guesses: [Guess] = []

  /// A member's name and which of the first names it is.
  private struct Guess {
    var prefix: UInt64
    var length: Int
    var name: Int

    /// No first name is alike in prefix and length.
    static let none = -1
    /// One is, and still differs.
    static let unsure = -2
  }

  /// Behind so many members nothing is guessed.
  private static let mostGuesses = 256

  /// The selections of this node.
  public init(_ table: JSONSelectorTable, in item: JSONNode) {
    self.table = table
    self.item = item
    tape = item.document.withTape { $0 }
    found = Array(repeating: 0, count: table.firstNames.count)
    readMembers()
  }

  /// Goes on to another node, mostly of the same document.
  public mutating func move(to item: JSONNode) {
    self.item = item
    tape = item.document.withTape { $0 }
    readMembers()
  }

  private mutating func readMembers() {
    for index in found.indices { found[index] = 0 }
    guard tape.type(item.position) == JSONTape.Word.object else { return }
    let end = tape.end(item.position)
    var position = item.position &+ 1
    var place = 0
    while position < end {
      passGuessed(&position, &place, end)
      guard position < end else { break }
      look(up: position, place)
      place &+= 1
      position = tape.next(position &+ 1)
    }
  }

  /// Goes on to the first member that is not the one that was guessed.
  private mutating func passGuessed(_ position: inout Int, _ place: inout Int, _ end: Int) {
    // The names of guesses are places in `found`, which is as long as the list of the table's first names.
    found.withUnsafeMutableBufferPointer { found in
      guesses.withUnsafeBufferPointer { guesses in
        while position < end, place < guesses.count {
          let guess = guesses[place]
          guard tape.prefix(position) == guess.prefix, tape.length(position) == guess.length else { return }
          if guess.name >= 0 {
            guard guess.length <= 8 || tape.isNamed(position, table.firstNames[guess.name], table.names) else { return }
            // The last one counts when a name repeats.
            found[guess.name] = position &+ 1
          } else if guess.name == Guess.unsure {
            return
          }
          place &+= 1
          position = tape.next(position &+ 1)
        }
      }
    }
  }

  /// Compares a member's name with all first names, and keeps the outcome for the next item.
  private mutating func look(up key: Int, _ place: Int) {
    var guess = Guess(prefix: tape.prefix(key), length: tape.length(key), name: Guess.none)
    for (index, step) in table.firstNames.enumerated() where step.prefix == guess.prefix && step.length == guess.length
    {
      if tape.isNamed(key, step, table.names) {
        found[index] = key &+ 1
        guess.name = index
        break
      }
      guess.name = Guess.unsure
    }
    if place < guesses.count {
      guesses[place] = guess
    } else if place == guesses.count, place < Self.mostGuesses {
      guesses.append(guess)
    }
  }

  /// The first of `values`; nil where it is null.
  ///
  /// - Throws: `JSONSelectorError.tooManyNodes`.
  public func firstValue(_ number: Int) throws(JSONSelectorError) -> SelectedValue? {
    guard table.entries[number].form == .singular else { return try values(number).first }
    guard let found = first(number) else { return nil }
    return tape.type(found) == JSONTape.Word.null ? nil : tape.selected(found)
  }

  /// All that a selector finds, in order; where that is one array, its elements.
  ///
  /// - Throws: `JSONSelectorError.tooManyNodes`.
  public func values(_ number: Int) throws(JSONSelectorError) -> [SelectedValue] {
    switch table.entries[number].form {
    case .singular:
      guard let found = start(table.entries[number]) else { return [] }
      guard tape.type(found) == JSONTape.Word.array else { return [tape.selected(found)] }
      return tape.selectedChildren(found)
    case .wildcard:
      var values: [SelectedValue] = []
      var last = 0
      eachBehindWildcard(table.entries[number]) { found in
        values.append(tape.selected(found))
        last = found
      }
      guard values.count == 1, tape.type(last) == JSONTape.Word.array else { return values }
      return tape.selectedChildren(last)
    case .other:
      let nodes = try table.selectors[number].nodes(in: item)
      guard nodes.count == 1, nodes[0].kind == .array else { return nodes.map(\.selected) }
      return nodes[0].elements.map(\.selected)
    }
  }

  /// Gives out the first of `values` as it stands in the document, where it is a string.
  ///
  /// - Returns: false where it is none, or the selector needs the evaluator: then nothing was given out.
  public func withFirstString(_ number: Int, _ body: (Span<UInt8>) -> Void) -> Bool {
    guard table.entries[number].form == .singular, let found = first(number),
      tape.type(found) == JSONTape.Word.string
    else { return false }
    body(tape.bytes(found).span)
    return true
  }

  /// Gives out all of `values`, one after the other, where each of them is a string.
  ///
  /// - Returns: false where one is none, where there are no values, or where the selector needs the evaluator: then what
  ///   was given out is only a part.
  public func withStrings(_ number: Int, _ body: (Span<UInt8>) -> Void) -> Bool {
    let entry = table.entries[number]
    var strings = 0
    var others = 0
    switch entry.form {
    case .singular:
      guard let found = start(entry) else { return false }
      let isArray = tape.type(found) == JSONTape.Word.array
      let end = isArray ? tape.end(found) : found &+ 1
      var position = isArray ? found &+ 1 : found
      while position < end {
        guard tape.type(position) == JSONTape.Word.string else { return false }
        body(tape.bytes(position).span)
        strings &+= 1
        position = tape.next(position)
      }
    case .wildcard:
      eachBehindWildcard(entry) { position in
        if tape.type(position) == JSONTape.Word.string {
          body(tape.bytes(position).span)
          strings &+= 1
        } else {
          others &+= 1
        }
      }
    case .other: return false
    }
    return strings > 0 && others == 0
  }

  /// What a singular selector finds, or the first element of the array that it finds.
  @inline(__always) private func first(_ number: Int) -> Int? {
    guard let found = start(table.entries[number]) else { return nil }
    guard tape.type(found) == JSONTape.Word.array else { return found }
    return found &+ 1 < tape.end(found) ? found &+ 1 : nil
  }

  /// Each node of steps, `[*]` and steps. It looks at each child once, so that no document reaches the limit of nodes.
  @inline(__always) private func eachBehindWildcard(_ entry: JSONSelectorTable.Entry, _ body: (Int) -> Void) {
    guard let container = start(entry), tape.isContainer(container) else { return }
    let end = tape.end(container)
    let step = tape.type(container) == JSONTape.Word.object ? 1 : 0
    var position = container &+ 1
    while position < end {
      position &+= step
      if let found = tape.follow(table.steps, entry.behind, names: table.names, from: position) { body(found) }
      position = tape.next(position)
    }
  }

  /// Follows the steps from the item, the first by what is known of its members.
  @inline(__always) private func start(_ entry: JSONSelectorTable.Entry) -> Int? {
    guard entry.firstName >= 0 else {
      return tape.follow(table.steps, entry.steps, names: table.names, from: item.position)
    }
    let member = found[entry.firstName]
    if member == 0 || entry.steps.count == 1 { return member == 0 ? nil : member }
    return tape.follow(
      table.steps, (entry.steps.lowerBound &+ 1)..<entry.steps.upperBound, names: table.names, from: member)
  }
}
