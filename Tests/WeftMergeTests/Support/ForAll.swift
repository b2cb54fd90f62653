import Testing

@testable import WeftMerge

/// Tries a property on the trials of seeds 1 to `count`; the first that fails is recorded in its smallest form.
///
/// - Parameter failure: what is wrong with a trial; `nil`: nothing.
func forAll(
  _ profile: TrialProfile, _ count: UInt64, at location: SourceLocation = #_sourceLocation,
  _ failure: (Trial) -> String?
) {
  for seed in 1...count {
    guard let (smallest, text) = Trial.random(profile, seed: seed).shrunk(failure) else { continue }
    Issue.record("\(profile), \(smallest): \(text)", sourceLocation: location)
    return
  }
}
