import Regexes
public import WeftModel

/// A VALUE of the configuration, compiled: selectors, regular expressions and templates are read once per source.
///
/// `Selector` is the compiled selector of the document kind.
public indirect enum ValuePlan<Selector: Sendable>: Sendable {
  /// The first of these that is not empty.
  case first([ValuePlan])
  /// A selector or a constant, and what is done to it.
  case steps(ValueStepsPlan<Selector>)

  /// Compiles a VALUE.
  ///
  /// - Parameters:
  ///   - path: the key path of the field, for problems.
  ///   - isURL: the field holds an address, so that templates percent-encode.
  ///   - compile: compiles one selector.
  /// - Throws: `SettingProblem` where a selector, a regular expression or a template does not compile.
  public init(
    _ setting: ValueSetting, path: String, isURL: Bool,
    compile: (String) throws(SettingProblem) -> Selector
  ) throws(SettingProblem) {
    switch setting {
    case .selector(let text):
      var steps = ValueSteps()
      steps.select = text
      self = .steps(try ValueStepsPlan(steps, path: path, isURL: isURL, compile: compile))
    case .first(let alternatives):
      var plans: [ValuePlan] = []
      for alternative in alternatives {
        plans.append(try ValuePlan(alternative, path: path, isURL: isURL, compile: compile))
      }
      self = .first(plans)
    case .steps(let steps):
      self = .steps(try ValueStepsPlan(steps, path: path, isURL: isURL, compile: compile))
    }
  }

  /// The alternatives, in order.
  var alternatives: [ValueStepsPlan<Selector>] {
    switch self {
    case .first(let plans): plans.flatMap(\.alternatives)
    case .steps(let steps): [steps]
    }
  }
}

/// One selector or constant with its steps, compiled.
public struct ValueStepsPlan<Selector: Sendable>: Sendable {
  enum Origin: Sendable {
    case selector(Selector)
    case const(String)
    case nothing
  }

  let origin: Origin
  let wantsHTML: Bool
  let split: String?
  let match: RegularExpression?
  let replace: (pattern: RegularExpression, replacement: String)?
  let join: String?
  let template: ItemTemplate<Selector>?
  let prefix: String?
  let date: DateStep
  let fallback: String?

  init(
    _ steps: ValueSteps, path: String, isURL: Bool, compile: (String) throws(SettingProblem) -> Selector
  ) throws(SettingProblem) {
    if let select = steps.select {
      origin = .selector(try ValueStepsPlan.at(path) { () throws(SettingProblem) in try compile(select) })
    } else if let const = steps.const {
      origin = .const(const)
    } else {
      origin = .nothing
    }
    wantsHTML = steps.html
    split = steps.split.flatMap { $0.isEmpty ? nil : $0 }
    match = try steps.match.map { pattern throws(SettingProblem) in try ValueStepsPlan.regex(pattern, "match", path) }
    if let replacement = steps.replace {
      let pattern = try ValueStepsPlan.regex(replacement.pattern, "replace", path)
      if let fault = pattern.fault(inReplacement: replacement.replacement) {
        throw SettingProblem("replace: \(fault)", path: path)
      }
      replace = (pattern, replacement.replacement)
    } else {
      replace = nil
    }
    join = steps.join
    if let text = steps.template {
      template = try ValueStepsPlan.at(path) { () throws(SettingProblem) in
        try ItemTemplate(text, isURL: isURL, compile: compile)
      }
    } else {
      template = nil
    }
    prefix = steps.prefix
    date = try ValueStepsPlan.at(path) { () throws(SettingProblem) in try DateStep(steps) }
    fallback = steps.default
  }

  private static func regex(_ pattern: String, _ key: String, _ path: String) throws(SettingProblem)
    -> RegularExpression
  {
    do {
      return try RegularExpression(pattern)
    } catch {
      throw SettingProblem("\(key) is no regular expression of RE2: \(error)", path: path)
    }
  }

  private static func at<Value>(
    _ path: String, _ body: () throws(SettingProblem) -> Value
  ) throws(SettingProblem) -> Value {
    do {
      return try body()
    } catch {
      var problem = error
      if problem.path.isEmpty { problem.path = path }
      throw problem
    }
  }

  /// The texts that are left after all steps but the date.
  ///
  /// - Parameter select: what a selector finds in the item, as text or as inner HTML; the elements of a single array.
  func texts(_ select: (Selector, _ asHTML: Bool) -> [SelectedValue], asHTML: Bool) -> [String] {
    var texts: [String]
    switch origin {
    case .selector(let selector):
      texts = []
      for value in select(selector, asHTML || wantsHTML) where value.kind != .null {
        if value.text.utf8.contains(where: { $0 > 0x20 }) { texts.append(value.text) }
      }
    case .const(let text): texts = [text]
    case .nothing: texts = []
    }
    if let split {
      texts = texts.flatMap { Pieces.of($0, separatedBy: split) }.map(HTMLText.collapsed).filter { !$0.isEmpty }
    }
    if let match { texts = texts.compactMap { match.capture(in: $0) } }
    if let replace { texts = texts.map { replace.pattern.replacingAll(in: $0, with: replace.replacement) } }
    if let join, !texts.isEmpty { texts = [texts.joined(separator: join)] }
    if let template {
      let hasValue: Bool
      if case .nothing = origin { hasValue = true } else { hasValue = !texts.isEmpty }
      texts = hasValue ? template.expanded(select).map { [$0] } ?? [] : []
    } else if let prefix {
      texts = texts.map { prefix + $0 }
    }
    texts.removeAll(where: \.isEmpty)
    if texts.isEmpty, let fallback { return [fallback] }
    return texts
  }
}

/// Cuts a text at a separator, without Foundation.
enum Pieces {
  static func of(_ text: String, separatedBy separator: String) -> [String] {
    let bytes = Array(text.utf8)
    let mark = Array(separator.utf8)
    guard !mark.isEmpty, bytes.count >= mark.count else { return [text] }
    var pieces: [String] = []
    var start = 0
    var index = 0
    while index + mark.count <= bytes.count {
      if bytes[index..<(index + mark.count)].elementsEqual(mark) {
        pieces.append(String(decoding: bytes[start..<index], as: UTF8.self))
        index += mark.count
        start = index
      } else {
        index += 1
      }
    }
    pieces.append(String(decoding: bytes[start...], as: UTF8.self))
    return pieces
  }
}
