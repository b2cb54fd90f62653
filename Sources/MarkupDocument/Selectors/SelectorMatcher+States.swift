internal import CLibXML2

/// States of links and form controls, as far as the markup alone says them (HTML standard 4.16.3).
extension SelectorMatcher {
  func hasState(_ kind: SelectorTest.Kind, _ element: xmlNodePtr) -> Bool {
    switch kind {
    case .anyLink: return (element.isNamed("a") || element.isNamed("area")) && element.attribute("href") != nil
    case .checked: return isChecked(element)
    case .defaultOption: return isChecked(element) || isDefaultButton(element)
    case .disabled: return canBeDisabled(element) && isDisabled(element)
    case .enabled: return canBeDisabled(element) && !isDisabled(element)
    case .indeterminate:
      return element.isNamed("progress") && element.attribute("value") == nil
        || isInput(element, "checkbox") && element.attribute("indeterminate") != nil
    case .required: return canBeRequired(element) && element.attribute("required") != nil
    case .optional: return canBeRequired(element) && element.attribute("required") == nil
    case .readWrite: return isEditable(element)
    case .readOnly: return !isEditable(element)
    case .placeholderShown:
      guard element.isNamed("input") || element.isNamed("textarea"),
        let placeholder = element.attributeText("placeholder"), !placeholder.isEmpty
      else { return false }
      return element.isNamed("input")
        ? (element.attributeText("value") ?? "").isEmpty : MarkupText.raw(element).allSatisfy { $0.isNewline }
    case .inRange: return isWithinLimits(element) == true
    case .outOfRange: return isWithinLimits(element) == false
    case .open: return (element.isNamed("details") || element.isNamed("dialog")) && element.attribute("open") != nil
    case .muted: return (element.isNamed("video") || element.isNamed("audio")) && element.attribute("muted") != nil
    default: return false
    }
  }

  private func inputType(_ element: xmlNodePtr) -> String? {
    guard element.isNamed("input") else { return nil }
    let type = element.attributeText("type")?.asciiLowercased ?? ""
    return type.isEmpty ? "text" : type
  }

  private func isInput(_ element: xmlNodePtr, _ type: String) -> Bool { inputType(element) == type }

  private func isChecked(_ element: xmlNodePtr) -> Bool {
    if element.isNamed("option") { return element.attribute("selected") != nil }
    guard element.attribute("checked") != nil else { return false }
    let type = inputType(element)
    return type == "checkbox" || type == "radio"
  }

  /// The first submit button of its form.
  private func isDefaultButton(_ element: xmlNodePtr) -> Bool {
    guard isSubmitButton(element), let form = ancestor(of: element, named: "form") else { return false }
    var next = form.nextElement(within: form)
    while let other = next {
      spend(1)
      if isSubmitButton(other) { return other == element }
      next = other.nextElement(within: form)
    }
    return false
  }

  private func isSubmitButton(_ element: xmlNodePtr) -> Bool {
    if let type = inputType(element) { return type == "submit" || type == "image" }
    guard element.isNamed("button") else { return false }
    let type = element.attributeText("type")?.asciiLowercased
    return type != "button" && type != "reset"
  }

  private func ancestor(of element: xmlNodePtr, named name: StaticString) -> xmlNodePtr? {
    var next = element.parentElement
    while let node = next {
      spend(1)
      if node.isNamed(name) { return node }
      next = node.parentElement
    }
    return nil
  }

  private func canBeDisabled(_ element: xmlNodePtr) -> Bool {
    let names: [StaticString] = ["input", "button", "select", "textarea", "option", "optgroup", "fieldset"]
    return names.contains { element.isNamed($0) }
  }

  private func isDisabled(_ element: xmlNodePtr) -> Bool {
    if element.attribute("disabled") != nil { return true }
    if element.isNamed("option") {
      guard let parent = element.parentElement, parent.isNamed("optgroup") else { return false }
      return parent.attribute("disabled") != nil
    }
    if element.isNamed("optgroup") { return false }
    // A disabled fieldset disables what it holds, but not what stands in its first legend.
    var child = element
    var next = element.parentElement
    while let node = next {
      spend(1)
      if node.isNamed("fieldset"), node.attribute("disabled") != nil {
        if !(child.isNamed("legend") && isFirstLegend(child)) { return true }
      }
      child = node
      next = node.parentElement
    }
    return false
  }

  private func isFirstLegend(_ legend: xmlNodePtr) -> Bool {
    var next = legend.previousElementSibling
    while let sibling = next {
      spend(1)
      if sibling.isNamed("legend") { return false }
      next = sibling.previousElementSibling
    }
    return true
  }

  private func canBeRequired(_ element: xmlNodePtr) -> Bool {
    element.isNamed("input") || element.isNamed("select") || element.isNamed("textarea")
  }

  private func isEditable(_ element: xmlNodePtr) -> Bool {
    if element.isNamed("textarea") || inputType(element).map({ Self.textTypes.contains($0) }) == true {
      return element.attribute("readonly") == nil && !isDisabled(element)
    }
    var next: xmlNodePtr? = element
    while let node = next {
      spend(1)
      if let value = node.attributeText("contenteditable")?.asciiLowercased { return value != "false" }
      next = node.parentElement
    }
    return false
  }

  /// Types of `input` that a person types into.
  private static let textTypes: Set<String> = [
    "date", "datetime-local", "email", "month", "number", "password", "search", "tel", "text", "time", "url", "week",
  ]

  /// Whether a number lies within `min` and `max`; `nil` where the control has no limits. Dates compare as text, which
  /// is their order as long as the years have four digits.
  private func isWithinLimits(_ element: xmlNodePtr) -> Bool? {
    guard let type = inputType(element), Self.limitedTypes.contains(type) else { return nil }
    let minimum = element.attributeText("min")
    let maximum = element.attributeText("max")
    guard minimum != nil || maximum != nil else { return nil }
    guard let value = element.attributeText("value"), !value.isEmpty else { return true }
    guard type == "number" || type == "range" else {
      if let minimum, value < minimum { return false }
      if let maximum, value > maximum { return false }
      return true
    }
    guard let number = Double(value) else { return true }
    if let minimum, let limit = Double(minimum), number < limit { return false }
    if let maximum, let limit = Double(maximum), number > limit { return false }
    return true
  }

  private static let limitedTypes: Set<String> = ["date", "datetime-local", "month", "number", "range", "time", "week"]
}
