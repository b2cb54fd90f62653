import Glibc

/// What a file descriptor can show.
struct Terminal: Equatable, Sendable {
  /// The number of columns; `nil` where it is no terminal, and nothing is cut.
  var width: Int?
  /// Colours and hyperlinks are understood and wanted.
  var hasStyle: Bool

  init(width: Int?, hasStyle: Bool) {
    self.width = width
    self.hasStyle = hasStyle
  }

  /// Asks the system about the descriptor.
  init(of descriptor: Int32) {
    guard isatty(descriptor) == 1 else {
      self.init(width: nil, hasStyle: false)
      return
    }
    var size = winsize()
    let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    // NO_COLOR (no-color.org): set to anything but an empty text.
    let isPlain = Environment.value(of: "NO_COLOR").map { !$0.isEmpty } ?? false
    self.init(width: isKnown ? Int(size.ws_col) : 80, hasStyle: !isPlain && Environment.value(of: "TERM") != "dumb")
  }
}
