public import Probing
import WeftConfig
public import WeftModel

extension Engine {
  /// Looks at a page and proposes a source for it, with at most four requests.
  ///
  /// The proposal was loaded as a configuration of this engine and has read the page's items.
  /// - Throws: why there is none.
  public func proposal(for url: String) async throws(SourceFailure) -> Proposal {
    let documentKinds = kinds.compactMap { $0 as? any DocumentKind }.filter { $0.name != "auto" }
    let probe = Probe(transport: transport, kinds: documentKinds, clock: clock) {
      (text, environment) throws(SettingProblem) in try settings(reading: text, environment)
    }
    return try await probe.proposal(for: url)
  }

  private func settings(
    reading text: String, _ environment: [String: String]
  ) throws(SettingProblem) -> SourceSettings {
    do {
      let configuration = try configuration(reading: text, environment: { environment[$0] }).configuration
      guard let source = configuration.sources.first else { throw SettingProblem("it holds no source") }
      return source
    } catch let error as ConfigurationErrors {
      throw SettingProblem(error.diagnostics.first { $0.severity == .error }?.message ?? "it cannot be read")
    } catch {
      throw SettingProblem("\(error)")
    }
  }
}
