import Glibc

/// The variables of the process's environment; the command alone reads them.
enum Environment {
  /// The variable's value; `nil` where it is not set.
  static func value(of name: String) -> String? {
    guard !name.isEmpty, let value = getenv(name) else { return nil }
    return String(cString: value)
  }
}
