/// The name of a setting for messages, put together only when one is written.
struct SettingPath: CustomStringConvertible {
  private var first: String
  private var second = ""
  private var third = ""

  init(_ first: String, _ second: String = "") {
    self.first = first
    self.second = second
  }

  /// The path of a key below this one.
  func appending(_ key: String) -> SettingPath {
    var path = self
    if path.first.isEmpty {
      path.first = key
    } else if path.second.isEmpty {
      path.second = key
    } else {
      path.third = path.third.isEmpty ? key : path.third + "." + key
    }
    return path
  }

  var description: String { [first, second, third].filter { !$0.isEmpty }.joined(separator: ".") }
}
