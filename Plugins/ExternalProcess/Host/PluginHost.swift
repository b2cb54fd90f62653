import Locks
import WeftModel

/// One plugin program, shared by all sources of its kinds. It is started when the first page is asked for, and shut down
/// when the last source is gone.
final class PluginHost: Sendable {
  let runner: PluginRunner

  init(_ manifest: PluginManifest, clock: any EngineClock) { runner = PluginRunner(manifest, clock: clock) }

  deinit { runner.close() }
}

/// Where the kinds of a plugin find the host that their sources share; it keeps none alive.
final class SharedHost: Sendable {
  private struct State {
    weak var host: PluginHost?
  }

  private let state = Lock(State())
  private let manifest: PluginManifest

  init(_ manifest: PluginManifest) { self.manifest = manifest }

  func host(clock: any EngineClock) -> PluginHost {
    state.with { state in
      if let host = state.host { return host }
      let host = PluginHost(manifest, clock: clock)
      state.host = host
      return host
    }
  }
}
