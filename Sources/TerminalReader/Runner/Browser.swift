import Curses

/// Programs that show an address elsewhere.
enum Browser {
  /// The command lines to try, in their order: those of `BROWSER` (separated by colons, `%s` is the address), then
  /// `xdg-open`. No shell takes part: an address is one argument, or a piece of one.
  static func commands(for address: String, browser: String) -> [[String]] {
    var commands: [[String]] = []
    for command in browser.split(separator: ":") {
      var words = command.split(separator: " ").map(String.init)
      guard !words.isEmpty else { continue }
      if words.contains(where: { $0.contains("%s") }) {
        words = words.map { word in
          word.split(separator: "%s", omittingEmptySubsequences: false).joined(separator: address)
        }
      } else {
        words.append(address)
      }
      commands.append(words)
    }
    return commands + [["xdg-open", address]]
  }

  /// Opens the address with the first program that starts. What is to be told.
  static func open(_ address: String, browser: String) -> String {
    for command in commands(for: address, browser: browser) where DetachedProgram.start(command) == nil {
      return "handed to \(CellText.line(command[0], limit: 60))"
    }
    return "no program opens it: set $BROWSER, or install xdg-open"
  }
}
