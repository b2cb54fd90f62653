/// Text with `${NAME}` in it.
enum EnvironmentText {
  /// What text becomes.
  struct Result {
    var text: String
    /// Some part is a variable's value and must not be shown.
    var holdsSecret: Bool
    /// The values that were put in.
    var values: [String] = []
    /// What is wrong, with its place in the written text, in scalars.
    var problems: [(range: Range<Int>, message: String, hint: String?)]
  }

  /// How many problems of one scalar are said; each place is looked for in the whole of it.
  private static let mostProblems = 16

  /// Puts in the values of variables; `$${` stands for `${`. A value is text, never read as YAML or expanded again.
  ///
  /// Returns `nil` where there is nothing to put in.
  static func expand(_ text: String, environment: (String) -> String?) -> Result? {
    guard mayExpand(text) else { return nil }
    var result = Result(text: "", holdsSecret: false, problems: [])
    let scalars = Array(text.unicodeScalars)
    var output = String.UnicodeScalarView()
    var position = 0
    while position < scalars.count, result.problems.count < mostProblems {
      let isEscaped =
        scalars[position] == "$" && position + 2 < scalars.count && scalars[position + 1] == "$"
        && scalars[position + 2] == "{"
      if isEscaped {
        output.append(contentsOf: "${".unicodeScalars)
        position += 3
        continue
      }
      guard scalars[position] == "$", position + 1 < scalars.count, scalars[position + 1] == "{" else {
        output.append(scalars[position])
        position += 1
        continue
      }
      let name = scalars[(position + 2)...].prefix { isNameScalar($0) }
      let end = position + 2 + name.count
      guard let first = name.first, !("0"..."9").contains(first), end < scalars.count, scalars[end] == "}" else {
        let close = scalars[position...].firstIndex(of: "}").map { $0 + 1 } ?? scalars.count
        result.problems.append(
          (position..<close, "${…} takes the name of an environment variable", "a ${ that is text is written $${"))
        position = close
        continue
      }
      var nameText = String.UnicodeScalarView()
      nameText.append(contentsOf: name)
      if let value = environment(String(nameText)) {
        output.append(contentsOf: value.unicodeScalars)
        result.holdsSecret = true
        result.values.append(value)
      } else {
        result.problems.append(
          (position..<end + 1, "the environment variable \(String(nameText)) is not set", nil))
      }
      position = end + 1
    }
    result.text = String(output)
    return result
  }

  private static func mayExpand(_ text: String) -> Bool {
    // Few texts hold a dollar sign at all, which is quickly seen.
    var text = text
    return text.withUTF8 { bytes in
      for (index, byte) in bytes.enumerated().dropLast() where byte == 0x24 {
        if bytes[index + 1] == 0x7B { return true }
      }
      return false
    }
  }

  private static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "A"..."Z", "a"..."z", "0"..."9", "_": true
    default: false
    }
  }
}
