import DisplayText

extension Diagnostic {
  /// The diagnostic as compilers show them: place and message, then the line with a caret, then the hint.
  ///
  ///     weft.yaml:7:5: error: unknown key "titel" in source "blog"; did you mean "title"?
  ///           7 |     titel: x
  ///             |     ^~~~~
  ///
  /// Without a newline at its end. Control characters of the file never reach the terminal.
  public func rendered(color: Bool) -> String {
    let paint = Paint(isOn: color)
    let label = severity == .error ? paint.red("error:") : paint.magenta("warning:")
    var text = paint.bold("\(Quoting.printable(file)):\(line):\(column):") + " " + label + " " + paint.bold(message)
    if !sourceLine.isEmpty {
      let number = String(line)
      let gutter = String(repeating: " ", count: max(0, 7 - number.count)) + number + " | "
      let margin = String(repeating: " ", count: max(7, number.count)) + " | "
      let (before, marked) = caretLine()
      text += "\n" + gutter + Quoting.printable(sourceLine) + "\n" + margin + before + paint.green(marked)
    }
    if let hint { text += "\n        = hint: " + hint }
    return text
  }

  /// What stands before the caret (blanks, with the line's own tabs), and the caret with its tail.
  private func caretLine() -> (before: String, marked: String) {
    var before = ""
    var tail = 0
    let first = column - 1 - excerptStart
    for (index, character) in sourceLine.enumerated() where index < first + length {
      let width = DisplayWidth.of(Quoting.printable(String(character)))
      if index < first {
        before += character == "\t" ? "\t" : String(repeating: " ", count: width)
      } else {
        tail += character == "\t" ? 1 : width
      }
    }
    // A place behind the end of the line, such as a missing value.
    let missing = max(0, first - sourceLine.count)
    before += String(repeating: " ", count: min(missing, 200))
    return (before, "^" + String(repeating: "~", count: max(0, tail - 1)))
  }

  /// SGR sequences (ECMA-48 section 8.3.117), or none.
  private struct Paint {
    var isOn: Bool
    func bold(_ text: String) -> String { isOn ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
    func red(_ text: String) -> String { isOn ? "\u{1B}[1;31m\(text)\u{1B}[0m" : text }
    func magenta(_ text: String) -> String { isOn ? "\u{1B}[1;35m\(text)\u{1B}[0m" : text }
    func green(_ text: String) -> String { isOn ? "\u{1B}[1;32m\(text)\u{1B}[0m" : text }
  }
}
