import URIs
import WeftConfig
public import WeftHTTP
import WeftModel

extension Configuration {
  /// A source asks for its credentials in a `.netrc` file (`request.auth: {netrc: true}`).
  public var needsNetrc: Bool { sources.contains { $0.isEnabled && $0.request.authorization == .netrc } }

  /// Puts the credentials of a `.netrc` file in the place of the word.
  ///
  /// - Throws: `SourceProblem` where the file has none for the host of a source that asks for them.
  public mutating func takeCredentials(from netrc: Netrc) throws(SourceProblem) {
    for index in sources.indices where sources[index].isEnabled && sources[index].request.authorization == .netrc {
      let source = sources[index]
      let host = Origin(of: source.firstURL ?? source.url)?.host ?? ""
      guard let login = netrc.login(for: host) else {
        throw SourceProblem(
          source: source.name,
          problem: SettingProblem("the .netrc file has no entry for \(host)", path: "request.auth.netrc"))
      }
      sources[index].request.authorization = .basic(user: login.user, password: login.password)
    }
  }
}
