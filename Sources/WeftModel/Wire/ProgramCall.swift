/// A program and what it is given; no shell takes part.
public struct ProgramCall: Hashable, Sendable {
  /// The program, then its arguments. A name without a slash is looked up in `PATH`; one with a slash that is not
  /// absolute is looked for below the working directory.
  public var arguments: [String]
  /// The environment: these variables and `PATH`, nothing else.
  public var environment: [EnvironmentVariable]
  /// The working directory; `nil`: ours.
  public var directory: String?
  /// What a one-shot program reads on its standard input; `nil`: nothing.
  public var input: [UInt8]?
  /// The address at which relative links of its output begin; empty: there is none.
  public var base: String

  /// A call.
  public init(
    arguments: [String], environment: [EnvironmentVariable] = [], directory: String? = nil, input: [UInt8]? = nil,
    base: String = ""
  ) {
    self.arguments = arguments
    self.environment = environment
    self.directory = directory
    self.input = input
    self.base = base
  }

  /// The program's own name, without its folder.
  public var name: String {
    let path = arguments.first ?? ""
    return path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The program and its arguments as one line, quoted as a shell would want them, control characters percent-encoded.
  public var line: String {
    arguments.map { argument in
      var text = ""
      for scalar in argument.unicodeScalars {
        if scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) || scalar == "%" {
          text += String(scalar).utf8.map { "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        } else {
          text.unicodeScalars.append(scalar)
        }
      }
      let isPlain = !text.isEmpty && text.utf8.allSatisfy(ProgramCall.isPlain)
      return isPlain
        ? text : "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }.joined(separator: " ")
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "="),
      UInt8(ascii: "%"),
      UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "@"), UInt8(ascii: "+"):
      true
    default: byte >= 0x80
    }
  }
}

/// A variable of a program's environment.
public struct EnvironmentVariable: Hashable, Sendable {
  /// The name, without `=`.
  public var name: String
  /// The value.
  public var value: String

  /// A variable.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}
