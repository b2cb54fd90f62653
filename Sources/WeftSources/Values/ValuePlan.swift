import Regexes
import WeftModel

/// A VALUE of the configuration, compiled: selectors, regular expressions and templates are read once per source.
struct ValuePlan: Sendable {
  /// The first of these that is not empty counts.
  let alternatives: [ValueStepsPlan]
  /// The number of the selector that is all of the plan, asked for texts; -1 where there is more to it.
  let plainSelector: Int
  /// The same, asked for dates.
  let plainDate: Int

  /// Compiles a VALUE.
  ///
  /// - Parameters:
  ///   - path: the key path of the field, for problems.
  ///   - isURL: the field holds an address, so that templates percent-encode.
  ///   - compile: compiles one selector and gives its number.
  /// - Throws: `SettingProblem` where a selector, a regular expression or a template does not compile.
  init(
    _ setting: ValueSetting, path: String, isURL: Bool, compile: (String) throws(SettingProblem) -> Int
  ) throws(SettingProblem) {
    switch setting {
    case .selector(let text):
      var steps = ValueSteps()
      steps.select = text
      alternatives = [try ValueStepsPlan(steps, path: path, isURL: isURL, compile: compile)]
    case .first(let settings):
      var alternatives: [ValueStepsPlan] = []
      for setting in settings {
        alternatives += try ValuePlan(setting, path: path, isURL: isURL, compile: compile).alternatives
      }
      self.alternatives = alternatives
    case .steps(let steps): alternatives = [try ValueStepsPlan(steps, path: path, isURL: isURL, compile: compile)]
    }
    plainSelector = alternatives.count == 1 ? alternatives[0].plainSelector : -1
    plainDate = plainSelector >= 0 && alternatives[0].date.isPlain ? plainSelector : -1
  }
}

extension ValuePlan {
  /// The texts of the first alternative that has some.
  func texts(_ select: (Int, _ asHTML: Bool) -> [SelectedValue], asHTML: Bool) -> [String] {
    for alternative in alternatives {
      let texts = alternative.texts(select, asHTML: asHTML)
      if !texts.isEmpty { return texts }
    }
    return []
  }

  /// The text of the first alternative that has one.
  func text(
    _ first: (Int, _ asHTML: Bool) -> SelectedValue?, _ select: (Int, _ asHTML: Bool) -> [SelectedValue], asHTML: Bool
  ) -> String? {
    for alternative in alternatives {
      if let text = alternative.text(first, select, asHTML: asHTML) { return text }
    }
    return nil
  }
}

/// One selector or constant with its steps, compiled.
final class ValueStepsPlan: Sendable {
  enum Origin: Sendable {
    case selector(Int)
    case const(String)
    case nothing
  }

  let origin: Origin
  let wantsHTML: Bool
  let split: String?
  let match: RegularExpression?
  let replace: (pattern: RegularExpression, replacement: String)?
  let join: String?
  let template: ItemTemplate?
  let prefix: String?
  let date: DateStep
  let fallback: String?
  /// There is a selector and nothing else to do.
  private let isPlain: Bool

  /// The number of the selector, where there is nothing else to do with its texts; -1 else.
  var plainSelector: Int {
    guard isPlain, !wantsHTML, case .selector(let number) = origin else { return -1 }
    return number
  }

  init(
    _ steps: ValueSteps, path: String, isURL: Bool, compile: (String) throws(SettingProblem) -> Int
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
    isPlain =
      steps.select != nil && split == nil && match == nil && replace == nil && join == nil && template == nil
      && prefix == nil && fallback == nil
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

  /// The first of `texts`, without white space at its ends; nil where nothing is left.
  ///
  /// - Parameter first: the first value of `select`, for a selector without steps.
  func text(
    _ first: (Int, _ asHTML: Bool) -> SelectedValue?, _ select: (Int, _ asHTML: Bool) -> [SelectedValue], asHTML: Bool
  ) -> String? {
    if isPlain, case .selector(let selector) = origin {
      guard let value = first(selector, asHTML || wantsHTML) else { return nil }
      if value.kind != .null {
        let text = FieldText.trimmed(value.text)
        if !text.isEmpty { return text }
      }
      // A blank one: perhaps another follows.
    }
    guard let text = texts(select, asHTML: asHTML).first.map(FieldText.trimmed), !text.isEmpty else { return nil }
    return text
  }

  /// The texts that are left after all steps but the date.
  ///
  /// - Parameter select: what a selector finds in the item, as text or as inner HTML; the elements of a single array.
  func texts(_ select: (Int, _ asHTML: Bool) -> [SelectedValue], asHTML: Bool) -> [String] {
    var texts: [String]
    switch origin {
    case .selector(let selector):
      let values = select(selector, asHTML || wantsHTML)
      texts = []
      texts.reserveCapacity(values.count)
      for value in values where value.kind != .null {
        if value.text.utf8.contains(where: { $0 > 0x20 }) { texts.append(value.text) }
      }
    case .const(let text): texts = [text]
    case .nothing: texts = []
    }
    if isPlain { return texts }
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
