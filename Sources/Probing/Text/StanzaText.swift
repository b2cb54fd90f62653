import WeftModel

/// A stanza of the configuration as YAML, in block style: nothing in it needs the quotes of flow style.
///
/// It writes what a probe may set, and no more; reading it gives the settings back.
struct StanzaText {
  private(set) var lines: [String] = []
  private let remarks: [String: String]

  init(_ settings: SourceSettings, remarks: [String: String] = [:]) {
    self.remarks = remarks
    add(BlockText.scalar(settings.name) + ":", depth: 1, path: "")
    // Only here and in credentials `${NAME}` is meant as a variable.
    add("url: \(BlockText.scalar(settings.url))", depth: 2, path: "url")
    if let first = settings.firstURL { add("first_url: \(BlockText.scalar(first))", depth: 2, path: "first_url") }
    if settings.kind != "auto" { add("kind", settings.kind) }
    add("title", settings.title)
    if settings.sorted != .newest { add("sorted", settings.sorted.rawValue) }
    add("zone", settings.zone)
    add("items", settings.items)
    addFields(settings.fields)
    addPaging(settings.paging)
    addRequest(settings.request)
  }

  private mutating func addFields(_ fields: FieldSettings) {
    guard !fields.isEmpty else { return }
    add("fields:", depth: 2, path: "fields")
    for entry in fields.values {
      add(entry.name.rawValue, entry.value, depth: 3, path: "fields." + entry.name.rawValue)
    }
    if let names = fields.authorNames { add("authors", names, depth: 3, path: "fields.authors") }
  }

  private mutating func add(_ key: String, _ value: ValueSetting, depth: Int, path: String) {
    switch value {
    case .selector(let selector): add("\(key): \(Self.literal(selector))", depth: depth, path: path)
    case .first(let values):
      add("\(key):", depth: depth, path: path)
      for value in values { addElement(value, depth: depth + 1) }
    case .steps(let steps):
      add("\(key):", depth: depth, path: path)
      for (name, text) in Self.members(steps) {
        add("\(name): \(Self.literal(text))", depth: depth + 1, path: path + "." + name)
      }
    }
  }

  /// An element of a list of values.
  private mutating func addElement(_ value: ValueSetting, depth: Int) {
    switch value {
    case .selector(let selector): add("- \(Self.literal(selector))", depth: depth, path: "-")
    case .steps(let steps):
      for (place, member) in Self.members(steps).enumerated() {
        add((place == 0 ? "- " : "  ") + "\(member.name): \(Self.literal(member.text))", depth: depth, path: "-")
      }
    // A list in a list says nothing that the outer one does not.
    case .first(let values): for value in values { addElement(value, depth: depth) }
    }
  }

  private static func members(_ steps: ValueSteps) -> [(name: String, text: String)] {
    let members: [(String, String?)] = [
      ("select", steps.select), ("const", steps.const), ("html", steps.html ? "true" : nil), ("match", steps.match),
      ("template", steps.template), ("prefix", steps.prefix), ("zone", steps.zone), ("unix", steps.unix?.rawValue),
    ]
    return members.compactMap { name, text in text.map { (name, $0) } }
  }

  private mutating func addPaging(_ paging: PagingSettings) {
    let stop = paging.stop
    let stops: [(String, String?)] = [
      ("has_more", stop.hasMore), ("total_pages", stop.totalPages), ("total_items", stop.totalItems),
    ]
    let members: [(String, String?)] = [
      ("by", paging.by == .auto ? nil : paging.by.rawValue), ("start", paging.start.map { String($0) }),
      ("step", paging.step.map { String($0) }), ("send_first", paging.sendsFirst ? nil : "false"),
      ("next", paging.next), ("cursor", paging.cursor), ("last", paging.last),
    ]
    let hasStops = stops.contains { $0.1 != nil } || !stop.pastEnd.isEmpty
    guard hasStops || members.contains(where: { $0.1 != nil }) else { return }
    add("paging:", depth: 2, path: "paging")
    for (name, text) in members { add(name, text, depth: 3, path: "paging." + name) }
    guard hasStops else { return }
    add("stop:", depth: 3, path: "paging.stop")
    for (name, text) in stops { add(name, text, depth: 4, path: "paging.stop." + name) }
    guard !stop.pastEnd.isEmpty else { return }
    add("past_end:", depth: 4, path: "paging.stop.past_end")
    for rule in stop.pastEnd {
      let members = [("status", rule.status.map { String($0) }), ("code", rule.code), ("contains", rule.contains)]
        .compactMap { name, text in text.map { "\(name): \(Self.number(name, $0))" } }
      for (place, member) in members.enumerated() { add((place == 0 ? "- " : "  ") + member, depth: 5, path: "-") }
    }
  }

  private mutating func addRequest(_ request: RequestSettings) {
    guard case .basic(let user, let password) = request.authorization else { return }
    add("request:", depth: 2, path: "request")
    add("auth:", depth: 3, path: "request.auth")
    add("basic:", depth: 4, path: "request.auth.basic")
    for text in [user, password] { add("- \(BlockText.scalar(text))", depth: 5, path: "-") }
  }

  private mutating func add(_ key: String, _ text: String?, depth: Int = 2, path: String? = nil) {
    guard let text else { return }
    add("\(key): \(Self.number(key, text))", depth: depth, path: path ?? key)
  }

  /// Numbers of the configuration stand without quotes; everything else is text.
  private static func number(_ key: String, _ text: String) -> String {
    ["start", "step", "status", "send_first"].contains(key) ? text : literal(text)
  }

  /// The text as a scalar that means itself: no variable is put in for `${NAME}`.
  private static func literal(_ text: String) -> String {
    BlockText.scalar(text.contains("${") ? text.replacing("${", with: "$${") : text)
  }

  private mutating func add(_ text: String, depth: Int, path: String) {
    var line = String(repeating: "  ", count: depth) + text
    if let remark = remarks[path], !remark.isEmpty {
      line += String(repeating: " ", count: max(2, 40 - line.count)) + "# " + BlockText.comment(remark, limit: 120)
    }
    lines.append(line)
  }
}
