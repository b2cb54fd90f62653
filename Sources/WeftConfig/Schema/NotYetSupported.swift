/// Keys of the language that are declared but not honoured yet: writing one is an error that names it.
enum NotYetSupported {
  /// Paths below a source or of the merge; those of the file's own level begin with a slash.
  static let keys: Set<String> = [
    "/plugins"
  ]
}
