import Glibc

/// The process's descriptors.
enum Descriptors {
  /// Where standard input, output or error was closed by the caller, its number is taken at once, and in a way that
  /// reading or writing fails: else the next file or socket that is opened would get the number, and our output with it.
  static func fillStandardOnes() {
    for descriptor in 0...2 as ClosedRange<Int32> where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest free number is given out, so this is the one that is missing. The wrong direction makes each use an
      // error, as it would be with a closed descriptor.
      _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}
