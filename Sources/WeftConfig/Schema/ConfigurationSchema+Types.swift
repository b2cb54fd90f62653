import WeftModel

/// What each type of value is to JSON Schema.
///
/// An editor hands on `no`, `8` and `1.5` as a truth value and numbers where the reader takes the text as written, so all
/// of them are text here. Each text may hold a variable, whose value nobody knows yet.
extension ConfigurationSchema {
  /// The type of a key's value.
  func type(of key: KeyDeclaration, in section: Section) -> JSONTree {
    switch key.type {
    case .text where section.name == .source && key.name == "kind" && !kinds.isEmpty:
      return choice(["auto"] + kinds.map(\.name))
    case .text: return ref(key.mayBeEmpty ? "anyText" : "text")
    case .value where section.name == .fields && FieldName(rawValue: key.name)?.isDate == true:
      return ref("dateValue")
    // The names alone, or a map of them.
    case .section(.authors): return .map([("anyOf", .array([ref("value"), ref("authors")]))])
    case .section(.paging):
      let word = KeyTable.section(.paging)["by"].map { type($0.type) } ?? ref("text")
      return .map([("anyOf", .array([word, ref("paging")]))])
    case .section(.source): return ref("defaults")
    case .list(let element) where section.name == .condition:
      return .map([("type", "array"), ("minItems", .number("1")), ("items", type(element))])
    default: return type(key.type)
    }
  }

  func type(_ type: KeyType) -> JSONTree {
    switch type {
    case .text, .selector: return ref("text")
    case .word(let words): return choice(words)
    case .itemField: return choice(KeyTable.itemFields)
    case .boolean: return typed("boolean", [], pattern: Patterns.boolean, expecting: type)
    case .integer(let range):
      var limits: [(String, JSONTree)] = [("minimum", .number(String(range.lowerBound)))]
      if range.upperBound != .max { limits.append(("maximum", .number(String(range.upperBound)))) }
      return typed("integer", limits, pattern: Patterns.digits, expecting: type)
    case .positiveNumber:
      let limits: [(String, JSONTree)] = [("exclusiveMinimum", .number("0")), ("maximum", .number("1000000000"))]
      return typed("number", limits, pattern: Patterns.positive, expecting: type)
    case .size: return typed("number", [("minimum", .number("0"))], pattern: Patterns.size, expecting: type)
    case .duration: return text(Patterns.duration, expecting: type)
    case .rate: return text(Patterns.rate, expecting: type)
    case .date: return text(Patterns.date, expecting: type)
    case .address: return text(Patterns.address, expecting: type)
    case .template: return text(Patterns.template, expecting: type)
    case .proxy: return text(Patterns.proxy, expecting: type)
    case .placement: return text(Patterns.placement, expecting: type)
    case .method: return text(Patterns.method, expecting: "a method such as GET or POST")
    case .host: return text(Patterns.hostName, expecting: "host or host:port")
    case .contact: return text(Patterns.contact, expecting: "a URL or a mailbox, without brackets")
    case .headerName: return text(Patterns.token, expecting: "the name of a header field")
    case .pageSelector:
      return .map([("anyOf", .array([ref("variable"), scalar([("minLength", .number("1")), ("not", notInPage)])]))])
    case .value: return ref("value")
    case .pattern: return ref("text")
    case .pairs: return pairs([("additionalProperties", ref("anyText"))])
    case .headerFields:
      let names = JSONTree.map([("pattern", .string(Patterns.whole(Patterns.token)))])
      return pairs([("propertyNames", names), ("additionalProperties", scalar([("pattern", .string(Patterns.line))]))])
    case .json: return .map([])
    case .list(let element): return .map([("type", "array"), ("items", self.type(element))])
    case .program:
      return .map([("type", "array"), ("minItems", .number("1")), ("items", ref("anyText"))])
    case .twoTexts:
      return .map([
        ("type", "array"), ("minItems", .number("2")), ("maxItems", .number("2")),
        ("items", .array([ref("text"), ref("anyText")])),
      ])
    case .section(let name): return ref(name == .value ? "value" : name.rawValue)
    case .sources:
      return .map([
        ("type", "object"), ("minProperties", .number("1")),
        ("propertyNames", .map([("pattern", .string(Patterns.sourceName))])),
        // The root says which of the forms a source has.
        ("additionalProperties", .map([("type", "object")])),
      ])
    case .plugins:
      return pairs([
        ("propertyNames", .map([("pattern", "^[A-Za-z0-9][A-Za-z0-9_-]*$")])), ("additionalProperties", ref("plugin")),
      ])
    }
  }

