import WeftModel

/// Asks the kinds whether a selector is one, and remembers the answers: a thousand sources say `title` again and again.
final class SelectorChecks {
  /// A kind with its declarations by key.
  final class Kind {
    let name: String
    let declarations: [String: SettingDeclaration]
    /// Keys of its own at the source, which the language does not have.
    let ownKeys: [String]
    /// Its sources answer whole pages by themselves.
    let answersWholePages: Bool
    /// What a source cannot do without, in order.
    let required: [SettingDeclaration]
    /// A source of it has an address.
    let needsURL: Bool
    /// Its sources are documents, so `auto` may take one for its own.
    let readsDocuments: Bool

    init(_ kind: any SourceKind) {
      let common = KeyTable.section(.source)
      let settings = kind.settings
      name = kind.name
      declarations = Dictionary(settings.map { ($0.key, $0) }) { first, _ in first }
      ownKeys = settings.map(\.key).filter { !common.has($0) && !$0.contains(".") }
      answersWholePages = kind.answersWholePages
      required = settings.filter(\.isRequired)
      needsURL = kind.needsURL
      readsDocuments = kind is any DocumentKind
    }

    func declares(_ key: String) -> Bool { declarations.index(forKey: key) != nil }
  }

  let kinds: [Kind]
  private var answers: [Question: SettingProblem?] = [:]

  private struct Question: Hashable {
    var kind: Int
    var key: String
    var text: String
  }

  init(kinds: [any SourceKind]) {
    // `auto` chooses among the others and declares nothing of its own.
    self.kinds = kinds.filter { $0.name != "auto" }.map(Kind.init)
  }

  /// The indexes of the kinds among which `auto` chooses.
  var automatic: [Int] { kinds.indices.filter { kinds[$0].readsDocuments } }

  /// The index of the kind of that name.
  func index(of name: String) -> Int? { kinds.firstIndex { $0.name == name } }

  /// Whether a source of the kind has an address.
  func needsURL(_ kind: Int?) -> Bool { kind.map { kinds[$0].needsURL } ?? true }

  /// The names of the kinds that declare a key.
  func names(declaring key: String) -> [String] { kinds.filter { $0.declares(key) }.map(\.name) }

  /// Those of the kinds that declare the key.
  func declaring(_ key: String, among candidates: [Int]) -> [Int] {
    candidates.allSatisfy { kinds[$0].declares(key) } ? candidates : candidates.filter { kinds[$0].declares(key) }
  }

  /// What a kind says of a text; `nil` where it is fine.
  func problem(_ text: String, key: String, kind: Int) -> SettingProblem? {
    let question = Question(kind: kind, key: key, text: text)
    if let answer = answers[question] { return answer }
    let answer = kinds[kind].declarations[key].flatMap { $0.check(text) }
    answers[question] = .some(answer)
    return answer
  }
}
