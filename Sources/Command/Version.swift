/// The program's version, by the rules of semver.org.
enum Version {
  static let text = "0.1.0"
}
