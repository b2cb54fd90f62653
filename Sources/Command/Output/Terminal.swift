import Glibc

/// What a file descriptor can show.
struct Terminal: Equatable, Sendable {
  /// The number of columns; `nil` where it is no terminal, and nothing is cut.
  var width: Int?
  /// Colours are understood and wanted.
  var hasStyle: Bool
  /// Hyperlinks (OSC 8) are understood and wanted.
  var hasHyperlinks: Bool

  init(width: Int?, hasStyle: Bool, hasHyperlinks: Bool? = nil) {
    self.width = width
    self.hasStyle = hasStyle
    self.hasHyperlinks = hasHyperlinks ?? hasStyle
  }

  /// Asks the system about the descriptor.
  init(of descriptor: Int32) {
    guard isatty(descriptor) == 1 else {
      self.init(width: nil, hasStyle: false)
      return
    }
    var size = winsize()
    let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    self.init(width: isKnown ? Int(size.ws_col) : 80, variable: Environment.value)
  }

  /// A terminal of that width, by what the environment says of it.
  init(width: Int, variable: (String) -> String?) {
    let name = variable("TERM") ?? ""
    // NO_COLOR (no-color.org): set to anything but an empty text.
    let isPlain = variable("NO_COLOR").map { !$0.isEmpty } ?? false
    let hasStyle = !isPlain && name != "dumb"
    // The console of Linux and the oldest terminals print the address itself.
    let knowsLinks = !["", "dumb", "linux", "vt100", "vt220", "cons25"].contains(name)
    let wanted = variable("FORCE_HYPERLINK").flatMap { $0.isEmpty ? nil : $0 != "0" }
    self.init(width: width, hasStyle: hasStyle, hasHyperlinks: hasStyle && (wanted ?? knowsLinks))
  }

  /// The text in a weaker colour.
  func dimmed(_ text: String) -> String { hasStyle ? "\u{1B}[2m\(text)\u{1B}[0m" : text }

  /// The text in the colour of sources.
  func coloured(_ text: String) -> String { hasStyle ? "\u{1B}[36m\(text)\u{1B}[0m" : text }

  /// The text as a link.
  ///
  /// - Parameter address: printable ASCII; `nil`: no link.
  func linked(_ text: String, to address: String?) -> String {
    guard hasHyperlinks, let address else { return text }
    return "\u{1B}]8;;\(address)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
  }
}