  /// `header:` and `link:` without a proper name behind them.
  private var notInPage: JSONTree { .map([("pattern", .string(Patterns.badPageSelector))]) }

  // MARK: VALUE

  func value(isDate: Bool) -> JSONTree {
    let own = isDate ? "dateValue" : "value"
    let list = JSONTree.map([("type", "array"), ("minItems", .number("1")), ("items", ref(own))])
    return .map([
      ("description", .string(KeyType.value.expectation)),
      ("anyOf", .array([ref("text"), list, ref(isDate ? "dateSteps" : "steps")])),
    ])
  }

  /// The map form, with what its keys need of each other.
  func steps(isDate: Bool) -> JSONTree {
    func together(_ keys: String...) -> JSONTree {
      .map([("not", .map([("required", .array(keys.map { .string($0) }))]))])
    }
    let sources = ["select", "const", "template"].map { JSONTree.map([("required", .array([.string($0)]))]) }
    var section = KeyTable.section(.value)
    if !isDate { section = Section(.value, path: "", section.keys.filter { !KeyTable.dateSteps.contains($0.name) }) }
    let properties = section.keys.map { key -> (String, JSONTree) in
      (key.name, described(key, type(of: key, in: section)))
    }
    var entries: [(String, JSONTree)] = [
      ("type", "object"), ("additionalProperties", .bool(false)), ("properties", .map(properties)),
      ("anyOf", .array(sources)),
      ("allOf", .array([together("select", "const"), together("template", "prefix"), together("format", "unix")])),
    ]
    if isDate { entries.append(("dependencies", .map([("locale", .array(["format"]))]))) }
    return .map(entries)
  }

  private func described(_ key: KeyDeclaration, _ type: JSONTree) -> JSONTree {
    .map([("description", .string(key.help)), ("allOf", .array([type]))])
  }

  // MARK: pieces

  func ref(_ name: String) -> JSONTree { .map([("$ref", .string("#/definitions/" + name))]) }

  /// Anything that is text to the reader.
  func scalar(_ more: [(String, JSONTree)]) -> JSONTree {
    .map([("type", .array(["string", "number", "boolean"]))] + more)
  }

  func choice(_ words: [String]) -> JSONTree {
    .map([("anyOf", .array([.map([("enum", .array(words.map { .string($0) }))]), ref("variable")]))])
  }

  private func pairs(_ more: [(String, JSONTree)]) -> JSONTree {
    .map([("type", .array(["object", "null"]))] + more)
  }

  private func text(_ pattern: String, expecting type: KeyType) -> JSONTree {
    text(pattern, expecting: type.expectation)
  }

  private func text(_ pattern: String, expecting words: String) -> JSONTree {
    .map([
      ("type", "string"), ("pattern", .string(Patterns.wholeOrVariable(pattern))),
      // Editors show it in place of the pattern.
      ("patternErrorMessage", .string("expected " + words)),
    ])
  }

  /// A value of JSON's own, or the same as text.
  private func typed(
    _ name: String, _ limits: [(String, JSONTree)], pattern: String, expecting type: KeyType
  ) -> JSONTree {
    .map(
      [("type", .array([.string(name), "string"]))] + limits + [
        ("pattern", .string(Patterns.wholeOrVariable(pattern))),
        ("patternErrorMessage", .string("expected " + type.expectation)),
      ])
  }
}
